import { describe, expect, test } from 'vitest'
import { Fault } from '../../schema/fault.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import { resolveRange } from './resolve.ts'

const at = (text: string): number => Date.parse(`${text}Z`) / 1000
const utc = { timezone: 'UTC' }
/** Half a second past 13:21:07 on a Thursday. */
const now = at('2026-01-15T13:21:07.5')
const shown = (second: number): string => new Date(second * 1000).toISOString().slice(0, 19)

type Row = [
  range: TimeRange | undefined,
  from: string,
  to: string,
  step: number,
  periods: number,
  timezone?: string,
]
const relative: Row[] = [
  [undefined, '2026-01-15T12:22:00', '2026-01-15T13:22:00', 60, 60],
  [{}, '2026-01-15T12:22:00', '2026-01-15T13:22:00', 60, 60],
  [{ step: 1800 }, '2026-01-15T12:30:00', '2026-01-15T13:30:00', 1800, 2],
  [{ preset: 'last_hour' }, '2026-01-15T12:22:00', '2026-01-15T13:22:00', 60, 60],
  [{ preset: 'last_1_hours', step: 3600 }, '2026-01-15T13:00:00', '2026-01-15T14:00:00', 3600, 1],
  [{ preset: 'last_1_hours', step: 75 }, '2026-01-15T12:21:15', '2026-01-15T13:21:15', 75, 48],
  [{ preset: 'last_1_minutes' }, '2026-01-15T13:20:08', '2026-01-15T13:21:08', 1, 60],
  [{ preset: 'last_minute', step: 50 }, '2026-01-15T13:20:00', '2026-01-15T13:21:40', 50, 2],
  [{ preset: 'last_5_minutes' }, '2026-01-15T13:16:10', '2026-01-15T13:21:10', 5, 60],
  [{ preset: 'last_10_minutes' }, '2026-01-15T13:11:10', '2026-01-15T13:21:10', 5, 120],
  [{ preset: 'last_6_hours' }, '2026-01-15T07:25:00', '2026-01-15T13:25:00', 300, 72],
  [{ preset: 'last_24_hours' }, '2026-01-14T13:30:00', '2026-01-15T13:30:00', 900, 96],
  [{ preset: 'last_3_days' }, '2026-01-12T14:00:00', '2026-01-15T14:00:00', 3600, 72],
  [{ preset: 'last_7_days' }, '2026-01-09T00:00:00', '2026-01-16T00:00:00', 86_400, 7],
  [{ preset: 'last_7_days', step: 10_800 }, '2026-01-08T15:00:00', '2026-01-15T15:00:00', 10_800, 56],
  [{ preset: 'last_6_days' }, '2026-01-09T15:00:00', '2026-01-15T15:00:00', 10_800, 48],
  [{ preset: 'last_167_hours' }, '2026-01-08T15:00:00', '2026-01-15T15:00:00', 10_800, 56],
  [{ preset: 'last_168_hours' }, '2026-01-09T00:00:00', '2026-01-16T00:00:00', 86_400, 7],
  [{ preset: 'last_week', step: 86_400 }, '2026-01-09T00:00:00', '2026-01-16T00:00:00', 86_400, 7],
  [{ preset: 'last_30_days' }, '2025-12-17T00:00:00', '2026-01-16T00:00:00', 86_400, 30],
  [{ preset: 'last_month' }, '2025-12-17T00:00:00', '2026-01-16T00:00:00', 86_400, 30],
  [{ preset: 'last_60_days' }, '2025-11-17T00:00:00', '2026-01-16T00:00:00', 86_400, 60],
  [{ preset: 'last_100_days' }, '2025-10-08T00:00:00', '2026-01-16T00:00:00', 86_400, 100],
  [{ preset: 'last_year' }, '2025-01-16T00:00:00', '2026-01-22T00:00:00', 604_800, 53],
  [{ preset: 'last_365_days', step: 604_800 }, '2025-01-16T00:00:00', '2026-01-22T00:00:00', 604_800, 53],
  [{ preset: 'last_9999_weeks' }, '1970-01-01T00:00:00', '2026-02-06T00:00:00', 2_592_000, 683],
  [{ ts_from: -3600, ts_to: 0 }, '2026-01-15T12:22:00', '2026-01-15T13:22:00', 60, 60],
  [{ ts_from: -3600 }, '2026-01-15T12:22:00', '2026-01-15T13:22:00', 60, 60],
  [{ ts_from: -7200, ts_to: -3600 }, '2026-01-15T11:22:00', '2026-01-15T12:22:00', 60, 60],
  [{ ts_from: 0, ts_to: 0 }, '2026-01-15T13:21:08', '2026-01-15T13:21:08', 1, 0],
  [{ ts_from: -1e15, ts_to: -9e14, step: 86_400 }, '1970-01-01T00:00:00', '1970-01-01T00:00:00', 86_400, 0],
  // One end fixed: it stays as it is.
  [
    { ts_from: at('2026-01-15T13:00:05'), ts_to: 0, step: 600 },
    '2026-01-15T13:00:05',
    '2026-01-15T13:30:00',
    600,
    3,
  ],
  [
    { ts_from: -600, ts_to: at('2026-01-15T13:22:01'), step: 300 },
    '2026-01-15T13:15:00',
    '2026-01-15T13:22:01',
    300,
    2,
  ],
  [{ preset: 'today' }, '2026-01-15T00:00:00', '2026-01-16T00:00:00', 900, 96],
  [{ preset: 'today', step: 1800 }, '2026-01-15T00:00:00', '2026-01-16T00:00:00', 1800, 48],
  [{ preset: 'yesterday' }, '2026-01-14T00:00:00', '2026-01-15T00:00:00', 900, 96],
  [{ preset: 'today' }, '2026-01-14T18:30:00', '2026-01-15T18:30:00', 900, 96, 'Asia/Kolkata'],
  [{ preset: 'today' }, '2026-01-14T18:15:00', '2026-01-15T18:15:00', 900, 96, 'Asia/Kathmandu'],
  // Hours are whole hours of UTC, so the first and the last are cut here.
  [{ preset: 'today', step: 3600 }, '2026-01-14T18:30:00', '2026-01-15T18:30:00', 3600, 25, 'Asia/Kolkata'],
  [
    { preset: 'last_3_days', step: 86_400 },
    '2026-01-12T18:30:00',
    '2026-01-15T18:30:00',
    86_400,
    3,
    'Asia/Kolkata',
  ],
  [
    { preset: 'yesterday', timezone: 'America/New_York' },
    '2026-01-14T05:00:00',
    '2026-01-15T05:00:00',
    900,
    96,
  ],
  [
    { preset: 'last_2_hours', timezone: 'Asia/Kathmandu' },
    '2026-01-15T11:22:00',
    '2026-01-15T13:22:00',
    60,
    120,
  ],
]
test.each(relative)('%j is %s to %s by %d s', (range, from, to, step, periods, timezone = 'UTC') => {
  // proves 'Search time_range'
  const found = resolveRange(range, now, { timezone })
  expect([shown(found.from), shown(found.to), found.step, found.bounds.length - 1, found.relative]).toEqual([
    from,
    to,
    step,
    periods,
    true,
  ])
})

const clockChanges: [preset: string, timezone: string, now: string, periods: number, hours: number][] = [
  ['today', 'Europe/Berlin', '2026-03-29T12:00:00', 92, 23],
  ['today', 'Europe/Berlin', '2026-10-25T12:00:00', 100, 25],
  ['yesterday', 'America/New_York', '2026-11-02T12:00:00', 100, 25],
  ['today', 'Australia/Lord_Howe', '2026-10-04T05:00:00', 94, 23.5],
  ['today', 'America/Sao_Paulo', '2018-11-04T12:00:00', 92, 23],
]
test.each(clockChanges)('%s in %s at %s has %d quarters', (preset, timezone, moment, periods, hours) => {
  const { from, to, bounds, step } = resolveRange({ preset, timezone }, at(moment), utc)
  expect([step, bounds.length - 1, (to - from) / 3600]).toEqual([900, periods, hours])
})

test('day steps start at local midnight, whatever the clock does', () => {
  const range = { preset: 'last_3_days', step: 86_400, timezone: 'America/Sao_Paulo' }
  const { bounds } = resolveRange(range, at('2018-11-05T12:00:00'), utc)
  expect(bounds.map(shown)).toEqual([
    '2018-11-03T03:00:00',
    '2018-11-04T03:00:00',
    '2018-11-05T02:00:00',
    '2018-11-06T02:00:00',
  ])
})

// Samoa went from the end of 2011-12-29 to the start of 2011-12-31 in one moment.
const omittedDate: [range: TimeRange, now: string, bounds: string[]][] = [
  [
    { ts_from: -262_801, ts_to: 0, step: 86_400 },
    '2011-12-30T10:00:00.001',
    ['2011-12-27', '2011-12-28', '2011-12-29', '2011-12-30', '2011-12-31'],
  ],
  [
    { preset: 'last_3_days', step: 86_400 },
    '2011-12-30T11:00:00',
    ['2011-12-28', '2011-12-29', '2011-12-30', '2011-12-31'],
  ],
  [{ preset: 'last_1_days', step: 86_400 }, '2011-12-30T12:00:00', ['2011-12-30', '2011-12-31']],
  [
    { preset: 'last_2_days', step: 86_400 },
    '2011-12-30T12:00:00',
    ['2011-12-29', '2011-12-30', '2011-12-31'],
  ],
  [
    { preset: 'last_2_days', step: 172_800 },
    '2011-12-30T12:00:00',
    ['2011-12-28', '2011-12-30', '2011-12-31'],
  ],
]
test.each(omittedDate)('%j at %s is as long as asked for around a date left out', (range, moment, days) => {
  const { bounds } = resolveRange({ ...range, timezone: 'Pacific/Apia' }, at(moment), utc)
  expect(bounds.map(shown)).toEqual(days.map(day => `${day}T10:00:00`))
})

test('a range is used as given when it is absolute, its first and last period cut', () => {
  // proves 'Search time_range'
  const range = { ts_from: at('2026-03-28T10:00:00'), ts_to: at('2026-03-30T09:30:00'), step: 86_400 }
  const found = resolveRange(range, now, { timezone: 'Europe/Berlin' })
  expect(found.bounds.map(shown)).toEqual([
    '2026-03-28T10:00:00',
    '2026-03-28T23:00:00',
    '2026-03-29T22:00:00',
    '2026-03-30T09:30:00',
  ])
  expect(found).toMatchObject({ relative: false, validUntil: null, timezone: 'Europe/Berlin', now })
})

test('an absolute range of 600 s that cuts its periods has 121 of 5 s, so it gets 10 s', () => {
  const start = at('2026-01-15T13:00:00')
  expect(resolveRange({ ts_from: start, ts_to: start + 600 }, now, utc).step).toBe(5)
  expect(resolveRange({ ts_from: start + 1, ts_to: start + 601 }, now, utc).step).toBe(10)
})

// Clocks went forward on 2026-03-29, and back on 2026-10-25.
const weeks: [from: string, to: string, step: number, hours: number][] = [
  ['2026-03-22T23:00:00', '2026-03-29T22:00:00', 86_400, 167],
  ['2026-03-22T23:00:00', '2026-03-29T21:00:00', 10_800, 166],
  ['2026-10-18T22:00:00', '2026-10-25T23:00:00', 86_400, 169],
  ['2026-10-18T22:00:00', '2026-10-25T22:00:00', 86_400, 168],
  ['2026-10-18T22:00:00', '2026-10-25T21:59:59', 10_800, 168],
  ['2026-01-04T23:00:00', '2026-01-11T22:59:59', 10_800, 168],
]
test.each(weeks)('%s to %s in Berlin has steps of %d s', (from, to, step, hours) => {
  const found = resolveRange({ ts_from: at(from), ts_to: at(to), timezone: 'Europe/Berlin' }, now, utc)
  expect([found.step, Math.ceil((found.to - found.from) / 3600)]).toEqual([step, hours])
})

test('an empty range has no periods', () => {
  expect(resolveRange({ ts_from: 1000, ts_to: 1000 }, now, utc).bounds).toEqual([1000])
})

describe('refused', () => {
  const step = ['expected a step that makes at most 100,000 periods of this range']
  const preset = ['expected last_<n>_<unit>, last_<unit> (second to year), today or yesterday']
  const later = ['expected a time that is not later than ts_to']
  const stamp = ['expected Unix seconds before 10413792000 (the year 2300)']
  const refused: [range: TimeRange, fields: Record<string, string[]>][] = [
    [{ preset: 'last_week', step: 1 }, { step }],
    [{ ts_from: 1, ts_to: 100_002, step: 1 }, { step }],
    [{ ts_from: 86_400, ts_to: 10_000_000_000, step: 86_400 }, { step }],
    [
      { preset: 'last_hour', step: 400_000_000 },
      { step: ['expected at most 315360000 seconds (3,650 days)'] },
    ],
    [{ preset: 'last_0_hours' }, { preset }],
    [{ preset: 'last_-5_minutes' }, { preset }],
    [{ preset: 'last_1_fortnights' }, { preset }],
    [{ preset: 'last_9999999999_days' }, { preset }],
    [{ preset: 'Today' }, { preset }],
    [{ preset: 'last_constructor' }, { preset }],
    [{ preset: '' }, { preset }],
    [
      { preset: 'today', ts_from: -60 },
      { preset: ['expected either preset or ts_from and ts_to, not both'] },
    ],
    [{ ts_to: 0 }, { ts_from: ['expected with ts_to'] }],
    [{ ts_from: 2000, ts_to: 1000 }, { ts_from: later }],
    [{ ts_from: -60, ts_to: -61 }, { ts_from: later }],
    [{ ts_from: -60, ts_to: 1000 }, { ts_from: later }],
    [{ ts_from: 4_000_000_000, ts_to: 0 }, { ts_from: later }],
    [
      { ts_from: 1_768_483_267_000, ts_to: 1_768_483_268_000 },
      { ts_from: stamp, ts_to: stamp },
    ],
    [
      { preset: 'never', timezone: 'Mars/Olympus' },
      { timezone: ['expected an IANA time zone, not "Mars/Olympus"'], preset },
    ],
  ]
  test.each(refused)('%j', (range, members) => {
    const fields = Object.fromEntries(
      Object.entries(members).map(([member, messages]) => [`params.time_range.${member}`, messages]),
    )
    const resolve = () => resolveRange(range, now, utc)
    expect(resolve).toThrow(Fault)
    expect(resolve).toThrow(expect.objectContaining({ code: 'validation', fields }))
  })
  test('but 100,000 periods are not', () => {
    expect(resolveRange({ ts_from: 1, ts_to: 100_001, step: 1 }, now, utc).bounds.length).toBe(100_001)
  })
})
