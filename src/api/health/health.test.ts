import { expect, onTestFinished, test } from 'vitest'
import type { SlowQuery } from '../../schema/store/slow-query.ts'
import { tokenHeaders } from '../testing/people.ts'
import { testServer } from '../testing/test-server.ts'

test('the parts are judged by what the service knows of itself, for users who see all hosts', async () => {
  // Only its end matters here.
  const slow = { ended_at: Date.now() / 1_000 - 60, user_id: 1 } as SlowQuery
  const server = await testServer({
    slowQueries: { thresholdMs: 1_000, list: [slow, { ...slow, ended_at: slow.ended_at - 3_600 }] },
    unreadableParts: () => ['broken-on-start_20241004_1_1_0'],
    keptSizes: async () => [
      { kind: 'tasks', objects: 'tasks', bytes: 9, maxBytes: 10, setting: 'MILLRACE_TOTAL_QUOTA' },
    ],
    clockJumps: { within: () => ({ at: 0, byMs: 90_000 }) },
  })
  onTestFinished(() => server.app.close())
  const get = (who: Parameters<typeof tokenHeaders>[0]) =>
    server.app.inject({ url: '/api/monitor/health', headers: tokenHeaders(who) })
  expect((await get('user-admin')).json()).toMatchObject({
    state: 'warning',
    parts: [
      { name: 'ingest', state: 'ok', advice: null },
      { name: 'spool', state: 'ok' },
      { name: 'engine', state: 'warning', says: expect.stringMatching(/broken-on-start_20241004_1_1_0/) },
      { name: 'queries', state: 'warning', says: expect.stringMatching(/; 1 of the last ten minutes took/) },
      { name: 'disk' },
      { name: 'metadata', state: 'warning', advice: expect.stringMatching(/raise MILLRACE_TOTAL_QUOTA/) },
      { name: 'clock', state: 'warning', says: expect.stringMatching(/set forward by 90 s/) },
      { name: 'archive', state: 'ok', advice: null },
    ],
  })
  expect((await get('user-ann')).statusCode).toBe(403)
})
