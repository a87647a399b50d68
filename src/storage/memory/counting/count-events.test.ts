import { afterEach, expect, test } from 'vitest'
import type { Read, Scope } from '../../contract/event-store.ts'
import { daySeconds } from '../../contract/time-span.ts'
import type { SqlStore } from '../../store/sql-store.ts'
import { ordinary, rowsOf, spoolFile, type TestRow } from '../../testing/spool-file.ts'
import { openTestStore } from '../../testing/test-store.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const start = Date.UTC(2026, 0, 1) / 1000
const scopeOf = (from: number, to: number): Scope => ({
  from: start + from,
  to: start + to,
  predicate: { kind: 'const', value: true },
})

let store: SqlStore
afterEach(async () => await store.close())

let ids = 0
/** Rows of an event with occurrences at these seconds after the start. */
function event(...seconds: number[]): TestRow[] {
  const occurrences = seconds.map(second => (start + second) * 1e6)
  return rowsOf({ ...ordinary, id: ++ids, message: 'up', occurrences, tags: {} })
}

test('an event that began before the range is counted in the first slice, also when it continues in a later one', async () => {
  store = await openTestStore({ window: 600 })
  await store.append(spoolFile(event(daySeconds - 5, daySeconds + 100)))
  const range = scopeOf(daySeconds, 2 * daySeconds)
  const first = scopeOf(daySeconds, daySeconds + 60)
  const second = scopeOf(daySeconds + 60, 2 * daySeconds)
  expect(await store.countEvents(first, range, read)).toEqual({ events: 1, occurrences: 0 })
  expect(await store.countEvents(second, range, read)).toEqual({ events: 0, occurrences: 1 })
})

test('an event that continued behind the midnight of a dropped day counts once in ranges that begin around it, and in their slices', async () => {
  store = await openTestStore()
  const midnight = 2 * daySeconds
  await store.append(spoolFile([...event(10), ...event(midnight - 10, midnight + 2, midnight + 3)]))
  await store.counts.drop('20260102', start + daySeconds, async () => true)
  const bounds = [0, midnight - 5, midnight - 2, midnight, midnight + 1, midnight + 3, 3 * daySeconds]
  for (const [i, from] of bounds.slice(0, -2).entries()) {
    const range = scopeOf(from, 3 * daySeconds)
    const events = from === 0 ? 2 : 1
    expect((await store.countEvents(range, range, read)).events).toBe(events)
    const slices = bounds.slice(i + 1).map((to, at) => scopeOf(bounds[i + at] ?? 0, to))
    const counts = await Promise.all(slices.map(slice => store.countEvents(slice, range, read)))
    expect({ from, events: counts.reduce((sum, { events }) => sum + events, 0) }).toEqual({ from, events })
  }
})
