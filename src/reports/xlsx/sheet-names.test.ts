import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { sheetNames } from './sheet-names.ts'

test.each<[wanted: string[], names: string[]]>([
  [
    ['Top hosts', 'top HOSTS', 'Top hosts'],
    ['Top hosts', 'top HOSTS (2)', 'Top hosts (3)'],
  ],
  [['in/out: [all]*?\\'], ['in-out- -all----']],
  [
    ["'quoted'", ''],
    ['quoted', 'Sheet'],
  ],
  [['History'], ['History (2)']],
  [['a\u0000b\nc\u202ed'], ['a b c d']],
  [
    ['x'.repeat(40), 'x'.repeat(40)],
    [`${'x'.repeat(30)}…`, `${'x'.repeat(26)}… (2)`],
  ],
  [[`${'x'.repeat(29)}\u{1f525}\u{1f525}`], [`${'x'.repeat(29)}…`]],
  [['日誌サーバー'], ['日誌サーバー']],
  [['a_x0041_b'], ['a-x0041_b']],
])('%j become %j', (wanted, names) => {
  const name = sheetNames()
  expect(wanted.map(name)).toEqual(names)
})

test('every name is one that Excel takes, and none is there twice', () => {
  const text = fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 50 })
    .map(codes => String.fromCharCode(...codes))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), wanted => {
      const name = sheetNames()
      const names = wanted.map(name)
      const legal = /^(?!')[^[\]:*?/\\\u0000-\u001f]{1,31}(?<!')$/
      expect(names.filter(name => !legal.test(name) || !name.isWellFormed())).toEqual([])
      expect(new Set(names.map(name => name.toLowerCase())).size).toBe(names.length)
    }),
    { numRuns: runs(300) },
  )
})
