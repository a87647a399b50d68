import { expect, test } from 'vitest'
import type { EventRateResults } from '../schema/query/event-rate.ts'
import { rateFigures } from './rate-figures.ts'

function results(...counts: number[]): EventRateResults {
  const details = counts.map((count, i) => ({ ts_from: i * 10, ts_to: (i + 1) * 10, count }))
  const sum = counts.reduce((total, count) => total + count, 0)
  const totals = {
    ts_from: 0,
    ts_to: counts.length * 10,
    drill_up_time_range: null,
    sum,
    count: counts.length,
  }
  const extremes = { min: null, max: null, avg: counts.length > 0 ? sum / counts.length : null, last: null }
  return { totals: { ...totals, ...extremes }, details }
}

const cases: [name: string, counts: number[], now: number, figures: object][] = [
  ['all periods over', [20, 50, 30], 30, { latest: 3, average: 100 / 30, peak: 5, sum: 100, level: 100 / 3 }],
  ['the last one running', [20, 50, 5], 22, { latest: 5, average: 75 / 22, peak: 5, sum: 75 }],
  ['only one, running', [5], 2, { latest: undefined, average: 2.5, peak: 0.5, sum: 5 }],
  ['none', [], 0, { latest: undefined, average: undefined, peak: undefined, sum: 0, level: undefined }],
]
for (const [name, counts, now, figures] of cases)
  test(`figures with ${name}`, () => expect(rateFigures(results(...counts), now)).toMatchObject(figures))
