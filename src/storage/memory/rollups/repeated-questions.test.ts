import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Predicate } from '../../../filter/predicate/predicate.ts'
import { emptyAccount, type Read, type Scope, type TopQuery } from '../../contract/event-store.ts'
import type { SqlStore } from '../../store/sql-store.ts'
import { countedOracle } from '../../testing/counted-oracle.ts'
import { eagerRollups } from '../../testing/eager-rollups.ts'
import { ordinary, rowsOf, spoolFile, type TestEvent } from '../../testing/spool-file.ts'
import { openTestStore } from '../../testing/test-store.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const start = Date.UTC(2026, 0, 1) / 1000
const [minute, hour, day] = [60, 3_600, 86_400]
const everything: Predicate = { kind: 'const', value: true }
const byHost: TopQuery = { field: 'host', ignoreEmpty: true, limit: 9 }

/** Events of several hosts and messages, one every 1,000 s for three days. */
const events: TestEvent[] = Array.from({ length: Math.floor((3 * day) / 1_000) }, (_, i) => ({
  id: i + 1,
  occurrences: [(start + i * 1_000) * 1_000_000],
  ...ordinary,
  host: `fw-${i % 4}`,
  message: i % 3 === 0 ? 'token x9Kd82jZ' : 'link eth0 down',
  tags: {},
}))

let store: SqlStore
beforeAll(async () => {
  store = await openTestStore({ rollups: { ...eagerRollups, minAsked: 2 } })
  await store.append(spoolFile(events.flatMap(rowsOf)))
})
afterAll(async () => await store.close())

/** The answer, and its number of statements. */
async function counted<T>(ask: (read: Read) => Promise<T>): Promise<[T, number]> {
  const account = emptyAccount()
  return [await ask({ ...read, account }), account.statements]
}

/** Asks three times, as a watched question does, and lets the counts be made. */
async function watch(ask: (read: Read) => Promise<unknown>): Promise<void> {
  for (let times = 0; times < 3; times++) {
    await ask(read)
    await store.rollups.settled()
  }
}

test('a range that is asked about in slices, newest first, is kept whole', async () => {
  const predicate: Predicate = { kind: 'number', field: 'severity', op: 'le', value: 7 }
  const slices: Scope[] = Array.from({ length: 6 }, (_, i) => ({
    from: start + (5 - i) * 12 * hour,
    to: start + (6 - i) * 12 * hour,
    predicate,
  }))
  await watch(async read => {
    for (const slice of slices) await store.topValues(slice, byHost, read)
  })
  const whole: Scope = { from: start, to: start + 3 * day, predicate }
  const [top, statements] = await counted(read => store.topValues(whole, byHost, read))
  expect(top).toEqual(countedOracle(events, whole).topValues(byHost))
  expect(statements).toBe(0)
})

test('a range whose ends move over a minute or an hour is counted in memory at once', async () => {
  const scopeAt = (by: number): Scope => ({
    from: start + hour - 30 + by,
    to: start + 2 * day + 5 * hour + 59 * minute + 40 + by,
    predicate: everything,
  })
  await watch(read => store.topValues(scopeAt(0), byHost, read))
  for (const by of [40, -70, 60]) {
    const scope = scopeAt(by)
    const [top, statements] = await counted(read => store.topValues(scope, byHost, read))
    expect(top).toEqual(countedOracle(events, scope).topValues(byHost))
    expect(statements).toBe(0)
  }
})

test('quarters of hours of a day are counted by minutes of the rows that fit, where the templates of as many minutes are not kept', async () => {
  const predicate: Predicate = { kind: 'phrase', tokens: [{ text: 'x9Kd82jZ', wild: false }] }
  const scope: Scope = { from: start, to: start + day, predicate }
  const bounds = Array.from({ length: 97 }, (_, i) => start + i * 15 * minute)
  await watch(read => store.countPeriods(scope, bounds, read))
  const [counts, statements] = await counted(read => store.countPeriods(scope, bounds, read))
  expect(counts).toEqual(countedOracle(events, scope).countPeriods(bounds))
  expect(statements).toBe(0)
})
