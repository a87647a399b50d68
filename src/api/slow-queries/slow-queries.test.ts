import { expect, onTestFinished, test } from 'vitest'
import type { SlowQuery } from '../../schema/store/slow-query.ts'
import { tokenHeaders } from '../testing/people.ts'
import { testServer } from '../testing/test-server.ts'

const entry: SlowQuery = {
  ended_at: 1_780_000_000.5,
  query_id: 'q1',
  type: 'TopN',
  user_id: 1,
  filter: '[]',
  from: 100,
  to: 200,
  is_refresh: false,
  outcome: 'failed',
  code: 'query_timeout',
  duration: 6_000,
  waited: null,
  statements: 3,
  engine_time: 5_900,
  rows_read: null,
  read_from: ['sql'],
}

test('slow queries are listed with whose they are, for managers of queries', async () => {
  const list = [entry, { ...entry, user_id: 999 }]
  const server = await testServer({ slowQueries: { thresholdMs: 2_000, list } })
  onTestFinished(() => server.app.close())
  const get = (who: Parameters<typeof tokenHeaders>[0]) =>
    server.app.inject({ url: '/api/monitor/slow-queries', headers: tokenHeaders(who) })
  expect((await get('user-admin')).json()).toEqual({
    threshold: 2_000,
    list: [
      { ...entry, user: 'admin' },
      { ...entry, user_id: 999, user: null },
    ],
  })
  expect((await get('user-ann')).statusCode).toBe(403)
})
