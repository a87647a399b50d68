import { expect, test } from 'vitest'
import type { ReportSchedule } from '../../schema/reports/report.ts'
import { queryText } from './query-text.ts'
import {
  dailyCron,
  formOf,
  type ReportForm,
  reportBody,
  scheduleBody,
  scheduleChanges,
} from './report-form.ts'
import { reportsAddress, reportsPage } from './reports-address.ts'

const form: ReportForm = {
  title: ' Morning ',
  subject: { kind: 'query' },
  format: 'xlsx',
  range: 'yesterday',
  timezone: 'Europe/Berlin',
  when: 'cron',
  cron: { ...dailyCron, day_of_week: ' mon ' },
  at: '2026-12-24T18:00',
  emails: 'a@example.org, b@example.org;c@example.org',
  deliver: 'link',
  isActive: false,
  retention: '30',
}
const request = {
  type: 'Search' as const,
  params: { time_range: { preset: 'last_1_hours' }, freeze_time: true, page_size: 100, page: 3 },
}

test('a report has the query without paging, and its own time range', () => {
  expect(reportBody(form, { query: request })).toEqual({
    title: 'Morning',
    format: 'xlsx',
    time_range: { preset: 'yesterday', timezone: 'Europe/Berlin' },
    timezone: 'Europe/Berlin',
    emails: ['a@example.org', 'b@example.org', 'c@example.org'],
    deliver: 'link',
    query: { type: 'Search', params: { time_range: { preset: 'last_1_hours' } } },
  })
  expect(reportBody({ ...form, range: '', emails: ' ' }, { dashboard_id: 7 })).toMatchObject({
    time_range: null,
    emails: [],
    dashboard_id: 7,
  })
})

test('a schedule has its times, and leaves out empty members', () => {
  const { query, ...draft } = scheduleBody(form, { query: request })
  expect(draft).toMatchObject({
    schedule_type: 'c',
    schedule: { cron: { ...dailyCron, day_of_week: 'mon' } },
    is_active: false,
    retention: 30,
  })
  const once = scheduleBody({ ...form, when: 'later', retention: '', range: undefined }, undefined)
  expect(once).toMatchObject({ schedule_type: 't', schedule: { timestamp: '2026-12-24T18:00' } })
  expect(['retention', 'time_range', 'query', 'dashboard_id'].filter(name => name in once)).toEqual([])
})

const schedule: ReportSchedule = {
  id: 3,
  title: 'Weekly',
  format: 'xslx',
  query: null,
  dashboard_id: 7,
  time_range: { ts_from: 100, ts_to: 200 },
  timezone: 'Europe/Berlin',
  emails: ['a@example.org'],
  deliver: 'attachment',
  schedule_type: 'c',
  schedule: { cron: { hour: '6' } },
  is_active: true,
  retention: 90,
  last_run_at: null,
  next_run_at: null,
  last_report: null,
  owner: { id: 1, username: 'ann', fullname: '' },
  created_at: 1,
  updated_at: 1,
}

test('a schedule that is opened and saved unchanged stays the same', () => {
  const opened = formOf(schedule)
  expect(opened).toMatchObject({ subject: { kind: 'dashboard', id: 7 }, format: 'xlsx', range: undefined })
  expect(scheduleBody(opened, undefined)).toEqual({
    title: 'Weekly',
    format: 'xlsx',
    timezone: 'Europe/Berlin',
    emails: ['a@example.org'],
    deliver: 'attachment',
    schedule_type: 'c',
    schedule: { cron: { minute: '*', hour: '6', day_of_month: '*', month_of_year: '*', day_of_week: '*' } },
    is_active: true,
    retention: 90,
  })
})

test('an edited schedule sends only what the form changes', () => {
  const opened = formOf(schedule)
  expect(scheduleChanges(schedule, opened, undefined)).toEqual({})
  expect(scheduleChanges(schedule, { ...opened, title: 'Daily' }, undefined)).toEqual({ title: 'Daily' })
  // The form has no choice for a schedule that runs once at its creation.
  const once: ReportSchedule = { ...schedule, schedule_type: 'a', schedule: {} }
  expect(scheduleChanges(once, { ...formOf(once), title: 'Daily' }, undefined)).toEqual({ title: 'Daily' })
})

test('a change of the zone sends the time too, which the form shows in that zone', () => {
  const at = '2026-12-24T18:00'
  const absolute: ReportSchedule = { ...schedule, schedule_type: 't', schedule: { timestamp: 1_798_135_200 } }
  const form = { ...formOf(absolute), timezone: 'UTC', at }
  expect(scheduleChanges(absolute, form, undefined)).toEqual({
    timezone: 'UTC',
    schedule_type: 't',
    schedule: { timestamp: at },
  })
})

test.each([
  ['2026-12-24T18:00', '2026-12-24T18:00'],
  ['2026-12-24 18:00:30', '2026-12-24T18:00'],
  ['2026-12-24T18:00:00Z', '2026-12-24T19:00'],
  ['2026-12-24T18:00:00-0500', '2026-12-25T00:00'],
  [1_798_135_200, '2026-12-24T19:00'],
])('the time %s is local in the form: %s', (timestamp, at) => {
  expect(formOf({ ...schedule, schedule_type: 't', schedule: { timestamp } }).at).toBe(at)
})

test.each([
  ['Search', { filter: [], time_range: { preset: 'last_1_hours' } }, 'All events, last hour'],
  [
    'Search',
    {
      filter: [
        { field: 'message', op: 'qp', value: 'link down' },
        { field: 'host', op: 'eq', value: 'a' },
      ],
    },
    'All events with “link down” and 1 filter',
  ],
  ['TopN', { field: 'host', limit: 5 }, 'Top 5 by host'],
  ['System_CPU', { time_range: { ts_from: 60, ts_to: 120 } }, 'System_CPU, Jan 1 00:01 – 00:02'],
])('%s %j is reported: %s', (type, params, words) => expect(queryText({ type, params }, 'UTC')).toBe(words))

test.each([
  ['', '/reports'],
  ['view=schedules&page=2', '/reports?view=schedules&page=2'],
  ['schedule=7&all=1', '/reports?schedule=7&all=1'],
  ['schedule=x&page=0&view=nothing', '/reports'],
])('the address %j means %s', (query, address) =>
  expect(reportsAddress(reportsPage.read(query))).toBe(address),
)
