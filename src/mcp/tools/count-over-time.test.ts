import { expect, test } from 'vitest'
import type { Api } from '../calls/api.ts'
import { countOverTime } from './count-over-time.ts'

const end = 7_200

/** A service with `hosts` hosts and a default step of a minute for the range, 120 periods. */
function callWith(hosts: number) {
  const steps: unknown[] = []
  const values = Array.from({ length: hosts }, (_, at) => ({ name: `host-${at}`, count: end }))
  const request: Api['request'] = async (method, _path, body) => {
    if (method === 'GET') return { status: 200, body: {} }
    // The body of POST /api/query.
    const { params } = body as { params: { time_range: { step?: number } } }
    const { step } = params.time_range
    steps.push(step)
    const seconds = step ?? 60
    const details = Array.from({ length: Math.ceil(end / seconds) }, (_, at) => ({
      ts_from: at * seconds,
      ts_to: Math.min(end, (at + 1) * seconds),
      total_values: values.map(({ name }) => ({ name, count: 1 })),
    }))
    const totals = { ts_from: 0, ts_to: end, cardinality: hosts, values }
    return {
      status: 200,
      body: { query_id: 'q', status: 'SUCCESS', progress: 100, results: { totals, details } },
    }
  }
  return { steps, call: { api: { request }, signal: new AbortController().signal } }
}

const given = { range: 'last_1_hours', by: 'host' }

test('the default step is longer if its periods do not fit with the number of series', async () => {
  const few = callWith(10)
  expect(await countOverTime.run(few.call, { ...given, series: 20 })).toMatchObject({ step: 60 })
  expect(few.steps).toEqual([undefined])
  const many = callWith(20)
  const answer = await countOverTime.run(many.call, { ...given, series: 20 })
  expect(answer).toMatchObject({ step: 180, distinct: 20 })
  expect(many.steps).toEqual([undefined, 180])
})

test('a given step that makes too many periods is refused', async () => {
  const { call, steps } = callWith(20)
  const counted = countOverTime.run(call, { ...given, series: 20, step: 60 })
  await expect(counted).rejects.toThrow('That is 120 periods, and the maximum is 60')
  expect(steps).toEqual([60])
})
