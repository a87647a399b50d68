import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Predicate } from '../../../filter/predicate/predicate.ts'
import type { Read } from '../../contract/event-store.ts'
import { spanOf, type WindowQuery, type WindowSeries } from '../../contract/window-query.ts'
import type { SqlStore } from '../../store/sql-store.ts'
import { ordinary, rowsOf, spoolFile, type TestEvent } from '../../testing/spool-file.ts'
import { openTestStore } from '../../testing/test-store.ts'

const start = 1_767_225_600_000_000
const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const everything: Predicate = { kind: 'const', value: true }

/**
 * Moments within a few minutes: on whole seconds, a microsecond off, and anywhere; events that continue
 * within 60 s.
 */
const anyMoments = fc
  .tuple(
    fc.integer({ min: 0, max: 240 }),
    fc.constantFrom(0, 0, 1, 999_999, 412_345),
    fc.array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.constantFrom(0, 1, 250_000, 999_999)), {
      maxLength: 6,
    }),
  )
  .map(([second, micros, repeats]) => {
    const first = second * 1_000_000 + micros
    return [first, ...repeats.map(([after, of]) => first + after * 1_000_000 + of)].map(at => start + at)
  })

let events: TestEvent[]
let store: SqlStore
beforeAll(async () => {
  const [moments = []] = fc.sample(fc.array(anyMoments, { minLength: 80, maxLength: 80 }), 1)
  events = moments.map(
    (occurrences, i): TestEvent => ({
      ...ordinary,
      id: i + 1,
      occurrences,
      host: `host-${i % 3}`,
      severity: i % 2,
      message: 'ä'.repeat(i % 4),
      tags: i % 5 === 0 ? { user: `u${i % 2}` } : {},
    }),
  )
  store = await openTestStore()
  await store.append(spoolFile(events.flatMap(rowsOf)))
})
afterAll(() => store.close())

const anyWindows = fc.record({
  end: fc
    .tuple(fc.integer({ min: -30, max: 300 }), fc.constantFrom(0, 0, 1, 500_000))
    .map(([second, micros]) => start + second * 1_000_000 + micros),
  step: fc.constantFrom(1, 250_000, 1_000_000, 7_000_000, 60_000_000),
  length: fc.constantFrom(1, 500_000, 1_000_000, 10_000_000, 60_000_000, 100_000_001),
  count: fc.integer({ min: 1, max: 40 }),
})
const anyQuery: fc.Arbitrary<WindowQuery> = fc.record({
  windows: anyWindows,
  fields: fc.constantFrom<WindowQuery['fields'][]>(
    [],
    ['host'],
    ['severity', 'host'],
    ['host', 'severity', 'type', { tag: ['user'] }],
  ),
  measure: fc.constantFrom('occurrences', 'message_bytes'),
})

test('windows have the occurrences after their beginning, up to and with their end', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(anyQuery, async query => {
      const scope = { ...spanOf(query.windows), predicate: everything }
      const answered = sorted(await store.windowSums(scope, query, read))
      expect(answered).toEqual(sorted(wantedOf(query)))
      found += answered.length
    }),
    { numRuns: 25 },
  )
  expect(found).toBeGreaterThan(25)
})

test('a predicate selects events', async () => {
  const windows = { end: start + 600_000_000, step: 1, length: 700_000_000, count: 1 }
  const only: Predicate = { kind: 'text', field: 'host', test: { kind: 'is', value: 'host-1', fold: false } }
  const query: WindowQuery = { windows, fields: ['host'], measure: 'occurrences' }
  const answered = await store.windowSums({ ...spanOf(windows), predicate: only }, query, read)
  const wanted = events.filter(({ host }) => host === 'host-1').flatMap(({ occurrences }) => occurrences)
  expect(answered).toEqual([{ values: ['host-1'], sums: [{ window: 0, sum: wanted.length }] }])
})

test('occurrences are counted by event and moment', async () => {
  const windows = { end: start + 150_000_000, step: 1, length: 100_000_000, count: 1 }
  const query: WindowQuery = { windows, fields: ['id', 'moment'], measure: 'occurrences' }
  const answered = await store.windowSums({ ...spanOf(windows), predicate: everything }, query, read)
  const found = answered.flatMap(({ values, sums }) => sums.map(({ sum }) => [...values, sum].map(Number)))
  const wanted = new Map<string, number>()
  for (const { id, occurrences } of events) {
    for (const at of occurrences.filter(one => one > start + 50_000_000 && one <= windows.end)) {
      const key = JSON.stringify([id, at])
      wanted.set(key, (wanted.get(key) ?? 0) + 1)
    }
  }
  const rows = [...wanted].map(([key, sum]) => [...JSON.parse(key), sum])
  const inOrder = (list: number[][]) => list.map(row => row.join(' ')).sort()
  expect(rows.length).toBeGreaterThan(20)
  expect(inOrder(found)).toEqual(inOrder(rows))
})

function wantedOf({ windows, fields, measure }: WindowQuery): WindowSeries[] {
  const series = new Map<string, WindowSeries & { sums: { window: number; sum: number }[] }>()
  for (const event of events) {
    const values = fields.map(field => {
      if (typeof field === 'object') return event.tags.user ?? ''
      return field === 'host' ? event.host : field === 'severity' ? event.severity : 'SYSLOG'
    })
    const key = JSON.stringify(values)
    const one = series.get(key) ?? { values, sums: [] }
    series.set(key, one)
    for (const at of event.occurrences) {
      for (let window = 0; window < windows.count; window++) {
        const end = windows.end + window * windows.step
        if (at <= end - windows.length || at > end) continue
        const sum = one.sums.find(each => each.window === window) ?? { window, sum: 0 }
        if (sum.sum === 0 && !one.sums.includes(sum)) one.sums.push(sum)
        sum.sum += measure === 'occurrences' ? 1 : Buffer.byteLength(event.message)
      }
    }
  }
  return [...series.values()].filter(({ sums }) => sums.length > 0)
}

function sorted(series: readonly WindowSeries[]): WindowSeries[] {
  return series
    .map(({ values, sums }) => ({ values, sums: sums.toSorted((a, b) => a.window - b.window) }))
    .sort((a, b) => (JSON.stringify(a.values) < JSON.stringify(b.values) ? -1 : 1))
}
