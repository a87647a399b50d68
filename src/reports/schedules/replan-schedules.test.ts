import { beforeEach, describe, expect, test } from 'vitest'
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

describe('a recurring schedule, when the clock is set back,', () => {
  const plans: [name: string, aheadAt: string, backAt: string, moments: string[]][] = [
    [
      'that a clock a year ahead has run',
      '2027-03-27T12:00Z',
      '2026-03-27T12:05Z',
      ['2027-03-27T01:30', '2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30'],
    ],
    [
      'that a clock some days ahead has run, at the moments that were not run',
      '2026-04-02T12:00Z',
      '2026-03-31T12:00Z',
      ['2026-04-02T00:30', '2026-04-01T00:30', '2026-04-03T00:30'],
    ],
  ]
  test.each(plans)('%s runs at its next moment', async (_name, aheadAt, backAt, moments) => {
    await reports.service.createSchedule(ann, daily)
    await tickAt(aheadAt)
    for (let hour = at(backAt); hour < at(backAt) + 3 * 86_400 - 7_200; hour += 1_800)
      await tickAt(new Date(hour * 1000).toISOString())
    expect(await planned()).toEqual(moments)
  })

  test('made by a clock that was ahead is planned again, also by the next start', async () => {
    opened.clock.seconds = at('2027-01-01T12:00Z')
    await reports.service.createSchedule(ann, daily)
    const once = { ...daily, schedule_type: 't', schedule: { timestamp: '2027-02-01T12:00Z' } } as const
    await reports.service.createSchedule(ann, once)
    await reports.close()
    opened.clock.seconds = at('2026-03-27T12:00Z')
    reports = await opened.open()
    const { objects } = await reports.service.schedules(ann, { offset: 0, limit: 9 })
    const nextRuns = objects.map(({ next_run_at }) => next_run_at)
    expect(nextRuns.sort()).toEqual([at('2026-03-28T01:30Z'), at('2027-02-01T12:00Z')])
    expect(await planned()).toEqual([])
  })

  test.each(['2026-03-28T01:00Z', '1970-01-01T00:00Z'])(
    'runs once for a moment that comes again after %s, although its report is gone',
    async backAt => {
      await reports.service.createSchedule(ann, daily)
      await tickAt('2026-03-28T03:00Z')
      expect(await planned()).toEqual(['2026-03-28T01:30'])
      await reports.service.remove(ann, 1)
      for (const text of [backAt, '2026-03-28T01:31Z', '2026-03-28T03:01Z']) await tickAt(text)
      expect(await planned()).toEqual([])
      expect(await reports.service.schedule(ann, 1)).toMatchObject({
        last_run_at: at('2026-03-28T03:00Z'),
        next_run_at: at('2026-03-29T01:00Z'),
      })
      await tickAt('2026-03-29T01:01Z')
      expect(await planned()).toEqual(['2026-03-29T01:00'])
    },
  )

  test('does not run for moments before it was made when a clock was behind meanwhile', async () => {
    await reports.service.createSchedule(ann, daily)
    await tickAt('1970-01-01T00:00Z')
    await tickAt('2026-03-27T12:01Z')
    expect(await planned()).toEqual([])
    await tickAt('2026-03-28T01:30Z')
    expect(await planned()).toEqual(['2026-03-28T01:30'])
  })
})
