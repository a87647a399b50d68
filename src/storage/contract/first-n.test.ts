import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstN } from './first-n.ts'

test('the first n equal the first n of a whole sort', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), fc.integer({ min: 1, max: 8 }), (items, n) => {
      expect(firstN(items, n, (a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b).slice(0, n))
    }),
  )
})
