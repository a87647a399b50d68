import { expect, test } from 'vitest'
import { openTemporary } from '../testing/temporary.ts'
import type { ReportOrder } from './order.ts'

const order: ReportOrder = {
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

async function openInhabited() {
  const opened = await openTemporary()
  const { users, reports } = opened.metadata
  const ann = (await users.create({ username: 'ann' })).id
  const bob = (await users.create({ username: 'bob' })).id
  /** Finished reports of a person, and of a schedule. */
  const finish = async (ownerId: number, count: number, scheduleId: number | null = null) => {
    const { id } = await reports.reports.create(ownerId, order)
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
  const countOf = async (userId: number) =>
    (await reports.reports.list({ userId, managesReports: false }, { offset: 0, limit: 1 })).itemCount
  return { ...opened, ...reports, ann, bob, finish, countOf }
}

test('of one owner and of one schedule a bounded number is kept: the newest', async () => {
  const { work, schedules, ann, bob, finish, countOf, reports } = await openInhabited()
  const content = { order, scheduleType: 'a', schedule: { adhoc: true }, isActive: false } as const
  const schedule = await schedules.create(bob, { content, nextRunAt: null })
  await finish(ann, 1_003)
  await finish(bob, 102, schedule.id)
  await finish(bob, 5)
  const { id: waiting } = await reports.create(ann, order)
  expect(await work.expire()).toEqual([1, 2, 3, 1_004, 1_005])
  expect([await countOf(ann), await countOf(bob)]).toEqual([1_001, 105])
  expect(await work.expire()).toEqual([])
  expect(await reports.get({ userId: ann, managesReports: false }, waiting)).toMatchObject({
    status: 'PENDING',
  })
})

test('runners take turns between owners, each report goes to one', async () => {
  const { work, reports, ann, bob } = await openInhabited()
  for (const owner of [ann, ann, ann, bob, bob]) await reports.create(owner, order)
  const claims = ['one', 'two', 'one', 'two', 'one', 'two'].map(runner => work.claim(runner))
  const claimed = (await Promise.all(claims)).map(report => report && [report.id, report.ownerId])
  expect(claimed).toEqual([[1, ann], [4, bob], [2, ann], [5, bob], [3, ann], undefined])
  // Only who has it may say how far it is, and how it ended.
  expect([await work.renew('two', 1, 50), await work.renew('one', 1, 50)]).toEqual([false, true])
  const [first] = await Promise.all(claims)
  if (first === undefined) throw new Error('the first one was claimed')
  expect(await work.fail('two', first, { code: 'x', detail: 'y' }, [])).toBe(false)
  expect(await work.fail('one', first, { code: 'x', detail: 'y' }, [])).toBe(true)
  expect(await work.renew('one', 1, 60)).toBe(false)
})
