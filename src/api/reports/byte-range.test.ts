import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseByteRange } from './byte-range.ts'

const rows: [header: string | undefined, size: number, range: ReturnType<typeof parseByteRange>][] = [
  [undefined, 10, 'whole'],
  ['bytes=0-4', 10, { from: 0, to: 4 }],
  ['bytes=5-', 10, { from: 5, to: 9 }],
  ['bytes=-3', 10, { from: 7, to: 9 }],
  ['bytes=-30', 10, { from: 0, to: 9 }],
  ['BYTES = 9-99', 10, { from: 9, to: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=5-4', 10, 'whole'],
  ['bytes=0-1,3-4', 10, 'whole'],
  ['bytes=-', 10, 'whole'],
  ['bytes=a-b', 10, 'whole'],
  ['lines=0-4', 10, 'whole'],
  ['', 10, 'whole'],
]
test.each(rows)('%s of %d bytes', (header, size, range) => {
  expect(parseByteRange(header, size)).toEqual(range)
})

test('a range lies in the file, whatever is asked for', () => {
  const part = fc.option(fc.nat({ max: 30 }), { nil: '' })
  fc.assert(
    fc.property(part, part, fc.nat({ max: 20 }), (first, last, size) => {
      const range = parseByteRange(`bytes=${first}-${last}`, size)
      if (range === 'whole' || range === 'unsatisfiable') return
      expect(range.from).toBeGreaterThanOrEqual(0)
      expect(range.to).toBeGreaterThanOrEqual(range.from)
      expect(range.to).toBeLessThan(size)
    }),
  )
})
