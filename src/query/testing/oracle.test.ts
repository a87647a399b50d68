import { describe, expect, test } from 'vitest'
import { dayOf, startOfDay, wallClock } from './calendar.ts'
import { type Arrival, deduplicated, type EventFields } from './events.ts'
import { type Asked, oracleAnswer } from './oracle.ts'
import { oracleRange } from './oracle-range.ts'

// Checks the oracle against a few cases worked out by hand, so that it does not share errors with the
// product.

const second = (iso: string): number => Date.parse(iso) / 1000
const fields: EventFields = {
  host: 'fw-1',
  program: 'sshd',
  facility: 4,
  severity: 6,
  mnemonic: '',
  message: 'session opened',
  type: 1,
  status: 0,
  tags: {},
}
const start = second('2026-01-15T12:00:00Z')

function arrivals(...moments: [seconds: number, also?: Partial<EventFields>][]): Arrival[] {
  return moments.map(([seconds, also]) => ({
    fields: { ...fields, ...also },
    at: Math.round((start + seconds) * 1_000_000),
  }))
}

describe('deduplication', () => {
  const occurrences = (...moments: Parameters<typeof arrivals>) =>
    deduplicated(arrivals(...moments), 60).map(event =>
      event.occurrences.map(at => (at - start * 1_000_000) / 1_000_000),
    )

  test('a window begins with the first occurrence and ends before the 60th second', () => {
    expect(occurrences([0], [59.999999], [60], [30], [61])).toEqual([
      [0, 59.999999, 30],
      [60, 61],
    ])
  })

  test('an earlier event opens its own window, and the window opened last takes events that both contain', () => {
    expect(occurrences([10], [0], [5], [30], [65])).toEqual([
      [10, 65],
      [0, 5, 30],
    ])
  })

  test('a fifth window of a signature closes the first', () => {
    expect(occurrences([0], [100], [200], [300], [400], [1])).toEqual([[0], [100], [200], [300], [400], [1]])
  })

  test('type, mnemonic and status are no part of the signature, tags are', () => {
    expect(occurrences([0], [1, { type: 0, status: 2 }], [2, { tags: { a: 'b' } }])).toEqual([[0, 1], [2]])
  })
})

describe('calendar', () => {
  test('shows what clocks show', () => {
    expect(wallClock(second('2026-03-29T01:00:00Z'), 'Europe/Berlin')).toBe('2026-03-29 03:00:00')
    expect(dayOf(second('2026-01-01T04:59:59Z'), 'America/New_York')).toBe(second('2025-12-31') / 86_400)
  })

  test.each([
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00Z'],
    ['America/Sao_Paulo', '2017-10-15', '2017-10-15T03:00:00Z'],
    ['America/Havana', '2025-11-02', '2025-11-02T04:00:00Z'],
    ['America/St_Johns', '2010-11-07', '2010-11-07T02:30:00Z'],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00Z'],
  ])('in %s the day %s begins at %s', (timezone, day, begins) => {
    expect(startOfDay(second(day) / 86_400, timezone)).toBe(second(begins))
  })
})

describe('ranges', () => {
  const now = second('2026-03-29T13:21:07Z')
  const bounds = (range: Parameters<typeof oracleRange>[0]) => {
    const { bounds } = oracleRange(range, now, 'Europe/Berlin')
    return [bounds.length - 1, bounds[0], bounds[1], bounds.at(-2), bounds.at(-1)]
  }
  const times = (...isos: string[]) => isos.map(iso => second(`2026-${iso}:00Z`))

  test.each([
    [{}, [60, ...times('03-29T12:22', '03-29T12:23', '03-29T13:21', '03-29T13:22')]],
    [
      { preset: 'last_3_hours', step: 3600 },
      [3, ...times('03-29T11:00', '03-29T12:00', '03-29T13:00', '03-29T14:00')],
    ],
    [{ preset: 'today' }, [92, ...times('03-28T23:00', '03-28T23:15', '03-29T21:45', '03-29T22:00')]],
    [
      { preset: 'last_3_days', step: 86_400 },
      [3, ...times('03-26T23:00', '03-27T23:00', '03-28T23:00', '03-29T22:00')],
    ],
    [
      { ts_from: second('2026-03-29T11:40:30Z'), ts_to: 0, step: 600 },
      [11, second('2026-03-29T11:40:30Z'), ...times('03-29T11:50', '03-29T13:20', '03-29T13:30')],
    ],
    [
      { ts_from: second('2026-03-29T11:59:59Z'), ts_to: second('2026-03-29T12:59:59Z') },
      [
        61,
        second('2026-03-29T11:59:59Z'),
        ...times('03-29T12:00', '03-29T12:59'),
        second('2026-03-29T12:59:59Z'),
      ],
    ],
  ])('%j has these periods', (range, wanted) => {
    expect(bounds(range)).toEqual(wanted)
  })
})

describe('answers', () => {
  const events = deduplicated(
    arrivals(
      [-5],
      [1],
      [30, { host: 'b', severity: 3 }],
      [70, { host: 'b', severity: 3 }],
      [71.5, { host: '', severity: 3 }],
      [100, { host: 'b', severity: 1 }],
    ),
    60,
  )
  const time_range = { ts_from: start, ts_to: start + 120, step: 60 }
  const ask = (question: Asked['question']): unknown =>
    oracleAnswer(events, {
      question: { ...question, params: { ...question.params, time_range } } as Asked['question'],
      now: start + 30,
      timezone: 'UTC',
    })
  const range = { ts_from: start, ts_to: start + 120 }
  const first = { ts_from: start, ts_to: start + 60 }
  const then = { ts_from: start + 60, ts_to: start + 120 }

  test('EventRate counts occurrences, and judges periods that have begun', () => {
    expect(ask({ type: 'EventRate', params: {} })).toEqual({
      totals: {
        ...range,
        drill_up_time_range: { ts_from: start, ts_to: start + 3600 },
        sum: 5,
        count: 1,
        min: 2,
        max: 2,
        avg: 2,
        last: 2,
      },
      details: [
        { ...first, count: 2 },
        { ...then, count: 3 },
      ],
    })
  })

  test('TopN ranks the whole and each period', () => {
    const params = {
      limit: 1,
      with_subperiods: true,
      top_periods: true,
      show_other: true,
      subfields: ['severity'],
    }
    const inAll = {
      severity: [
        { name: 3, count: 2 },
        { name: 1, count: 1 },
      ],
    }
    const inFirst = { ...first, total_count: 2 }
    const valuesOfFirst = [{ name: 'b', count: 1, subfields: { severity: [{ name: 3, count: 1 }] } }]
    const valuesThen = [
      {
        name: 'b',
        count: 2,
        subfields: {
          severity: [
            { name: 1, count: 1 },
            { name: 3, count: 1 },
          ],
        },
      },
    ]
    expect(ask({ type: 'TopN', params })).toEqual({
      totals: {
        ...range,
        values: [
          { name: 'b', count: 3, subfields: inAll },
          { name: 'other', count: 1 },
        ],
        cardinality: 2,
        count: 4,
      },
      details: [
        { ...inFirst, values: valuesOfFirst, total_values: [{ name: 'b', count: 1 }] },
        { ...then, total_count: 3, values: valuesThen, total_values: [{ name: 'b', count: 2 }] },
      ],
      top_periods: [{ ...then, total_count: 3, values: valuesThen }],
    })
  })

  test('LastN shows when each value was seen last', () => {
    expect(ask({ type: 'LastN', params: { ignore_empty: false, limit: 2 } })).toEqual({
      totals: {
        ...range,
        values: [
          { name: 'b', count: 3, last_seen: start + 100 },
          { name: '', count: 1, last_seen: start + 71.5 },
        ],
      },
    })
  })

  test('Search counts events of the range and shows whole ones', () => {
    const answer = ask({ type: 'Search', params: { sort: 'first_occurrence', page_size: 2, offset: 0 } })
    expect(answer).toMatchObject({
      totals: { ...range, count: 4, occurrences: 5 },
      events: {
        page_number: 1,
        page_count: 2,
        item_count: 4,
        objects: [
          { id: 1, counter: 2, first_occurrence: start - 5, first_occurrence_date: '2026/01/15 11:59:55' },
          { id: 2, counter: 2, last_occurrence: start + 70, severity_name: 'ERROR' },
        ],
      },
    })
  })
})
