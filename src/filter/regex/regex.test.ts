import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { plainRegex } from '../testing/plain-regex.ts'
import { widthAt } from '../words/wildcard.ts'
import { compileRegex, regexFault } from './regex.ts'
import { StepBudget, StepsExceededError } from './step-budget.ts'

const budget = () => new StepBudget({ program: 4_000, run: 10_000_000 })

const part = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'k',
    'S',
    '1',
    ' ',
    '-',
    '\\.',
    'ä',
    '.',
    '\\d',
    '\\w',
    '\\S',
    '[^a:]',
    '[a-k]',
    '\\pL',
  ),
  fc.constantFrom('^', '$', '\\b', '\\B', '\\A', '\\z', '(?i)', '(?m)', '(?-s)', '(?i:k)'),
  fc.constantFrom('a*', '.+?', 'b?', '.*', '\\w{2,3}', '[x-z]{1,}', '(?:ab|a)+', '(\\S+) '),
)
const pattern = fc.letrec<{ pattern: string }>(tie => ({
  pattern: fc
    .array(
      fc.oneof(
        { maxDepth: 3 },
        part,
        tie('pattern').map(inside => `(${inside})`),
        fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(?:${a}|${b})*`),
      ),
      { maxLength: 5 },
    )
    .map(parts => parts.join('')),
})).pattern
const text = fc.string({ unit: fc.constantFrom(...'abkKsS1 -:.ä\n\u212a\u017fxyz', '😀'), maxLength: 30 })

test('it finds what the library finds, from any place, and all of it', () => {
  let found = 0
  fc.assert(
    fc.property(pattern, fc.boolean(), text, fc.nat(30), (source, ignoreCase, subject, place) => {
      fc.pre(regexFault(source, ignoreCase, budget()) === undefined)
      const regex = compileRegex(source, ignoreCase, budget())
      const matcher = plainRegex(source, ignoreCase).matcher(subject)
      const plain = (from: number) => {
        if (!matcher.find(from)) return undefined
        const groups = Array.from(
          { length: matcher.groupCount() + 1 },
          (_, i) => matcher.group(i) ?? undefined,
        )
        return { groups, start: matcher.start(), end: matcher.end() }
      }
      expect(regex.test(subject)).toBe(plain(0) !== undefined)
      const uncounted = new StepBudget({ program: 4_000, run: 0, uncounted: 10_000_000 })
      expect(compileRegex(source, ignoreCase, uncounted).test(subject)).toBe(plain(0) !== undefined)
      const code = subject.charCodeAt(place)
      // A search cannot start between the halves of a surrogate pair.
      const from = place > subject.length || (code >= 0xdc00 && code <= 0xdfff) ? 0 : place
      expect(regex.find(subject, from)).toEqual(plain(from))
      const wanted = []
      for (let at = 0; at <= subject.length; ) {
        const one = plain(at)
        if (one === undefined) break
        wanted.push(one)
        at = one.end + (one.start === one.end ? widthAt(subject, one.end) : 0)
      }
      expect([...regex.findAll(subject)]).toEqual(wanted)
      found += wanted.length
    }),
    { numRuns: runs(400) },
  )
  expect(found).toBeGreaterThan(runs(400))
})

test.each([
  ['[0-9]+ms|[0-9]', '7'],
  ['(?:a+b|a)', 'a'],
  ['(\\w+)+:|\\w', 'xy'],
  ['.*z|(.)', 'aä😀'],
  ['', 'ab'],
  ['(x+x+)+y', 'x'],
])('all finds of %s take linear time', (source, unit) => {
  const stepsOf = (length: number): number => {
    const steps = budget()
    let finds = 0
    for (const _ of compileRegex(source, false, steps).findAll(unit.repeat(length / unit.length))) finds++
    expect(finds === 0).toBe(source.endsWith('y'))
    return steps.limits.run - steps.left
  }
  expect(stepsOf(40_000)).toBeLessThan(11 * stepsOf(4_000))
})

test('expressions of one budget share its steps, until it is renewed', () => {
  const steps = new StepBudget({ program: 100, run: 10_000 })
  const [one, other] = ['(x+x+)+y', '.*z'].map(source => compileRegex(source, false, steps))
  expect(one?.test('xxxy')).toBe(true)
  expect(() => one?.test('x'.repeat(5_000))).toThrow(StepsExceededError)
  expect(steps.left).toBe(0)
  expect(() => other?.test('z')).toThrow('its regular expressions take more than 10000 steps')
  steps.renew()
  expect(other?.test('z')).toBe(true)
  // This text would take more memory than a matcher may have.
  expect(() => compileRegex('[ab]{90}', false, steps).test('a'.repeat(4_000_000))).toThrow(StepsExceededError)
})

test('a pattern of more steps than the budget has for a program is not compiled', () => {
  const steps = new StepBudget({ program: 1_000, run: 10 })
  expect(regexFault('(?:a{20}){30}', false, steps)).toBe(undefined)
  expect(regexFault('(?:a{30}){40}', false, steps)).toBe(
    'expected at most 1000 steps with its repetitions written out',
  )
  expect(regexFault('(', false, steps)).toMatch(/missing closing/)
})
