import { expect, onTestFinished, test } from 'vitest'
import { Fault } from '../../schema/fault.ts'
import type { ArchivedDayRecord, ArchiveRestore } from '../../schema/store/archive.ts'
import { tokenHeaders } from '../testing/people.ts'
import { testServer } from '../testing/test-server.ts'
import type { ArchiveSource } from './routes.ts'

const day = (name: string): ArchivedDayRecord => ({
  day: name,
  events: 2,
  occurrences: 3,
  bytes: 100,
  files: 1,
  archived_at: 1_767_225_600,
  is_hot: false,
})
const restored: ArchiveRestore = {
  id: 1,
  day: '2026-01-02',
  status: 'running',
  rows: 3,
  requested_by: 'admin',
  created_at: 1_767_225_600,
  finished_at: null,
  keep_until: 1_767_830_400,
  error: null,
}
const state = {
  is_configured: true,
  days: 2,
  bytes: 200,
  first_day: '2026-01-01',
  last_day: '2026-01-02',
  after_days: 7,
  retention_days: 365,
}

function archive(restores: ArchiveRestore[] = []): ArchiveSource {
  return {
    state: () => state,
    days: () => [day('2026-01-01'), day('2026-01-02')],
    verify: async name => (name === '2026-01-01' ? { day: name, problems: ['damaged'] } : undefined),
    restores: () => restores,
    async restore(request, username) {
      if (request.day !== '2026-01-02') throw new Fault('not_found')
      const entry = { ...restored, day: request.day, requested_by: username }
      restores.push(entry)
      return entry
    },
    problems: () => [{ day: '2026-01-03', problem: 'no space left' }],
    away: () => undefined,
  }
}

type TestToken = Parameters<typeof tokenHeaders>[0]

async function open(source: ArchiveSource | undefined) {
  const server = await testServer({ archive: source })
  onTestFinished(() => server.app.close())
  const call = async (
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
    token: TestToken = 'user-admin',
  ) => {
    const headers = tokenHeaders(token)
    const answer = await server.app.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.json() }
  }
  return { ...server, call }
}

test('the size of the archive is for all users, its days and restores are for holders of manage_retention', async () => {
  const { call } = await open(archive())
  expect(await call('GET', '/api/archive', undefined, 'user-ann')).toEqual({ status: 200, body: state })
  for (const url of ['/api/archive/days', '/api/archive-restore-logs'])
    expect((await call('GET', url, undefined, 'user-ann')).status).toBe(403)
  const restore = { day: '2026-01-02' }
  expect((await call('POST', '/api/archive-restore-logs', restore, 'user-ann')).status).toBe(403)
  const { body } = await call('GET', '/api/archive/days?page_size=1')
  expect(body).toEqual({
    objects: [day('2026-01-02')],
    item_count: 2,
    page_count: 2,
    page_number: 1,
    page_size: 1,
  })
})

test('a restore is answered at once, logged, and in the audit log', async () => {
  const { call, people } = await open(archive())
  const begun = await call('POST', '/api/archive-restore-logs', { day: '2026-01-02', keep_days: 3 })
  expect(begun).toEqual({ status: 202, body: restored })
  expect((await call('GET', '/api/archive-restore-logs')).body.objects).toEqual([restored])
  expect((await call('POST', '/api/archive-restore-logs', { day: '2026-01-09' })).status).toBe(404)
  expect((await call('POST', '/api/archive-restore-logs', { day: '2026-01-02', keep_days: 0 })).status).toBe(
    400,
  )
  const { objects } = await people.metadata.audit.list({ objects: ['archived_day'] }, { offset: 0, limit: 9 })
  expect(objects[0]).toMatchObject({ action: 'run', username: 'admin' })
})

test('a check of a day says what is wrong with its files, and so does the health of a failing archive', async () => {
  const { call } = await open(archive())
  expect(await call('POST', '/api/archive/verify', { day: '2026-01-01' })).toEqual({
    status: 200,
    body: { day: '2026-01-01', problems: ['damaged'] },
  })
  expect((await call('POST', '/api/archive/verify', { day: '2026-01-09' })).status).toBe(404)
  const { body } = await call('GET', '/api/monitor/health')
  expect(body.parts.at(-1)).toMatchObject({
    name: 'archive',
    state: 'warning',
    says: 'The day 2026-01-03 cannot be archived or read: no space left.',
  })
})

test('without an archive, the answers are empty', async () => {
  const { call } = await open(undefined)
  expect((await call('GET', '/api/archive')).body).toMatchObject({ is_configured: false, days: 0 })
  expect((await call('GET', '/api/archive/days')).body).toMatchObject({ objects: [], item_count: 0 })
  expect((await call('POST', '/api/archive-restore-logs', { day: '2026-01-02' })).status).toBe(404)
})
