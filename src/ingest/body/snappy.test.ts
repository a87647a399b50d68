import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeSnappy } from '../receivers/testing/encode-snappy.ts'
import { decodeSnappy } from './snappy.ts'

it('an encoded event comes back', () => {
  const repetitive = fc
    .array(fc.oneof(fc.constantFrom('abcd', 'abcdefgh'.repeat(9), 'xyxyxy'), fc.string()), { maxLength: 60 })
    .map(parts => Buffer.from(parts.join('')))
  fc.assert(
    fc.property(repetitive, input => {
      expect(decodeSnappy(encodeSnappy(input), 1_000_000)).toEqual(input)
    }),
    { numRuns: 150 },
  )
})

// By hand, from the description of the format.
it.each<[string, number[], string]>([
  ['nothing', [0], ''],
  ['a literal', [3, 0x08, 0x61, 0x62, 0x63], 'abc'],
  ['a literal with its length behind', [2, 0xf0, 1, 0x61, 0x62], 'ab'],
  ['a run by a copy that overlaps itself', [7, 0x00, 0x61, 0x09, 0x01], 'aaaaaaa'],
])('%s', (_, block, text) => {
  expect(decodeSnappy(Uint8Array.from(block), 100)?.toString()).toBe(text)
})

it.each<[string, number[]]>([
  ['no bytes', []],
  ['a length without an end', [0xff, 0xff, 0xff, 0xff, 0xff, 1]],
  ['less than it says', [4, 0x08, 0x61, 0x62, 0x63]],
  ['more than it says', [2, 0x08, 0x61, 0x62, 0x63]],
  ['a literal past the end', [5, 0x10, 0x61]],
  ['a copy of what is not there yet', [5, 0x00, 0x61, 0x01, 0x02]],
  ['a copy from nowhere', [5, 0x00, 0x61, 0x01, 0x00]],
  ['half a copy', [5, 0x00, 0x61, 0x03, 1, 0]],
  ['a length that no block so small can have', [0xff, 0xff, 0x3f, 0x00, 0x61]],
])('%s is no block', (_, block) => {
  expect(decodeSnappy(Uint8Array.from(block), 10_000_000)).toBeUndefined()
})

it('a body that is too large is not taken', () => {
  expect(decodeSnappy(Uint8Array.from([0xff, 0xff, 0xff, 0x7f, 0]), 1_000_000)).toBe('tooLarge')
})
