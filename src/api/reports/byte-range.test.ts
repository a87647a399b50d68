import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ByteRange, parseByteRange } from './byte-range.ts'

const rows: [header: string | undefined, size: number, range: ByteRange | undefined | null][] = [
  [undefined, 10, undefined],
  ['bytes=0-4', 10, { from: 0, to: 4 }],
  ['bytes=5-', 10, { from: 5, to: 9 }],
  ['bytes=-3', 10, { from: 7, to: 9 }],
  ['bytes=-30', 10, { from: 0, to: 9 }],
  ['BYTES = 9-99', 10, { from: 9, to: 9 }],
  ['bytes=10-', 10, null],
  ['bytes=-0', 10, null],
  ['bytes=0-', 0, null],
  ['bytes=5-4', 10, undefined],
  ['bytes=0-1,3-4', 10, undefined],
  ['bytes=-', 10, undefined],
  ['bytes=a-b', 10, undefined],
  ['lines=0-4', 10, undefined],
  ['', 10, undefined],
]
test.each(rows)('%s of %d bytes', (header, size, range) => {
  expect(parseByteRange(header, size)).toEqual(range)
})

test('a range lies in the file, whatever is asked for', () => {
  const part = fc.option(fc.nat({ max: 30 }), { nil: '' })
  fc.assert(
    fc.property(part, part, fc.nat({ max: 20 }), (first, last, size) => {
      const range = parseByteRange(`bytes=${first}-${last}`, size)
      if (!range) return
      expect(range.from).toBeGreaterThanOrEqual(0)
      expect(range.to).toBeGreaterThanOrEqual(range.from)
      expect(range.to).toBeLessThan(size)
    }),
  )
})
