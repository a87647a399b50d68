import { expect, test } from 'vitest'
import type { TimeRange } from '../../schema/time-range.ts'
import { fixTimeRange, subjectOf } from './answer-queries.ts'

/** 2026-06-10T06:00:00Z, 08:00 in Berlin. */
const moment = Date.UTC(2026, 5, 10, 6) / 1000
const hour = 3_600
const midnight = moment - 8 * hour

type Row = [name: string, own: TimeRange | undefined, instead: TimeRange | null, from: number, to: number]
const rows: Row[] = [
  ['its own range', { preset: 'last_2_hours' }, null, moment - 2 * hour, moment],
  ['none: the last hour', undefined, null, moment - hour, moment],
  ['another range instead', { preset: 'last_2_hours' }, { preset: 'today' }, midnight, midnight + 24 * hour],
  ['yesterday', { preset: 'yesterday' }, null, midnight - 24 * hour, midnight],
  [
    'a range with a zone',
    { preset: 'today', timezone: 'UTC' },
    null,
    midnight + 2 * hour,
    midnight + 26 * hour,
  ],
  ['an absolute one', { ts_from: 100, ts_to: 200 }, null, 100, 200],
  ['up to now', { ts_from: moment - 60, ts_to: 0 }, null, moment - 60, moment],
  ['since ever', { preset: 'last_90_years' }, null, 1, moment],
]

test.each(rows)('%s', (_name, own, instead, from, to) => {
  const params = { limit: 5, ...(own === undefined ? {} : { time_range: own }) }
  const fixed = fixTimeRange({ type: 'TopN', params }, { instead, timezone: 'Europe/Berlin', moment })
  expect(fixed.params).toMatchObject({ limit: 5, time_range: { ts_from: from } })
  expect(fixed.range?.from).toBe(from)
  // The end of a span without a calendar is rounded up to a whole step.
  expect(fixed.range?.to).toBeGreaterThanOrEqual(to)
  expect(fixed.range?.to).toBeLessThan(to + 31 * 24 * hour)
  // A later run uses the same range.
  const later = { instead: null, timezone: 'Asia/Tokyo', moment: moment + 5 * hour }
  expect(fixTimeRange(fixed, later)).toEqual(fixed)
})

test('tasks and notifications have a range only when one is given', () => {
  const options = { instead: null, timezone: 'UTC', moment }
  expect(fixTimeRange({ type: 'Tasks', params: {} }, options)).toEqual({
    type: 'Tasks',
    params: {},
    range: undefined,
  })
  const params = { time_range: { preset: 'last_1_hours' } }
  expect(fixTimeRange({ type: 'Tasks', params }, options).range).toEqual({
    from: moment - hour,
    to: moment,
  })
})

test('an impossible range is refused', () => {
  const options = { instead: { preset: 'some day' }, timezone: 'UTC', moment }
  expect(() => fixTimeRange({ type: 'Search', params: {} }, options)).toThrow(
    expect.objectContaining({ code: 'validation' }),
  )
})

test('a widget says which variables of the dashboard do not filter it', async () => {
  const variables = [
    { name: 'host', label: 'Host', field: 'host', value: 'web-1' },
    { name: 'program', field: 'program', value: null },
  ]
  const widgets = [
    { type: 'TopN', title: 'filtered', config: { field: 'host' } },
    { type: 'TopN', title: 'not', config: { field: 'host', ignore_variables: ['host'] } },
    { type: 'System_CPU', title: 'cannot', config: {} },
    { type: 'Note', title: '', config: { row: 3, note_text: '**Ann**' } },
  ]
  // Only the members that are read.
  const given = [
    { query: null, dashboardId: 1, title: '' },
    {},
    { get: async () => ({ config: { variables, row_groups: [{ title: 'Rest', row: 2 }] }, widgets }) },
  ] as unknown as Parameters<typeof subjectOf>
  const { queries } = await subjectOf(...given)
  expect(queries.map(({ title, view }) => [title, view?.unfilteredBy])).toEqual([
    ['', undefined],
    ['filtered', undefined],
    ['not', ['Host']],
    ['cannot', ['Host']],
  ])
  // Widgets without a position come last.
  expect(queries.map(({ view }) => view?.groupTitle)).toEqual(['Rest', undefined, undefined, undefined])
  expect(queries.map(({ note }) => note)).toEqual(['**Ann**', undefined, undefined, undefined])
})
