import { expect, test } from 'vitest'
import { parseTypedRange } from './parse-typed-range.ts'
import { presetText, type Range, rangeKey, rangeText, readRange, timeRangeOf, zoomedOut } from './range.ts'

const names: [preset: string, text: string][] = [
  ['last_1_hours', 'Last hour'],
  ['last_hour', 'Last hour'],
  ['last_15_minutes', 'Last 15 minutes'],
  ['today', 'Today'],
  ['some_new_one', 'Some new one'],
]
for (const [preset, text] of names)
  test(`${preset} reads ${text}`, () => expect(presetText(preset)).toBe(text))

const keys: [key: string, range: Range | undefined][] = [
  ['last_7_days', { preset: 'last_7_days' }],
  ['1767225600~1767229200', { from: 1767225600, to: 1767229200 }],
  ['1767229200~1767225600', undefined],
  ['5~5', undefined],
  ['last_x_days', undefined],
  ['', undefined],
  ['12~', undefined],
]
for (const [key, range] of keys)
  test(`the address says ${key}`, () => {
    expect(readRange(key)).toEqual(range)
    if (range) expect(rangeKey(range)).toBe(key)
  })

test('on the wire the zone decides where days begin', () => {
  expect(timeRangeOf({ preset: 'today' }, 'Europe/Berlin')).toEqual({
    preset: 'today',
    timezone: 'Europe/Berlin',
  })
  expect(timeRangeOf({ from: 1, to: 2 }, 'UTC')).toEqual({ ts_from: 1, ts_to: 2, timezone: 'UTC' })
})

test('an absolute range is told in the zone', () => {
  expect(rangeText({ from: 1767225600, to: 1767229200 }, 'UTC')).toBe('Jan 1 00:00 – 01:00')
})

const day = 86_400
const steps: [range: Range, step: number | undefined][] = [
  [{ preset: 'last_1_hours' }, undefined],
  [{ preset: 'today' }, undefined],
  [{ preset: 'last_6_days' }, undefined],
  [{ preset: 'last_7_days' }, 10_800],
  [{ preset: 'last_week' }, 10_800],
  [{ preset: 'last_15_days' }, 10_800],
  [{ preset: 'last_16_days' }, 21_600],
  [{ preset: 'last_30_days' }, 21_600],
  [{ preset: 'last_60_days' }, 43_200],
  [{ preset: 'last_61_days' }, undefined],
  [{ preset: 'last_year' }, undefined],
  [{ from: 0, to: 3_600 }, undefined],
  [{ from: 0, to: 15 * day }, 10_800],
  [{ from: 1, to: 15 * day + 1 }, 21_600],
]
for (const [range, step] of steps)
  test(`a picture of ${JSON.stringify(range)} has steps of ${step ?? 'the service'}`, () =>
    expect(timeRangeOf(range, 'UTC').step).toBe(step))

const wider: [from: number, to: number, now: number, range: Range][] = [
  [1000, 1100, 5000, { from: 950, to: 1150 }],
  [1000, 1100, 1100, { from: 900, to: 1100 }],
  [1000, 1001, 5000, { from: 998, to: 1002 }],
]
for (const [from, to, now, range] of wider)
  test(`${from} to ${to} widened at ${now}`, () => expect(zoomedOut(from, to, now)).toEqual(range))

const at = (text: string) => Date.parse(text) / 1000
const now = at('2026-11-03T14:30:00Z')
const span = (from: string, to: string) => ({ from: at(from), to: at(to) })
const typed: [text: string, zone: string, range: Range | undefined][] = [
  ['15m', 'UTC', { preset: 'last_15_minutes' }],
  ['Last 2 Hours', 'UTC', { preset: 'last_2_hours' }],
  ['past week', 'UTC', { preset: 'last_1_weeks' }],
  ['7 days', 'UTC', { preset: 'last_7_days' }],
  ['today', 'UTC', { preset: 'today' }],
  ['last_3_days', 'UTC', { preset: 'last_3_days' }],
  ['2026-11-02', 'UTC', span('2026-11-02T00:00Z', '2026-11-03T00:00Z')],
  ['2026-11-02', 'Asia/Kolkata', span('2026-11-01T18:30Z', '2026-11-02T18:30Z')],
  ['2026-10-25', 'Europe/Berlin', span('2026-10-24T22:00Z', '2026-10-25T23:00Z')],
  ['2026-11-02 14:00 to 15:30', 'UTC', span('2026-11-02T14:00Z', '2026-11-02T15:30Z')],
  ['2026-11-02T14:00:05 ~ 2026/11/03 1:00', 'UTC', span('2026-11-02T14:00:05Z', '2026-11-03T01:00Z')],
  ['14:00 to now', 'UTC', span('2026-11-03T14:00Z', '2026-11-03T14:30Z')],
  ['2026-11-01 to 2026-11-02', 'UTC', span('2026-11-01T00:00Z', '2026-11-03T00:00Z')],
  ['2026-11-02 15:30 to 14:00', 'UTC', undefined],
  ['2026-02-30', 'UTC', undefined],
  ['25:00 to 26:00', 'UTC', undefined],
  ['14:00', 'UTC', span('2026-11-03T13:45Z', '2026-11-03T14:15Z')],
  ['23:00', 'UTC', span('2026-11-02T22:45Z', '2026-11-02T23:15Z')],
  ['-30m', 'UTC', { preset: 'last_30_minutes' }],
  ['2 hours ago', 'UTC', { preset: 'last_2_hours' }],
  ['since 9:00', 'UTC', span('2026-11-03T09:00Z', '2026-11-03T14:30Z')],
  ['since 9:00', 'America/New_York', span('2026-11-03T14:00Z', '2026-11-03T14:30Z')],
  ['since 23:00', 'UTC', span('2026-11-02T23:00Z', '2026-11-03T14:30Z')],
  ['since yesterday', 'UTC', span('2026-11-02T00:00Z', '2026-11-03T14:30Z')],
  ['since tomorrow', 'UTC', undefined],
  ['yesterday 14:00 to 15:30', 'UTC', span('2026-11-02T14:00Z', '2026-11-02T15:30Z')],
  ['yesterday 2pm to 3:30 pm', 'UTC', span('2026-11-02T14:00Z', '2026-11-02T15:30Z')],
  ['yesterday 23:00 to today 1:00', 'UTC', span('2026-11-02T23:00Z', '2026-11-03T01:00Z')],
  ['mon 9:00 - 10:00', 'UTC', span('2026-11-02T09:00Z', '2026-11-02T10:00Z')],
  ['tuesday', 'UTC', span('2026-11-03T00:00Z', '2026-11-04T00:00Z')],
  ['wed', 'UTC', span('2026-10-28T00:00Z', '2026-10-29T00:00Z')],
  ['Nov 2 21:45:41', 'UTC', span('2026-11-02T21:30:41Z', '2026-11-02T22:00:41Z')],
  ['Dec 24', 'UTC', span('2025-12-24T00:00Z', '2025-12-25T00:00Z')],
  ['3 Nov 2026 1:00 until 2:00', 'UTC', span('2026-11-03T01:00Z', '2026-11-03T02:00Z')],
  ['between 8:00 and 9:00', 'UTC', span('2026-11-03T08:00Z', '2026-11-03T09:00Z')],
  ['1793700000', 'UTC', { from: 1_793_699_100, to: 1_793_700_900 }],
  ['1793700000000', 'UTC', { from: 1_793_699_100, to: 1_793_700_900 }],
  ['1793700000 1793700060', 'UTC', undefined],
  ['1793700000-1793700060', 'UTC', { from: 1_793_700_000, to: 1_793_700_060 }],
  ['1793700000000 to 1793700060500', 'UTC', { from: 1_793_700_000, to: 1_793_700_061 }],
  ['1793700000~1793700060', 'UTC', { from: 1_793_700_000, to: 1_793_700_060 }],
  [
    '2026-11-03T13:00:00Z to 2026-11-03T13:30:00.250Z',
    'Asia/Kolkata',
    span('2026-11-03T13:00Z', '2026-11-03T13:30:01Z'),
  ],
  ['2026-11-03T13:00:00+0100', 'UTC', span('2026-11-03T11:45Z', '2026-11-03T12:15Z')],
  ['2026-11-03 13:00 UTC', 'Asia/Kolkata', span('2026-11-03T12:45Z', '2026-11-03T13:15Z')],
  ['2026-02-30T13:00:00Z', 'UTC', undefined],
  ['now-15m', 'UTC', { preset: 'last_15_minutes' }],
  ['now-24h to now', 'UTC', { preset: 'last_24_hours' }],
  ['this week', 'UTC', span('2026-11-02T00:00Z', '2026-11-03T14:30Z')],
  ['This week', 'America/New_York', span('2026-11-02T05:00Z', '2026-11-03T14:30Z')],
  ['last week', 'UTC', span('2026-10-26T00:00Z', '2026-11-02T00:00Z')],
  ['last week', 'Europe/Berlin', span('2026-10-25T23:00Z', '2026-11-01T23:00Z')],
  ['last 1 week', 'UTC', { preset: 'last_1_weeks' }],
  ['this month', 'UTC', span('2026-11-01T00:00Z', '2026-11-03T14:30Z')],
  ['last month', 'Europe/Berlin', span('2026-09-30T22:00Z', '2026-10-31T23:00Z')],
  ['previous year', 'UTC', span('2025-01-01T00:00Z', '2026-01-01T00:00Z')],
  ['this hour', 'America/New_York', span('2026-11-03T14:00Z', '2026-11-03T14:30Z')],
  ['last hour', 'UTC', { preset: 'last_1_hours' }],
  ['this day', 'UTC', { preset: 'today' }],
  ['now/d', 'UTC', { preset: 'today' }],
  ['now/d to now', 'UTC', span('2026-11-03T00:00Z', '2026-11-03T14:30Z')],
  ['now-1d/d', 'UTC', { preset: 'yesterday' }],
  ['now-1d/d to now-1d/d', 'UTC', { preset: 'yesterday' }],
  ['now-1d/d to now/d', 'UTC', span('2026-11-02T00:00Z', '2026-11-03T14:30Z')],
  ['now-7d/d - now', 'UTC', span('2026-10-27T00:00Z', '2026-11-03T14:30Z')],
  ['now-1w/w', 'UTC', span('2026-10-26T00:00Z', '2026-11-02T00:00Z')],
  ['now-1M/M', 'UTC', span('2026-10-01T00:00Z', '2026-11-01T00:00Z')],
  ['now-90m/m to now-1h', 'UTC', span('2026-11-03T13:00Z', '2026-11-03T13:30Z')],
  ['now-6h to now-3h', 'UTC', span('2026-11-03T08:30Z', '2026-11-03T11:30Z')],
  ['now+1d/d', 'UTC', undefined],
  ['now-3h to now-6h', 'UTC', undefined],
  ['10:00-11:00', 'UTC', span('2026-11-03T10:00Z', '2026-11-03T11:00Z')],
  ['2026-11-03T10:00:00.000Z/2026-11-03T11:00:00Z', 'UTC', span('2026-11-03T10:00Z', '2026-11-03T11:00Z')],
  ['Tue, 03 Nov 2026 13:00:00 GMT', 'Asia/Kolkata', span('2026-11-03T12:45Z', '2026-11-03T13:15Z')],
  ['[03/Nov/2026:13:00:00 +0100]', 'UTC', span('2026-11-03T11:45Z', '2026-11-03T12:15Z')],
  ['31/Feb/2026:13:00:00 +0100', 'UTC', undefined],
  ['13pm', 'UTC', undefined],
  ['feb 30', 'UTC', undefined],
  ['now', 'UTC', undefined],
  ['1 2 3', 'UTC', undefined],
  ['0 minutes', 'UTC', undefined],
  ['a while ago', 'UTC', undefined],
  ['', 'UTC', undefined],
]
for (const [text, zone, range] of typed)
  test(`typed ${JSON.stringify(text)} in ${zone}`, () =>
    expect(parseTypedRange(text, zone, now)).toEqual(range))
