import { expect, test } from 'vitest'
import { rateColour } from './rate-colour.ts'
import { shownStatistics } from './shown-statistics.ts'

const on = (op: string | undefined, value: unknown) => [{ field: 'severity', op, value }]

test.each([
  [undefined, '--bar'],
  ['severity', '--bar'],
  [[{ field: 'host', value: 3 }], '--bar'],
  [on('le', 3), '--bar-error'],
  [on('lt', '4'), '--bar-error'],
  [on(undefined, [0, 1, 2, 3]), '--bar-error'],
  [on('eq', [3, 5]), '--bar'],
  [on('eq', 4), '--bar-warning'],
  [on('le', 'Error'), '--bar-error'],
  [on('eq', 'warning'), '--bar-warning'],
  [on('le', 'unknown'), '--bar'],
  [on('le', 4), '--bar'],
  [on('ne', 3), '--bar'],
  [on('eq', []), '--bar-error'],
])('the bars of %j are %s', (filter, colour) => {
  expect(rateColour(filter)).toBe(colour)
})

test.each([
  [{}, undefined],
  [{ show_avg: null }, undefined],
  [{ show_avg: false, show_max: false }, []],
  [{ show_min: true, show_avg: true, show_last: false }, ['avg', 'min']],
])('%j shows %j', (config, shown) => {
  expect(shownStatistics(config)).toEqual(shown)
})
