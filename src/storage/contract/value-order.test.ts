import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareValues } from './value-order.ts'

const orders: [name: string, ascending: (string | number)[]][] = [
  ['numbers as numbers', [0, 2, 10, 23]],
  ['text by code point, the empty value first', ['', 'A', 'B', 'a', 'fw-1', 'fw-10', 'fw-2', 'ä']],
  ['code points past U+FFFF last', ['\ud7ff', '\ue000', '\uffff', '😀', '😁', '\u{10ffff}']],
]
test.each(orders)('%s', (_name, ascending) => {
  expect(ascending.toReversed().sort(compareValues)).toEqual(ascending)
})

test('text is ordered as its UTF-8 bytes are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      expect(Math.sign(compareValues(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }),
  )
})
