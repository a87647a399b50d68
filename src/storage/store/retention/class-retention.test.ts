import { expect, test } from 'vitest'
import type { RetentionLimits } from '../../../schema/store/retention.ts'
import { isDeep } from '../../../testing/depth.ts'
import { eventually } from '../../../testing/until.ts'
import type { Read } from '../../contract/event-store.ts'
import { partitionRows } from '../../reads/partitions.ts'
import { newStoreFolder } from '../../testing/empty-store.ts'
import { ManualClocks } from '../../testing/manual-clocks.ts'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { type EmbeddedStore, openEmbeddedStore } from '../embedded/open.ts'
import { DeletedRows } from '../tables/deleted-rows.ts'
import type { Hold } from './held-days.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const everything = { kind: 'const', value: true } as const
/** Minutes. */
const hour = 60
/** Midnight of a day of January 2026, Unix seconds. */
const january = (day: number) => Date.UTC(2026, 0, day) / 1_000
const today = january(31)

/** Classes of a day's events: one event each, and one more of `debug` that continues after midnight. */
const classes = ['', 'debug', 'audit'] as const
const idOf = (day: number, index: number) => day * 10 + index

function rowsOfDay(day: number) {
  const at = (second: number) => (january(day) + second) * 1e6
  const each = classes.map((retentionClass, i) => ({
    ...{ id: idOf(day, i), occurrences: [at(60 * i)], retentionClass, message: `line ${i}`, tags: {} },
  }))
  const across = {
    ...{ id: idOf(day, 3), occurrences: [at(86_390), at(86_395), at(86_405)], retentionClass: 'debug' },
    ...{ message: 'across', tags: {} },
  }
  return [...each, across].flatMap(event => rowsOf({ ...ordinary, ...event }))
}

const shortDebug = { days: 10, bytes: 0, classes: { debug: 3, audit: 20 } }

/** A store with the days of January from `first` on, as of the 31st. */
async function opened(first = 20, givenFolder?: string, limits: RetentionLimits = shortDebug) {
  const folder = givenFolder ?? (await newStoreFolder())
  const { days, bytes, classes } = limits
  const at = { folder, window: 60, log: () => {} }
  const isNew = first > 0
  if (isNew) {
    const filled = await openEmbeddedStore({ ...at, retentionDays: 100_000 })
    const days = Array.from({ length: 32 - first }, (_, i) => first + i)
    await filled.append(spoolFile(days.flatMap(rowsOfDay)))
    await filled.close()
  }
  const clocks = new ManualClocks(today * 1_000 + 1)
  const said: string[] = []
  const holds: { inForce: Hold[] } = { inForce: [] }
  const store = await openEmbeddedStore({
    ...at,
    ...{ retentionDays: days, retentionBytes: bytes, retentionClasses: classes, clocks },
    holds: async () => holds.inForce,
    log: line => said.push(line),
  })
  await store.retention.tick()
  const pass = (minutes: number) => clocks.pass(minutes, store, 30)
  return { folder, store, holds, pass, said: () => said.splice(0) }
}

/** Ids of the stored events, ascending. */
async function idsIn(store: EmbeddedStore): Promise<number[]> {
  const scope = { from: january(1), to: january(32) + 100, predicate: everything }
  const { events } = await store.page(
    scope,
    { sort: [{ field: 'first_occurrence', descending: false }], offset: 0, limit: 10_000 },
    read,
  )
  return events.map(({ id }) => id).sort((a, b) => a - b)
}

/** Ids of the events that remain, when debug is deleted up to one day and the default class up to another. */
function left(first: number, debugGone: number, defaultGone: number): number[] {
  const ids: number[] = []
  for (let day = first; day <= 31; day++)
    for (const [i, name] of [...classes, 'debug'].entries())
      if (name === 'audit' || day > (name === 'debug' ? debugGone : defaultGone)) ids.push(idOf(day, i))
  return ids
}

test('a class that is kept shorter goes with its repeats behind midnight, two days an hour and with notice', async () => {
  const { store, pass, said } = await opened(24)
  expect(said().filter(line => line.includes('events'))).toEqual([
    'events of day 2026-01-24 are older than their classes are kept and will be deleted in an hour: debug (3 days)',
    'events of day 2026-01-25 are older than their classes are kept and will be deleted in an hour: debug (3 days)',
  ])
  expect(await store.retention.dueDays()).toEqual([
    ...['2026-01-24', '2026-01-25', '2026-01-26', '2026-01-27'],
  ])
  await pass(59)
  expect(await idsIn(store)).toEqual(left(24, 0, 0))
  const before = await store.counts.count(january(24), january(26), read)
  expect(before.within).toEqual({ events: 8, occurrences: 11 })
  await pass(1)
  expect(said().filter(line => line.includes('delete'))).toEqual([
    'deleted events of class debug of day 2026-01-24',
    'deleted events of class debug of day 2026-01-25',
    'events of day 2026-01-26 are older than their classes are kept and will be deleted in an hour: debug (3 days)',
    'events of day 2026-01-27 are older than their classes are kept and will be deleted in an hour: debug (3 days)',
  ])
  expect(await idsIn(store)).toEqual(left(24, 25, 0))
  // The repeats of the 25th after midnight are gone, the repeats of the 26th remain.
  const after = await store.counts.count(january(24), january(27), read)
  expect(after).toEqual({
    within: { events: 2 + 2 + 4, occurrences: 2 + 2 + 5 },
    ever: before.ever,
  })
  await pass(hour)
  expect(said().filter(line => line.includes('delete'))).toEqual([
    'deleted events of class debug of day 2026-01-26',
    'deleted events of class debug of day 2026-01-27',
  ])
  expect(await idsIn(store)).toEqual(left(24, 27, 0))
  expect([store.retention.pending, await store.retention.dueDays()]).toEqual([0, []])
  await store.close()
})

test.runIf(isDeep)(
  'a day stays as long as the longest class that it has, and goes as a whole when it has none',
  async () => {
    const { store, pass, said } = await opened(19)
    await store.append(
      spoolFile(rowsOf({ ...ordinary, id: 7, occurrences: [january(15) * 1e6], message: 'old', tags: {} })),
    )
    await pass(12 * hour)
    expect(await idsIn(store)).toEqual(left(19, 27, 20))
    expect(said()).toContain('dropped day 2026-01-15 of events')
    await store.close()
  },
)

test('limits that are changed are announced at once, and can be changed back within the hour', async () => {
  const { store, pass, said } = await opened(27, undefined, { days: 10, bytes: 0 })
  await pass(2 * hour)
  said()
  await store.retention.change({ days: 10, bytes: 0, classes: { debug: 1 } })
  expect(said()).toEqual([
    'events are kept for 10 days (debug 1) from now on, before it was 10 days; nothing is dropped for an hour',
    'events of day 2026-01-27 are older than their classes are kept and will be deleted in an hour: debug (1 days)',
    'events of day 2026-01-28 are older than their classes are kept and will be deleted in an hour: debug (1 days)',
  ])
  await store.retention.change({ days: 10, bytes: 0 })
  expect(said()).toContain(
    'no class of days 2026-01-27, 2026-01-28 will be deleted: the retention was changed',
  )
  await pass(3 * hour)
  expect(await idsIn(store)).toEqual(left(27, 0, 0))
  await store.close()
})

test('nothing is deleted of a held day, nor of the day before, whose repeats are in it', async () => {
  const { store, pass, holds } = await opened(24)
  holds.inForce = [{ id: 1, name: 'case', predicate: everything, from: january(26), to: january(27) }]
  await pass(4 * hour)
  const kept = [25, 26].flatMap(day => [idOf(day, 1), idOf(day, 3)])
  expect(await idsIn(store)).toEqual([...left(24, 27, 0), ...kept].sort((a, b) => a - b))
  holds.inForce = []
  await pass(3 * hour)
  expect(await idsIn(store)).toEqual(left(24, 27, 0))
  await store.close()
})

test('files that a kill leaves between the note and the deletion, or behind it, are neither lost nor counted twice', async () => {
  const { folder, store } = await opened(24)
  const { ever } = await store.counts.count(january(24), january(25), read)
  const day = (start: number) => ({ start, classes: ['debug'], hasDayBefore: false })
  const killed = async () => {
    throw new Error('killed')
  }
  await expect(store.counts.delete(day(january(24)), killed)).rejects.toThrow('killed')
  expect((await store.counts.count(january(24), january(25), read)).ever).toEqual(ever)
  await store.close()

  const again = await opened(0, folder)
  const countsOf = () => again.store.counts.count(january(24), january(25), read)
  expect((await countsOf()).ever).toEqual(ever)
  await again.pass(hour)
  expect((await countsOf()).within).toEqual({ events: 2, occurrences: 2 })
  expect((await countsOf()).ever).toEqual(ever)
  // The note of a deletion that did not happen does not count along with its day.
  await expect(again.store.counts.delete(day(january(27)), killed)).rejects.toThrow('killed')
  await again.store.counts.drop('20260127', january(27), async () => true)
  expect((await countsOf()).ever).toEqual(ever)
  await again.store.close()
})

test.runIf(isDeep)('the space of deleted rows comes back, day by day', async () => {
  const { store, pass } = await opened(26)
  const { client } = store
  await pass(hour)
  const rowsOf = async (day: string) => (await partitionRows(client, 'millrace.events', read)).get(day)
  const deletedRows = new DeletedRows({ client, memoryBytes: 900_000_000, log: () => {} })
  const isIdle = async () => {
    const [[left] = []] = await client.select('SELECT count() FROM system.mutations WHERE NOT is_done', read)
    return left === 0
  }
  await eventually(isIdle).toBe(true)
  expect([await rowsOf('20260126'), await rowsOf('20260127')]).toEqual([5, 6])
  const tooFew = new DeletedRows({ client, memoryBytes: 360, log: () => {} })
  await tooFew.tick()
  for (const day of ['20260126', '20260127', '20260128']) {
    await deletedRows.tick()
    await eventually(isIdle).toBe(true)
    expect(await rowsOf(day)).toBe(day === '20260128' ? 5 : 2)
  }
  expect(await idsIn(store)).toEqual(left(26, 27, 0))
  // The index of ids still includes deleted rows.
  expect(await store.highestId()).toBe(idOf(31, 3))
  await client.command(`DELETE FROM millrace.events WHERE id >= ${idOf(31, 0)}`)
  expect(await store.highestId()).toBe(idOf(30, 3))
  await store.close()
})
