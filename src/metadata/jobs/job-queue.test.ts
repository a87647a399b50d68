import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseNow } from '../database/sql-forms.ts'
import type { ReportSpec } from '../reports/spec.ts'
import { insertAction } from '../testing/insert-action.ts'
import { isInFiles } from '../testing/postgres.ts'
import { openTemporaryMetadata } from '../testing/temporary.ts'

const spec: ReportSpec = {
  title: 'Hosts',
  format: 'csv',
  query: { type: 'Search', params: {} },
  dashboardId: null,
  timeRange: null,
  timezone: 'UTC',
  emails: ['ann@example.com'],
  deliver: 'attachment',
  retention: 30,
}
const finished = { fileName: 'a.csv', fileSize: 1, dataHash: 'ab', rowsCappedFrom: null, parts: [] }
const webhooks = {
  kind: 'webhook',
  limit: 9,
  running: new Map(),
  maxOfTrigger: 9,
  periodOf: () => 0,
} as const

/** Metadata with a report and an action that wait. */
async function openWaiting(options: Parameters<typeof openTemporaryMetadata>[0] = {}) {
  const opened = await openTemporaryMetadata(options)
  const { id: userId } = await opened.metadata.users.create({ username: 'ann' })
  const { id: reportId } = await opened.metadata.reports.reports.create(userId, spec)
  const actionId = await insertAction(opened.metadata, { owner_id: userId })
  return { ...opened, reportId, actionId }
}

describe('a claim is judged by one clock for all nodes', () => {
  test.each([600, -3_600])('and kept against a node whose clock is %i seconds ahead', async seconds => {
    const { metadata: one, clock, folder } = await openWaiting({ leaseClock: undefined })
    const { metadata: other } = await openTemporaryMetadata({
      folder,
      clock: () => clock.now() + seconds * 1_000_000,
      leaseClock: undefined,
    })
    const report = await one.reports.queue.claim('one')
    if (report === undefined) throw new Error('a report waits')
    expect(await one.actionRuns.claim('one', webhooks)).toHaveLength(1)
    await other.reports.queue.reclaim({ isOnlyProcess: false })
    await other.actionRuns.reclaim({ isOnlyProcess: false })
    expect(await other.reports.queue.claim('other')).toBeUndefined()
    expect(await other.actionRuns.claim('other', webhooks)).toEqual([])
    expect(await one.reports.queue.finish('one', report, finished)).toBe(true)
    expect((await one.reports.mail.claim())?.tries).toBe(1)
    expect(await other.reports.mail.claim()).toBeUndefined()
  })

  test('and lost when that clock has passed its end', async () => {
    const { metadata, clock } = await openWaiting({ leaseClock: undefined })
    const { queue, mail } = metadata.reports
    await queue.claim('one')
    await metadata.actionRuns.claim('one', webhooks)
    const passed = sql<number>`${databaseNow} - 1`
    await metadata.db.updateTable('reports').set({ lease_until: passed }).execute()
    await metadata.db.updateTable('action_runs').set({ lease_until: passed }).execute()
    await queue.reclaim({ isOnlyProcess: false })
    await metadata.actionRuns.reclaim({ isOnlyProcess: false })
    clock.seconds += 1
    const report = await queue.claim('other')
    if (report === undefined) throw new Error('a report waits')
    expect(report.attempt).toBe(2)
    expect(await metadata.actionRuns.claim('other', webhooks)).toMatchObject([{ attempt: 2 }])
    await queue.finish('other', report, finished)
    await mail.claim()
    await metadata.db.updateTable('reports').set({ mail_at: passed }).execute()
    expect((await mail.claim())?.tries).toBe(2)
  })
})

test('a lease starts when the claim is made, not before it waits for other writers', async () => {
  const { metadata, clock } = await openWaiting()
  const { waiting } = await metadata.db.transaction().execute(async () => {
    const waiting = metadata.actionRuns.claim('one', webhooks)
    clock.seconds += 600
    return { waiting }
  })
  await waiting
  await metadata.actionRuns.reclaim({ isOnlyProcess: false })
  expect(await metadata.actionRuns.claim('other', webhooks)).toEqual([])
})

test.runIf(!isInFiles)('reports are claimed, renewed and mailed while a writer takes long', async () => {
  const { metadata } = await openWaiting({ leaseClock: undefined })
  const { queue, mail } = metadata.reports
  await metadata.db.transaction().execute(async transaction => {
    await transaction.updateTable('users').set({ first_name: 'Ann' }).execute()
    const report = await queue.claim('one')
    if (report === undefined) throw new Error('a report waits')
    expect(await queue.renew('one', report.id, 50)).toBe(true)
    expect(await queue.finish('one', report, finished)).toBe(true)
    const claimed = await mail.claim()
    if (claimed === undefined) throw new Error('a mail waits')
    await mail.sent(claimed, null)
    expect(await mail.claim()).toBeUndefined()
  })
})

test.runIf(!isInFiles)('work that is not there waits for no writer', async () => {
  const { metadata } = await openTemporaryMetadata()
  const { reports, actionRuns, escalations, forwarders, nodes } = metadata
  const { id } = await nodes.claim('folder', 'berlin')
  await metadata.db.transaction().execute(async () => {
    await reports.queue.reclaim({ isOnlyProcess: false })
    expect(await reports.queue.claim('one')).toBeUndefined()
    expect(await reports.mail.claim()).toBeUndefined()
    expect(await reports.queue.expire()).toEqual([])
    expect(await reports.queue.trim({ owner: 1, all: 1 })).toEqual([])
    await actionRuns.reclaim({ isOnlyProcess: false })
    await actionRuns.bringForward()
    await actionRuns.expire({ days: 1, rows: 1 })
    await escalations.queueDue()
    expect(await forwarders.claim('one', false)).toEqual([])
    await nodes.markSeen(id, { url: null, counters: null, version: '1', clockSkewMs: 0 })
  })
})

test('a runner reclaims only ended claims that it does not work on', async () => {
  const { metadata, clock, reportId, actionId } = await openWaiting()
  const { reports, actionRuns } = metadata
  await reports.queue.claim('one')
  await actionRuns.claim('one', webhooks)
  const reclaim = async (runner: string, reportIds: number[], actionIds: number[]) => {
    await reports.queue.reclaim({ isOnlyProcess: false, held: { runner, ids: reportIds } })
    await actionRuns.reclaim({ isOnlyProcess: false, held: { runner, ids: actionIds } })
    const report = await metadata.db.selectFrom('reports').select('status').executeTakeFirstOrThrow()
    const action = await metadata.db.selectFrom('action_runs').select('status').executeTakeFirstOrThrow()
    return [report.status, action.status]
  }
  clock.seconds += 600
  expect(await reclaim('other', [reportId], [actionId])).toEqual(['PENDING', 'pending'])
  await reports.queue.claim('one')
  await actionRuns.claim('one', webhooks)
  clock.seconds += 600
  expect(await reclaim('one', [reportId], [actionId])).toEqual(['IN_PROGRESS', 'running'])
  // A report has two attempts, an action more.
  expect(await reclaim('one', [reportId + 1], [])).toEqual(['FAILURE', 'pending'])
})

test('a failed attempt to mail that outlived its claim changes nothing', async () => {
  const { metadata, clock, reportId } = await openWaiting()
  const { queue, mail, reports } = metadata.reports
  const report = await queue.claim('one')
  if (report === undefined) throw new Error('a report waits')
  await queue.finish('one', report, finished)
  const first = await mail.claim()
  clock.seconds += 181
  const second = await mail.claim()
  if (first === undefined || second === undefined) throw new Error('a mail waits')
  const mailNow = async () =>
    (await reports.get({ userId: report.ownerId, managesReports: false }, reportId)).mail
  // The first attempt has lost its claim, so it changes nothing: a third would run beside the second.
  await mail.failed(first, 'too late', 0)
  await mail.renew(first)
  expect(await mail.claim()).toBeUndefined()
  await mail.failed(first, 'too late')
  expect(await mailNow()).toMatchObject({ status: 'waiting', tries: 2, error: null })
  await mail.sent(second, null)
  await mail.failed(second, 'not at all')
  expect(await mailNow()).toMatchObject({ status: 'sent', error: null })
})
