import { expect, test } from 'vitest'
import { WorkTurns } from '../../async/next-turn.ts'
import { evaluate, type ReadSums } from './evaluate.ts'
import { mergeByLabels } from './label-sums.ts'
import { parseLogql } from './syntax/parse.ts'
import { ValueBudget } from './value-budget.ts'

const steps = { start: 1_000_000_000_000_000, step: 1_000_000, count: 10_000 }

/** The metric of series that have a value at each step. */
async function metricOf(text: string, series: number, values = new ValueBudget().open()) {
  const expression = parseLogql(text)
  if (expression.kind === 'log') throw new Error(`${text} is no metric`)
  const sums = Array.from({ length: steps.count }, (_, window) => ({ window, sum: 1 }))
  const read: ReadSums = ({ labels }) => {
    const found = Array.from({ length: series }, (_, i) => ({
      values: labels.map(label => (label === 'host' ? `host-${i}` : '')),
      sums,
    }))
    return mergeByLabels(found, labels, new WorkTurns())
  }
  return await evaluate(expression, text, steps, { read, readSamples: async () => [], values })
}

const rate = 'rate({host="a"}[1s])'

test.each([
  [rate, 101],
  [`${rate} + ${rate}`, 34],
  [`${rate} * 2 * 3`, 34],
  [`max by (host) (${rate})`, 51],
  [`topk(1, ${rate})`, 51],
  [Array(101).fill('vector(1)').join('+'), 0],
])('the values of %.60s are bounded together', async (text, series) => {
  const memory = expect.objectContaining({ code: 'query_memory' })
  await expect(metricOf(text, series)).rejects.toEqual(memory)
})

test.each([
  [rate, 100],
  [`max by (host) (${rate})`, 50],
  [`${rate} + ${rate}`, 33],
])('others are served while %s is computed', async (text, series) => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const found = await metricOf(text, series)
  isDone = true
  expect(found).toHaveLength(series)
  expect(turns).toBeGreaterThan(10)
})

test('metrics have a budget together, of which a metric takes its part until it is released', async () => {
  const budget = new ValueBudget(1_500_000)
  const first = budget.open()
  const second = budget.open()
  await metricOf(rate, 100, first)
  await expect(metricOf(rate, 100, second)).rejects.toMatchObject({ code: 'overloaded', retryAfter: 1 })
  await expect(metricOf(rate, 50, second)).resolves.toHaveLength(50)
  first.release()
  first.release()
  await expect(metricOf(rate, 100, budget.open())).resolves.toHaveLength(100)
  await expect(metricOf(rate, 1, budget.open())).rejects.toMatchObject({ code: 'overloaded' })
})

test.each(['constructor', '__proto__'])('a label that no series has may be called %s', async name => {
  const found = await metricOf(`label_replace(${rate}, "copy", "<$1>", "${name}", "(.*)")`, 1)
  expect(found).toMatchObject([{ labels: { host: 'host-0', copy: '<>' } }])
  const unchanged = await metricOf(`label_replace(${rate}, "${name}", "x", "host", "other")`, 1)
  expect(unchanged).toEqual(await metricOf(rate, 1))
})
