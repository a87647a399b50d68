import fc from 'fast-check'
import { statsFunctions } from '../../schema/query/stats-functions.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import type { Place } from './any-arrivals.ts'
import { anyFilter } from './any-filter.ts'
import { secondsOfDay } from './calendar.ts'
import type { Asked, Question } from './oracle.ts'
import { oracleRange } from './oracle-range.ts'

const day = secondsOfDay
/** The oracle looks at every event for every period, so the number of periods is limited. */
const maxPeriods = 400

const timezones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Apia',
]
const lengths = [0, 1, 59, 60, 61, 600, 3599, 3600, 3601, 7200, 6 * 3600, day - 1, day, day + 3600, 3 * day]
const presets = [
  'last_1_minutes',
  'last_hour',
  'last_1_hours',
  'last_6_hours',
  'last_17_minutes',
  'last_90_seconds',
  'last_3_days',
  'last_day',
  'last_7_days',
  'last_2_weeks',
  'last_30_days',
  'last_1_months',
  'last_year',
  'last_9999_days',
  'today',
  'today',
  'yesterday',
  'yesterday',
]
const steps = [1, 7, 30, 75, 900, 1800, 3600, 10_000, 43_200, day, day, 25 * 3600, 2 * day, 7 * day, 30 * day]

/** A second around the place: on bounds, and at any time. */
function secondNear({ moment }: Place): fc.Arbitrary<number> {
  return fc
    .oneof(
      fc.constantFrom(-1, 0, 1, 60, 3599, 3600, 1800, -3600, day, -day, day / 2),
      fc.integer({ min: -80, max: 80 }).map(hours => hours * 3600),
      fc.integer({ min: -4 * day, max: 4 * day }),
    )
    .map(offset => moment + offset)
}

function anyEnds(place: Place): fc.Arbitrary<TimeRange> {
  const length = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...lengths) },
    { weight: 5, arbitrary: fc.integer({ min: 0, max: 5 * day }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 800 * day }) },
  )
  const second = secondNear(place)
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant({}) },
    { weight: 4, arbitrary: fc.constantFrom(...presets).map(preset => ({ preset })) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(second, length)
        .map(([from, length]) => ({ ts_from: from - (length >> 1), ts_to: from - (length >> 1) + length })),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(length, fc.constantFrom(0, 0, 60, 3600, 100_000))
        .map(([length, ago]) => ({ ts_from: -ago - length, ts_to: -ago })),
    },
    { weight: 1, arbitrary: length.map(length => ({ ts_from: -length })) },
    { weight: 1, arbitrary: second.map(second => ({ ts_from: second - 5 * day, ts_to: 0 })) },
    { weight: 1, arbitrary: second.map(second => ({ ts_from: -100 * day, ts_to: second })) },
  )
}

function anyTimeRange(place: Place): fc.Arbitrary<TimeRange> {
  const zone = fc.option(fc.constantFrom(place.timezone, ...timezones), { nil: undefined })
  const step = fc.option(fc.constantFrom(...steps), { nil: undefined })
  return fc.tuple(anyEnds(place), zone, step).map(([ends, timezone, step]) => ({
    ...ends,
    ...(timezone !== undefined && { timezone }),
    ...(step !== undefined && { step }),
  }))
}

const field = fc.constantFrom(
  'host',
  'program',
  'message',
  'severity',
  'facility',
  'status',
  'actionable',
  'type',
  'cisco_mnemonic',
  'user',
  'ut_user',
  'ut_host',
  'Src.Port',
  'FortiGate Type',
  'a "b" `c` %2e',
  '节点',
  'constructor',
  'nobody has it',
)
const limit = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 30 }))
const sortKey = fc
  .tuple(fc.constantFrom('', '-'), fc.constantFrom('first_occurrence', 'last_occurrence', 'counter', 'count'))
  .map(([sign, name]) => `${sign}${name}`)

/** Any of a type's own params may be left out. */
const own = {
  Search: fc.record(
    {
      sort: fc.oneof(sortKey, fc.array(sortKey, { minLength: 1, maxLength: 3 })),
      page: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 9 })),
      page_size: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 1000 })),
      offset: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat(40)),
    },
    { requiredKeys: [] },
  ),
  TopN: fc.record(
    {
      field,
      limit,
      with_subperiods: fc.boolean(),
      top_periods: fc.boolean(),
      show_other: fc.boolean(),
      ignore_empty: fc.boolean(),
      subfields: fc.uniqueArray(field, { maxLength: 3 }),
      subfields_limit: limit,
    },
    { requiredKeys: [] },
  ),
  LastN: fc.record({ field, limit, ignore_empty: fc.boolean() }, { requiredKeys: [] }),
  EventRate: fc.constant({}),
  Patterns: fc
    .record(
      {
        limit: fc.oneof(limit, fc.constant(500)),
        sort: fc.constantFrom('count' as const, 'new' as const, 'growth' as const),
        with_subperiods: fc.boolean(),
        compare_before: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    .filter(({ sort = 'count', compare_before = true }) => sort === 'count' || compare_before),
  FieldStats: fc.record({ field, limit }, { requiredKeys: [] }),
  Changes: fc.record({ limit: fc.oneof(limit, fc.constant(500)) }, { requiredKeys: [] }),
  Stats: fc.record(
    {
      field,
      functions: fc.uniqueArray(fc.constantFrom(...statsFunctions), { minLength: 1, maxLength: 4 }),
      group_by: fc.uniqueArray(field, { maxLength: 2, selector: sameName }),
      limit,
      ascending: fc.boolean(),
      ignore_empty: fc.boolean(),
      with_subperiods: fc.boolean(),
    },
    { requiredKeys: ['field'] },
  ),
}

/** Any question of a type about events around a place. */
export function anyQuestion(type: Question['type'], place: Place): fc.Arbitrary<Asked> {
  const compared = fc.record({ compare_to: anyEnds(place) }, { requiredKeys: [] })
  const notCompared: fc.Arbitrary<{ compare_to?: TimeRange }> = fc.constant({})
  const drawn = fc.record({
    own: own[type],
    other: type === 'Changes' ? compared : notCompared,
    common: fc.record(
      { time_range: anyTimeRange(place), filter: anyFilter(place.moment) },
      { requiredKeys: [] },
    ),
    now: fc
      .tuple(secondNear(place), fc.constantFrom(0, 0.001, 0.5, 0.999))
      .map(([second, rest]) => second + rest),
    timezone: fc.constantFrom(place.timezone, ...timezones),
  })
  return drawn
    .filter(({ common: { time_range = {} }, other: { compare_to = {} }, now, timezone }) => {
      const { step, ...ends } = time_range
      const compared = oracleRange(compare_to, now, ends.timezone ?? timezone)
      if (compared.from > compared.to) return false
      const { from, to } = oracleRange(ends, now, timezone)
      // A range that moves past its fixed end is refused.
      return from <= to && (to - from) / (step ?? to) <= maxPeriods
    })
    .filter(({ own }) => !repeatsField(own))
    .map(({ own, other, common, now, timezone }) => {
      // The params were drawn for this very type.
      return { question: { type, params: { ...common, ...own, ...other } } as Question, now, timezone }
    })
}

/** A field's name for all of its names. */
function sameName(field: string): string {
  return field === 'actionable' ? 'status' : field
}

/** Whether subfields repeat the field or each other, which is refused. */
function repeatsField(params: { field?: string; subfields?: string[] }): boolean {
  const names = [params.field ?? 'host', ...(params.subfields ?? [])].map(sameName)
  return new Set(names).size < names.length
}
