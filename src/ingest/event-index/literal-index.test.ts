import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { Candidates } from './candidates.ts'
import { isIndexable, LiteralIndex } from './literal-index.ts'

const unit = fc.constantFrom(...'abkKsS1 29:ä\u212a\u017f', '😀', '\u0161')
const text = fc.string({ unit, maxLength: 40 })
const literal = fc.record({ text: fc.string({ unit, minLength: 2, maxLength: 7 }), fold: fc.boolean() })

/** Letters A to Z as small ones, and what folds to k and s (RE2's simple folding). */
function folded(value: string): string {
  return value
    .replace(/[A-Z]/g, letter => letter.toLowerCase())
    .replaceAll('\u212a', 'k')
    .replaceAll('\u017f', 's')
}

test('the index finds the very literals that stand in a text', () => {
  fc.assert(
    fc.property(fc.array(literal, { maxLength: 30 }), fc.array(text, { maxLength: 8 }), (drawn, texts) => {
      // Folded literals are in lower case and without those characters, as regular expressions yield them.
      const literals = drawn.map(one => (one.fold ? { ...one, text: folded(one.text) } : one))
      const index = new LiteralIndex()
      const found = new Candidates(literals.length)
      for (const [id, { text, fold }] of literals.entries()) {
        expect(isIndexable(text)).toBe(true)
        index.add(text, fold, id)
      }
      index.freeze()
      for (const one of texts) {
        const wanted = [...literals.keys()].filter(id => {
          const { text = '', fold = false } = literals[id] ?? {}
          return fold ? folded(one).includes(text) : one.includes(text)
        })
        found.reset()
        index.find(one, found)
        const ids: number[] = []
        for (let id = found.takeLowest(); id !== -1; id = found.takeLowest()) ids.push(id)
        expect(ids).toEqual(wanted)
      }
    }),
    { numRuns: runs(1_000) },
  )
})
