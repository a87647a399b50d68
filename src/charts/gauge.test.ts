import { expect, test } from 'vitest'
import { gaugeArc } from './gauge.ts'
import { sparkline } from './sparkline.ts'

test.each([
  [0, ''],
  [-1, ''],
  [Number.NaN, ''],
  [0.5, 'M-7.07 7.07A10 10 0 0 1 0 -10'],
  [1, 'M-7.07 7.07A10 10 0 1 1 7.07 7.07'],
  [3, 'M-7.07 7.07A10 10 0 1 1 7.07 7.07'],
])('a share of %d is the arc %s', (share, path) => {
  expect(gaugeArc(share, 10)).toBe(path)
})

test.each([
  [[], { line: '', area: '' }],
  [[3], { line: '', area: '' }],
  [[0, 0], { line: 'M0 9.5L20 9.5', area: 'M0 9.5L20 9.5L20 10L0 10Z' }],
  [[0, 4, 2], { line: 'M0 9.5L10 0.5L20 5', area: 'M0 9.5L10 0.5L20 5L20 10L0 10Z' }],
])('the trend of %j', (values, paths) => {
  expect(sparkline(values, 20, 10)).toEqual(paths)
})
