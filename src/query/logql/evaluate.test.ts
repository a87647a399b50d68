import { expect, test } from 'vitest'
import { evaluate, type ReadSums } from './evaluate.ts'
import { parseLogql } from './syntax/parse.ts'

const steps = { start: 1_000_000_000_000_000, step: 1_000_000, count: 10_000 }

/** The metric of series that have a value at each step. */
async function metricOf(text: string, series: number) {
  const expression = parseLogql(text)
  if (expression.kind === 'log') throw new Error(`${text} is no metric`)
  const sums = Array.from({ length: steps.count }, (_, window) => ({ window, sum: 1 }))
  const read: ReadSums = async ({ labels }) =>
    Array.from({ length: series }, (_, i) => ({
      values: labels.map(label => (label === 'host' ? `host-${i}` : '')),
      sums,
    }))
  return await evaluate(expression, text, steps, read)
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
