import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'
import type { ReportSpec } from './spec.ts'

const spec: ReportSpec = {
  title: 'Hosts',
  format: 'csv',
  query: { type: 'Search', params: {} },
  dashboardId: null,
  timeRange: null,
  timezone: 'UTC',
  emails: [],
  deliver: 'attachment',
  retention: 30,
}

const plenty = { owner: 1e15, all: 1e15 }

async function openInhabited() {
  const opened = await openTemporaryMetadata()
  const { users, reports } = opened.metadata
  const ann = (await users.create({ username: 'ann' })).id
  const bob = (await users.create({ username: 'bob' })).id
  /** Makes finished reports of a user, and of a schedule if given. */
  const finish = async (ownerId: number, count: number, scheduleId: number | null = null) => {
    const { id } = await reports.reports.create(ownerId, spec)
    const row = await opened.metadata.db
      .updateTable('reports')
      .set({ status: 'SUCCESS', schedule_id: scheduleId })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const { id: _, ...same } = row
    for (let more = 1; more < count; more += 100) {
      const some = Array(Math.min(100, count - more)).fill(same)
      await opened.metadata.db.insertInto('reports').values(some).execute()
    }
  }
  /** Makes finished reports of a user with files of these sizes, oldest first. */
  const finishFiles = async (ownerId: number, ...sizes: number[]) => {
    const ids: number[] = []
    for (const size of sizes) {
      const { id } = await reports.reports.create(ownerId, spec)
      const made = { status: 'SUCCESS', file_size: size, file_name: 'a.csv' }
      await opened.metadata.db.updateTable('reports').set(made).where('id', '=', id).execute()
      ids.push(id)
    }
    return ids
  }
  const countOf = async (userId: number) =>
    (await reports.reports.list({ userId, managesReports: false }, { offset: 0, limit: 1 })).itemCount
  return { ...opened, ...reports, ann, bob, finish, finishFiles, countOf }
}

test('of one owner and of one schedule a bounded number is kept: the newest', async () => {
  const { queue, schedules, ann, bob, finish, countOf, reports } = await openInhabited()
  const content = { spec, scheduleType: 'a', schedule: { adhoc: true }, isActive: false } as const
  const schedule = await schedules.create(bob, { content, nextRunAt: null })
  await finish(ann, 1_003)
  await finish(bob, 102, schedule.id)
  await finish(bob, 5)
  const { id: waiting } = await reports.create(ann, spec)
  expect(await queue.trim(plenty)).toEqual([1, 2, 3, 1_004, 1_005])
  expect([await countOf(ann), await countOf(bob)]).toEqual([1_001, 105])
  expect(await queue.trim(plenty)).toEqual([])
  expect(await reports.get({ userId: ann, managesReports: false }, waiting)).toMatchObject({
    status: 'PENDING',
  })
})

test('files of one owner, and of all, are kept up to their limits in bytes: the oldest go', async () => {
  const { queue, ann, bob, finishFiles, finish } = await openInhabited()
  const [first, second, third] = await finishFiles(ann, 40, 40, 30, 30)
  await finishFiles(bob, 20, 5)
  await finish(ann, 3)
  expect(await queue.trim({ owner: 100, all: 1e9 })).toEqual([first])
  // The owner with fewer bytes loses no file.
  expect(await queue.trim({ owner: 1e9, all: 100 })).toEqual([second])
  await finishFiles(ann, 20)
  expect(await queue.trim({ owner: 1e9, all: 100 })).toEqual([third])
  expect(await queue.trim({ owner: 1e9, all: 100 })).toEqual([])
})

test('queries of reports take a bounded number of bytes, of one owner and of all: the oldest go', async () => {
  const { metadata } = await openTemporaryMetadata({ userQuota: 10_000, totalQuota: 15_000 })
  const { reports, queue } = metadata.reports
  const finish = async (ownerId: number, status: 'SUCCESS' | 'FAILURE') => {
    const query = { type: 'Search', params: { text: 'x'.repeat(4_000) } }
    const { id } = await reports.create(ownerId, { ...spec, query })
    await metadata.db.updateTable('reports').set({ status }).where('id', '=', id).execute()
    return id
  }
  const { id: ann } = await metadata.users.create({ username: 'ann' })
  const { id: bob } = await metadata.users.create({ username: 'bob' })
  const [first, second] = [await finish(ann, 'FAILURE'), await finish(ann, 'SUCCESS')]
  expect(await queue.trim(plenty)).toEqual([])
  await finish(ann, 'FAILURE')
  expect(await queue.trim(plenty)).toEqual([first])
  await finish(bob, 'SUCCESS')
  expect(await queue.trim(plenty)).toEqual([])
  await finish(bob, 'SUCCESS')
  expect(await queue.trim(plenty)).toEqual([second])
  const parts = JSON.stringify('x'.repeat(4_000))
  await metadata.db.updateTable('reports').set({ parts }).where('owner_id', '=', bob).execute()
  expect(await queue.trim(plenty)).toHaveLength(1)
})

test('one owner whose reports are not finished, or who has many schedules, leaves turns to others', async () => {
  const { schedules, ann, bob, reports, clock, metadata } = await openInhabited()
  const content = { spec, scheduleType: 'a', schedule: { adhoc: true }, isActive: true } as const
  const due = async () => (await schedules.findDue()).map(({ ownerId }) => ownerId)
  for (let count = 0; count < 150; count++) {
    await schedules.create(ann, { content, nextRunAt: (clock.seconds - 1_000 + count) * 1_000_000 })
  }
  await schedules.create(bob, { content, nextRunAt: (clock.seconds - 1) * 1_000_000 })
  // Ann has as many as may wait, and bob's only one is second.
  expect(await due()).toEqual([ann, bob, ...Array(19).fill(ann)])
  for (let count = 0; count < 15; count++) await reports.create(ann, spec)
  expect(await due()).toEqual([ann, bob, ...Array(4).fill(ann)])
  for (let count = 0; count < 5; count++) await reports.create(ann, spec)
  expect(await due()).toEqual([bob])
  await metadata.db.updateTable('reports').set({ status: 'FAILURE' }).execute()
  expect((await due()).length).toBe(21)
})

test('a schedule is planned again once, and remembers the run that was next until a later one is', async () => {
  const { schedules, ann, clock } = await openInhabited()
  const content = { spec, scheduleType: 'c', schedule: { cron: {} }, isActive: true } as const
  const later = (seconds: number) => (clock.seconds + seconds) * 1_000_000
  const viewer = { userId: ann, managesReports: false }
  const { id } = await schedules.create(ann, { content, nextRunAt: later(900) })
  const [planned] = await schedules.listAhead()
  if (planned === undefined) throw new Error('no schedule')
  expect(planned).toMatchObject({ id, timezone: spec.timezone, nextRunAt: later(900), replannedFrom: null })
  // Two nodes replan at the same time: the second fails.
  expect(await schedules.replan(planned, later(60))).toBe(true)
  expect(await schedules.replan(planned, later(60))).toBe(false)
  const stored = await schedules.getStored(viewer, id)
  expect(stored).toMatchObject({ nextRunAt: later(60), replannedFrom: later(900) })
  clock.seconds += 60
  expect(await schedules.listAhead()).toEqual([])
  expect(await schedules.queueOnce(stored, { plannedAt: later(0), nextRunAt: later(60) })).toBeDefined()
  const claimed = await schedules.getStored(viewer, id)
  expect(claimed).toMatchObject({ nextRunAt: later(60), replannedFrom: later(840) })
  expect(await schedules.queueOnce(claimed, { plannedAt: later(1), nextRunAt: later(840) })).toBeDefined()
  expect(await schedules.getStored(viewer, id)).toMatchObject({ replannedFrom: null })
  // A change of the next run forgets `replannedFrom`, another change keeps it.
  const again = await schedules.getStored(viewer, id)
  await schedules.replan(again, later(120))
  const before = await schedules.getStored(viewer, id)
  await schedules.update(viewer, before, { content, nextRunAt: before.nextRunAt })
  expect(await schedules.getStored(viewer, id)).toMatchObject({ replannedFrom: later(840) })
  await schedules.update(viewer, before, { content, nextRunAt: later(300) })
  expect(await schedules.getStored(viewer, id)).toMatchObject({ nextRunAt: later(300), replannedFrom: null })
})

test('runners take turns between owners, each report goes to one', async () => {
  const { queue, reports, ann, bob } = await openInhabited()
  for (const owner of [ann, ann, ann, bob, bob]) await reports.create(owner, spec)
  const claims = []
  for (const runner of ['one', 'two', 'one', 'two', 'one', 'two']) claims.push(await queue.claim(runner))
  const claimed = claims.map(report => report && [report.id, report.ownerId])
  expect(claimed).toEqual([[1, ann], [4, bob], [2, ann], [5, bob], [3, ann], undefined])
  // Only the runner that has the report may report its progress and its end.
  expect([await queue.renew('two', 1, 50), await queue.renew('one', 1, 50)]).toEqual([false, true])
  const [first] = claims
  if (first === undefined) throw new Error('the first one was claimed')
  expect(await queue.fail('two', first, { code: 'x', detail: 'y' }, [])).toBe(false)
  expect(await queue.fail('one', first, { code: 'x', detail: 'y' }, [])).toBe(true)
  expect(await queue.renew('one', 1, 60)).toBe(false)
})

test('runners that claim at the same time get different reports and mails', async () => {
  const { metadata, queue, reports, ann } = await openInhabited()
  for (let made = 0; made < 8; made++) await reports.create(ann, { ...spec, emails: ['ann@example.com'] })
  const runners = Array.from({ length: 8 }, (_, index) => `runner ${index}`)
  const claimed = await Promise.all(
    runners.map(async runner => ({ runner, report: await queue.claim(runner) })),
  )
  const ids = claimed.map(({ report }) => report?.id ?? 0)
  expect(ids.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  for (const { runner, report } of claimed)
    if (report !== undefined) await queue.fail(runner, report, { code: 'x', detail: 'y' }, [])
  const mails = await Promise.all(runners.map(() => metadata.reports.mail.claim()))
  const mailed = mails.map(mail => mail?.id ?? 0)
  expect(mailed.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('addresses of active users are found in any case, also beyond ASCII', async () => {
  const { metadata } = await openTemporaryMetadata()
  await metadata.users.create({ username: 'ann', email: 'Änn@Example.com' })
  await metadata.users.create({ username: 'bob', email: 'bob@example.com', is_active: false })
  const given = ['änn@example.com', 'ÄNN@EXAMPLE.COM', 'bob@example.com', '']
  expect(await metadata.reports.findUserAddresses(given)).toEqual(new Set(['änn@example.com']))
})
