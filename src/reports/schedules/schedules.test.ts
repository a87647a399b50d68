import { readdirSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startChild } from '../../metadata/testing/child.ts'
import { postgresOf } from '../../metadata/testing/postgres.ts'
import type { ReportScheduleDraft } from '../../schema/reports/report.ts'
import { eventually } from '../../testing/until.ts'
import type { Author } from '../files/author.ts'
import type { RunningReports } from '../open-reports.ts'
import { at, daily, plannedMoments } from '../testing/daily-schedule.ts'
import { openTestReports, type TestReports } from '../testing/open-testing.ts'

let opened: TestReports
let reports: RunningReports
let ann: Author
beforeEach(async () => {
  opened = await openTestReports()
  opened.clock.seconds = at('2026-03-27T12:00:00Z')
  ann = await opened.person('ann')
  reports = await opened.open()
})

async function tickAt(text: string): Promise<void> {
  opened.clock.seconds = at(text)
  await reports.tick()
  await reports.idle()
}
const planned = () => plannedMoments(reports, ann)

describe('a recurring schedule', () => {
  test('runs at its moment, of the window up to it, and again', async () => {
    const made = await reports.service.createSchedule(ann, daily)
    expect(made).toMatchObject({
      id: 1,
      is_active: true,
      retention: 30,
      deliver: 'attachment',
      last_run_at: null,
      last_report: null,
      next_run_at: at('2026-03-28T01:30:00Z'),
    })
    await tickAt('2026-03-28T01:29:59Z')
    expect(await planned()).toEqual([])
    await tickAt('2026-03-28T01:30:02Z')
    await tickAt('2026-03-28T01:30:03Z')
    expect(await planned()).toEqual(['2026-03-28T01:30'])
    const report = await reports.service.get(ann, 1)
    expect(report.parts).toMatchObject([
      { ts_from: at('2026-03-27T01:30:00Z') - 0, ts_to: at('2026-03-28T01:30:00Z') },
    ])
    expect(await reports.service.schedule(ann, 1)).toMatchObject({
      last_run_at: at('2026-03-28T01:30:02Z'),
      next_run_at: at('2026-03-29T01:00:00Z'),
      last_report: { id: 1, status: 'SUCCESS', error: null },
    })
    const { objects } = await reports.service.list(ann, { offset: 0, limit: 9, scheduleId: 1 })
    expect(objects.map(({ id }) => id)).toEqual([1])
    expect((await reports.service.list(ann, { offset: 0, limit: 9, scheduleId: 2 })).itemCount).toBe(0)
  })

  test('is looked for by the first node at each tick, and by others with each clean-up', async () => {
    let isFirst = false
    let monotonicMs = 0
    /** Resolve at the following ticks. */
    const asked: (() => void)[] = []
    await opened.open({
      isFirst: () => {
        asked.shift()?.()
        return isFirst
      },
      monotonic: () => monotonicMs,
      tickIntervalMs: 1,
    })
    const ticked = () => new Promise<void>(resolve => asked.push(resolve))
    await reports.service.createSchedule(ann, daily)
    // The look for schedules at its start has ended.
    await ticked()
    opened.clock.seconds = at('2026-03-28T01:30:02Z')
    for (let tick = 0; tick < 3; tick++) await ticked()
    expect(await planned()).toEqual([])
    isFirst = true
    await eventually(planned).toEqual(['2026-03-28T01:30'])
    isFirst = false
    await ticked()
    opened.clock.seconds = at('2026-03-29T01:00:02Z')
    for (let tick = 0; tick < 3; tick++) await ticked()
    expect(await planned()).toEqual(['2026-03-28T01:30'])
    monotonicMs += 30_000
    await eventually(planned).toEqual(['2026-03-28T01:30', '2026-03-29T01:00'])
  })

  test('runs once for a moment that the clock leaves out, and once for one that comes twice', async () => {
    await reports.service.createSchedule(ann, daily)
    for (let hour = at('2026-03-28T00:00Z'); hour < at('2026-03-31T00:00Z'); hour += 900) {
      await tickAt(new Date(hour * 1000).toISOString())
    }
    expect(await planned()).toEqual(['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30'])
    await reports.service.removeSchedule(ann, 1)
    await reports.service.createSchedule(ann, daily)
    await tickAt('2026-10-24T12:00Z')
    for (let hour = at('2026-10-24T23:00Z'); hour < at('2026-10-26T12:00Z'); hour += 900) {
      await tickAt(new Date(hour * 1000).toISOString())
    }
    // Runs in March have expired.
    expect(await planned()).toEqual(['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30'])
  })

  test('that missed runs makes up for them once, of the newest window', async () => {
    await reports.service.createSchedule(ann, daily)
    await reports.close()
    opened.clock.seconds = at('2026-04-20T09:00:00Z')
    reports = await opened.open()
    await reports.tick()
    await reports.idle()
    expect(await planned()).toEqual(['2026-04-20T00:30'])
    expect(await reports.service.schedule(ann, 1)).toMatchObject({ next_run_at: at('2026-04-21T00:30:00Z') })
  })

  test('whose last report is not finished waits for it', async () => {
    const every = { ...daily, schedule: { cron: {} } }
    await reports.service.createSchedule(ann, every)
    const gate = Promise.withResolvers<void>()
    opened.renderer.gate = gate.promise
    for (const minute of ['01', '02', '03']) {
      opened.clock.seconds = at(`2026-03-27T12:${minute}:01Z`)
      await reports.tick()
    }
    expect(await planned()).toEqual(['2026-03-27T12:01'])
    gate.resolve()
    await reports.idle()
    await reports.tick()
    await reports.idle()
    expect(await planned()).toEqual(['2026-03-27T12:01', '2026-03-27T12:03'])
  })

  test('does not run while it is not active, and makes up for nothing afterwards', async () => {
    await reports.service.createSchedule(ann, daily)
    const paused = await reports.service.updateSchedule(ann, 1, { is_active: false })
    expect(paused).toMatchObject({ is_active: false, next_run_at: null })
    await tickAt('2026-04-05T12:00:00Z')
    const again = await reports.service.updateSchedule(ann, 1, { is_active: true })
    expect(again.next_run_at).toBe(at('2026-04-06T00:30:00Z'))
    await reports.tick()
    expect(await planned()).toEqual([])
  })

  test('stays as due as it was by a change that is not about when it runs', async () => {
    await reports.service.createSchedule(ann, daily)
    opened.clock.seconds = at('2026-03-28T05:00:00Z')
    const named = await reports.service.updateSchedule(ann, 1, { title: 'Loudest' })
    expect(named).toMatchObject({ title: 'Loudest', next_run_at: at('2026-03-28T01:30:00Z') })
    await reports.tick()
    await reports.idle()
    expect(await planned()).toEqual(['2026-03-28T01:30'])
    const moved = await reports.service.updateSchedule(ann, 1, { timezone: 'UTC' })
    expect(moved.next_run_at).toBe(at('2026-03-29T02:30:00Z'))
  })

  test('whose owner is deleted goes with its reports', async () => {
    await reports.service.createSchedule(ann, daily)
    await opened.metadata.users.remove(ann.userId)
    await tickAt('2026-03-28T02:00:00Z')
    const boss = await opened.person('boss', ['reports', 'manage_reports'])
    expect((await reports.service.schedules(boss, { offset: 0, limit: 9, showAll: true })).itemCount).toBe(0)
    expect(opened.source.asked).toEqual([])
  })
})

test('a schedule of once runs at once, and not again', async () => {
  const adhoc = { ...daily, schedule_type: 'a', schedule: { adhoc: true } } as const
  await reports.service.createSchedule(ann, adhoc)
  await reports.idle()
  expect(await planned()).toEqual(['2026-03-27T12:00'])
  await tickAt('2026-03-28T12:00:00Z')
  expect(await planned()).toHaveLength(1)
  expect(await reports.service.schedule(ann, 1)).toMatchObject({ next_run_at: null })
  // Runs at once, any number of times.
  const run = await reports.service.run(ann, 1)
  expect(run).toMatchObject({ schedule_id: 1, planned_at: null })
})

test('a schedule at a time runs then, also when it was missed', async () => {
  const once = { ...daily, schedule_type: 't', schedule: { timestamp: '2026-03-27T14:00' } } as const
  expect((await reports.service.createSchedule(ann, once)).next_run_at).toBe(at('2026-03-27T13:00:00Z'))
  await tickAt('2026-03-30T00:00:00Z')
  await tickAt('2026-03-31T00:00:00Z')
  expect(await planned()).toEqual(['2026-03-27T13:00'])
  await expect(reports.service.createSchedule(ann, once)).rejects.toMatchObject({
    fields: { 'schedule.timestamp': ['expected a time that is yet to come'] },
  })
})

describe('processes on one metadata', () => {
  /** A process that checks its clock on command, and answers line by line. */
  async function startProcess() {
    const { folder } = opened
    const place = JSON.stringify({ folder, postgres: await postgresOf(folder) })
    const child = startChild(new URL('../testing/tick-child.ts', import.meta.url), place)
    onTestFinished(() => child.kill())
    const lines = child.lines[Symbol.asyncIterator]()
    const next = async () => (await lines.next()).value
    expect(await next()).toBe('open')
    return { ...child, next, tick: (text: string) => child.say(String(at(text))) }
  }
  type Process = Awaited<ReturnType<typeof startProcess>>
  /** A claim of a process whose clock is a day behind would look like a dead process's claim. */
  async function setClocks(processes: readonly Process[], moment: string) {
    for (const process of processes) {
      process.say(`clock ${at(moment)}`)
      expect(await process.next()).toBe('set')
    }
  }

  test('run each schedule once, and make each report once; one that is killed is made up for', async () => {
    await reports.close()
    for (let count = 0; count < 8; count++) {
      await reports.service.createSchedule(ann, { ...daily, title: `Schedule ${count}` })
    }
    const [one, two] = await Promise.all([startProcess(), startProcess()])
    for (const moment of ['2026-03-28T06:00:00Z', '2026-03-29T06:00:00Z', '2026-03-30T06:00:00Z']) {
      await setClocks([one, two], moment)
      one.tick(moment)
      two.tick(moment)
      await Promise.all([one.next(), two.next()])
      // The last claim of one process may have waited for a free slot of the other.
      one.tick(moment)
      await one.next()
    }
    one.tick('2026-03-30T06:00:00Z')
    two.tick('2026-03-30T06:00:00Z')
    const made = await Promise.all([one.next(), two.next()])
    expect(made.map(line => Number(line?.split(' ')[1])).reduce((sum, count) => sum + count)).toBe(24)
    const moments = ['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30']
    const wanted = moments.flatMap(moment => Array(8).fill(moment))
    expect(await planned()).toEqual(wanted)

    one.say('hold')
    one.tick('2026-03-31T06:00:00Z')
    expect(await one.next()).toBe('begun')
    await one.kill()
    two.tick('2026-03-31T06:00:01Z')
    await two.next()
    // The killed process holds two until its lease ends.
    two.tick('2026-03-31T06:01:00Z')
    await two.next()
    two.tick('2026-03-31T06:01:01Z')
    await two.next()
    expect(await planned()).toEqual([...wanted, ...Array(8).fill('2026-03-31T00:30')])
    const { objects } = await reports.service.list(ann, { offset: 0, limit: 100 })
    expect(new Set(objects.map(({ status }) => status))).toEqual(new Set(['SUCCESS']))
    const files = readdirSync(path.join(opened.folder, 'reports'))
    expect(files).toHaveLength(32)
    expect(files.filter(name => name.endsWith('.part'))).toEqual([])
  })

  test('plan schedules again when their clocks are set back, or one is behind, and run each once', async () => {
    await reports.close()
    for (let count = 0; count < 4; count++) {
      await reports.service.createSchedule(ann, { ...daily, title: `Schedule ${count}` })
    }
    const both = await Promise.all([startProcess(), startProcess()])
    const [one, two] = both
    const tickBoth = async (moment: string) => {
      await setClocks(both, moment)
      for (const process of both) process.tick(moment)
      await Promise.all(both.map(process => process.next()))
      // The last claim of one process may have waited for a free slot of the other.
      one.tick(moment)
      await one.next()
    }
    const tick = async (process: Process, moment: string) => {
      process.tick(moment)
      await process.next()
    }
    const ran = (...moments: string[]) => moments.flatMap(moment => Array(4).fill(moment))
    await tickBoth('2027-03-27T12:00:00Z')
    await tickBoth('2026-03-27T12:05:00Z')
    await tickBoth('2026-03-28T01:31:00Z')
    expect(await planned()).toEqual(ran('2027-03-27T01:30', '2026-03-28T01:30'))
    const { objects } = await reports.service.list(ann, { offset: 0, limit: 100 })
    for (const { id } of objects) await reports.service.remove(ann, id)
    // One clock is hours behind the other, and plans by its own time.
    await setClocks([one], '2026-03-27T20:00:00Z')
    for (const minute of ['10', '11']) {
      await tick(one, `2026-03-27T20:${minute}:00Z`)
      await tick(two, `2026-03-28T06:${minute}:00Z`)
    }
    expect(await planned()).toEqual([])
    await tickBoth('2026-03-29T01:01:00Z')
    expect(await planned()).toEqual(ran('2026-03-29T01:00'))
  })
})

describe('of others', () => {
  test('a manager sees, pauses and runs a schedule, and does not change what it sends to whom', async () => {
    const made = await reports.service.createSchedule(ann, daily)
    const boss = await opened.person('boss', ['reports', 'search', 'manage_reports'], ['*'])
    const bob = await opened.person('bob')
    await expect(reports.service.schedule(bob, made.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(reports.service.run(bob, made.id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await reports.service.updateSchedule(boss, made.id, { is_active: false })).toMatchObject({
      is_active: false,
      owner: { username: 'ann' },
    })
    for (const change of [
      { query: { type: 'Search', params: {} } },
      { time_range: { preset: 'today' } },
      { deliver: 'link' as const },
    ]) {
      await expect(reports.service.updateSchedule(boss, made.id, change)).rejects.toMatchObject({
        code: 'permission_denied',
      })
    }
    await expect(
      reports.service.replaceSchedule(boss, made.id, { ...daily, dashboard_id: null, query: null }),
    ).rejects.toMatchObject({ code: 'permission_denied' })
    expect(await reports.service.replaceSchedule(boss, made.id, { ...daily, title: 'Other' })).toMatchObject({
      title: 'Other',
      is_active: true,
    })
    const { id } = await reports.service.run(boss, made.id)
    await reports.idle()
    expect(await reports.service.get(ann, id)).toMatchObject({
      owner: { username: 'ann' },
      schedule_id: made.id,
    })
    // With ann's rights, not the manager's.
    expect(opened.source.asked).toMatchObject([{ hosts: ['fw-*'] }])
  })
})

const wrong: [name: string, draft: Partial<ReportScheduleDraft>, fields: Record<string, string[]>][] = [
  ['nothing to tell', { query: null }, { query: ['Give either query or dashboard_id.'] }],
  ['both', { dashboard_id: 1 }, { query: ['Give either query or dashboard_id.'] }],
  ['an unknown type', { query: { type: 'Nonsense', params: {} } }, { 'query.type': ['not a choice'] }],
  ['no zone', { timezone: 'Mars' }, { timezone: ['expected an IANA time zone, not "Mars"'] }],
  [
    'mail that is never sent',
    { emails: ['ann@example.com'] },
    { emails: ['This service sends no mail: MILLRACE_SMTP_URL is not set.'] },
  ],
  [
    'a day that never comes',
    { schedule: { cron: { day_of_month: '30', month_of_year: '2' } } },
    { 'schedule.cron': ['expected a time that is yet to come'] },
  ],
  [
    'several faults together',
    { query: { type: 'Nonsense', params: {} }, timezone: 'UTC', schedule: { timestamp: 5 } },
    {
      'query.type': ['not a choice'],
      'schedule.timestamp': ['expected no such member with schedule_type c'],
      'schedule.cron': ['expected with schedule_type c'],
    },
  ],
]
test.each(wrong)('%s is refused', async (_name, draft, fields) => {
  await expect(reports.service.createSchedule(ann, { ...daily, ...draft })).rejects.toMatchObject({ fields })
})
