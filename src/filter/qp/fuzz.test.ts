import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { parseQuery, QuerySyntaxError } from './parser.ts'
import { printQuery } from './print-query.ts'
import { toPredicate } from './to-predicate.ts'

const pieces = [
  '(',
  ')',
  '"',
  '|',
  '!',
  '-',
  '*',
  '?',
  ' ',
  'AND',
  'or',
  'Not',
  'a',
  'bc',
  '1.2',
  '登',
  '👍',
  '\ud800',
  '\u0000',
]
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map(parts => parts.join('')),
)

it('any text is read, or refused with a place inside it', () => {
  fc.assert(
    fc.property(anyText, text => {
      try {
        const tree = parseQuery(text)
        toPredicate(tree)
        expect(printQuery(parseQuery(printQuery(tree)))).toBe(printQuery(tree))
      } catch (error) {
        if (!(error instanceof QuerySyntaxError)) throw error
        expect(error.position).toBeGreaterThanOrEqual(0)
        expect(error.position).toBeLessThanOrEqual([...text].length)
        expect(error.message).toBe(`expected ${error.expected} at position ${error.position}`)
      }
    }),
    { numRuns: runs(5_000) },
  )
})

it('the longest text of any one piece ends', () => {
  for (const piece of [...pieces, '(a|', '!(', '"a" ', 'a AND ', '*a', '登*', ' \t']) {
    const text = piece.repeat(10_000).slice(0, 10_000)
    try {
      toPredicate(parseQuery(text))
    } catch (error) {
      if (!(error instanceof QuerySyntaxError)) throw error
    }
  }
})
