/**
 * Functions of a group's events. `count`: occurrences. The others concern values of `field`: `distinct`
 * counts different values, and the rest use the values that are plain decimal numbers. `p95` is the smallest
 * number such that at least 95 % of the occurrences with a number are not greater.
 */
export const statsFunctions = [
  'count',
  'distinct',
  'sum',
  'avg',
  'min',
  'max',
  'p50',
  'p75',
  'p90',
  'p95',
  'p99',
] as const
export type StatsFunction = (typeof statsFunctions)[number]
