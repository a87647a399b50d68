import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RowBuffer } from './row-buffer.ts'
import { TextSet } from './row-names.ts'

test('returns each text once, whatever texts there were before', () => {
  const rows = new RowBuffer(16)
  const texts = new TextSet(rows)
  const text = fc.oneof(
    fc.constantFrom('', 'a', 'b', 'ab', 'ba', 'aaaa', 'aaab', '登录', 'x'.repeat(128), 'x'.repeat(200)),
    fc.nat(2_000).map(String),
  )
  fc.assert(
    fc.property(fc.array(text, { maxLength: 3_000, size: 'max' }), values => {
      for (const value of values) {
        const start = rows.length
        rows.text(value)
        expect(texts.add(start)).toBe(rows.length)
      }
      expect(texts.list()).toEqual([...new Set(values)])
      texts.clear()
      rows.length = 0
    }),
    { numRuns: 30 },
  )
})
