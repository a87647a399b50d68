import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { tokens } from '../words/tokens.ts'
import { compilePhrase, PhraseText } from './phrase.ts'

/**
 * Messages in which the tokens of the patterns are frequent, alone and as parts of others, next to all kinds
 * of characters.
 */
const message = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('ab', 'AB', 'a', 'b', '7', 'Ab7') },
      { weight: 2, arbitrary: fc.constantFrom(' ', ' ', ' - ', '_', ':') },
      fc.constantFrom('é', 'é', '登', 'あ', 'ー', 'Σ', 'İ', 'K', '👍', '\ud800', '½'),
    ),
    { maxLength: 12 },
  )
  .map(parts => parts.join(''))

const pattern = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('ab', 'a', 'b', '7', 'k', 'i').map(plain) },
  fc.constantFrom('é', '登', 'ー').map(plain),
  fc.constantFrom('a*', '?').map(text => ({ text, wild: true })),
)

function plain(text: string) {
  return { text, wild: false }
}

test('a phrase is found where its tokens follow each other, and nowhere else', () => {
  const seen = { hits: 0, misses: 0 }
  fc.assert(
    fc.property(message, fc.array(pattern, { minLength: 1, maxLength: 3 }), (text, patterns) => {
      const all = tokens(text)
      const fits = ({ text: of, wild }: (typeof patterns)[number], token = '') =>
        wild ? (of === '?' ? [...token].length === 1 : token.startsWith('a')) : token === of
      const wanted = all.some((_, start) => patterns.every((one, i) => fits(one, all[start + i])))
      expect(compilePhrase(patterns)(new PhraseText(text))).toBe(wanted)
      seen[wanted ? 'hits' : 'misses']++
    }),
    { numRuns: runs(4_000) },
  )
  expect(Math.min(seen.hits, seen.misses)).toBeGreaterThan(runs(100))
})
