import { expect, test } from 'vitest'
import type { Api } from '../calls/api.ts'
import { statistics } from './statistics.ts'

const group = (max: number | null, count: number) => ({ group: [], values: { max, count } })

test('a period whose largest value is 0 is listed, a period without events is not', async () => {
  const periods = [group(0, 2), group(null, 0), group(null, 1)]
  const results = {
    totals: { ts_from: 0, ts_to: 3, groups: 1, values: [group(0, 3)] },
    details: periods.map((values, at) => ({ ts_from: at, ts_to: at + 1, values: [values] })),
  }
  const ask = async (functions: string[]) => {
    const shown = ({ values }: ReturnType<typeof group>) => ({
      group: [],
      values: Object.fromEntries(Object.entries(values).filter(([name]) => functions.includes(name))),
    })
    const { totals, details } = results
    const answer = {
      totals: { ...totals, values: totals.values.map(shown) },
      details: details.map(period => ({ ...period, values: period.values.map(shown) })),
    }
    const api: Api = {
      request: async () => ({ status: 200, body: { query_id: 'q', status: 'SUCCESS', results: answer } }),
    }
    const call = { api, signal: new AbortController().signal }
    return await statistics.run(call, { functions, field: 'severity', over_time: true })
  }
  expect(await ask(['max'])).toMatchObject({
    periods: [{ from: '1970-01-01T00:00:00Z', values: [{ max: 0 }] }],
  })
  expect(await ask(['count'])).toMatchObject({
    periods: [{ values: [{ count: 2 }] }, { from: '1970-01-01T00:00:02Z', values: [{ count: 1 }] }],
  })
})
