import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Read } from '../../contract/event-store.ts'
import { daySeconds } from '../../contract/time-span.ts'
import { newStoreFolder } from '../../testing/empty-store.ts'
import { ManualClocks } from '../../testing/manual-clocks.ts'
import { ordinary, rowsOf, spoolFile, type TestEvent } from '../../testing/spool-file.ts'
import type { Hold } from '../retention/held-days.ts'
import type { SqlStore } from '../sql-store.ts'
import { type ArchivingOptions, openArchivingStore, type Places, today } from './testing/archiving-store.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const everything = { kind: 'const', value: true } as const
const all = { from: today - 100 * daySeconds, to: today + daySeconds, predicate: everything }

/** `day`: days before today. */
function event(id: number, day: number, also: Partial<TestEvent> = {}): TestEvent {
  const first = (today - day * daySeconds + 3_600 * (id % 20)) * 1e6
  return {
    id,
    occurrences: [first, first + 5e6],
    ...ordinary,
    message: `event ${id}`,
    tags: { n: String(id) },
    ...also,
  }
}

/** Two events on each of the last six days. */
const events = Array.from({ length: 12 }, (_, i) => event(i + 1, i % 6))

async function newPlaces(): Promise<Places> {
  return { folder: await newStoreFolder(), archive: mkdtempSync(path.join(tmpdir(), 'millrace-archive-')) }
}

/** A store with events, and its places, after its retention has announced days. */
async function filled(
  options: ArchivingOptions = {},
  stored: readonly TestEvent[] = events,
): Promise<{ places: Places; store: SqlStore }> {
  const places = await newPlaces()
  const empty = await openArchivingStore(places)
  await empty.append(spoolFile(stored.flatMap(rowsOf)))
  await empty.close()
  const store = await openArchivingStore(places, options)
  await store.retention.tick()
  return { places, store }
}

async function counts(store: SqlStore) {
  const count = async (from: Pick<SqlStore, 'countEvents'> | undefined) =>
    (await from?.countEvents(all, { from: 0, to: 0 }, read))?.events
  return { hot: await count(store), withArchive: await count(store.archive?.store) }
}

/** Days that only queries with archives read. */
const coldDays = (store: SqlStore) => store.archive?.daysIn(all).map(({ day }) => day)

/** Opens a copy of the places, as a start after a kill would find them. */
async function afterKill(store: SqlStore, { folder, archive }: Places): Promise<SqlStore> {
  await store.close()
  return await openArchivingStore({ folder, archive })
}

test('days that are old enough are moved to the archive, with the notice and the pace of retention', async () => {
  const clocks = new ManualClocks(today * 1000 + 1)
  const said: string[] = []
  const { store, places } = await filled({ clocks, said })
  expect(said).toContain(
    'days 2026-01-26, 2026-01-27 of events ended more than 2 days ago and will be moved to the archive in an hour, 1 more in the hours after',
  )
  await clocks.pass(59, store)
  expect([coldDays(store), await counts(store)]).toEqual([[], { hot: 12, withArchive: 12 }])
  await clocks.pass(1, store)
  expect(said).toContain('dropped days 2026-01-26, 2026-01-27 of events: archived')
  expect([coldDays(store), await counts(store)]).toEqual([
    ['2026-01-26', '2026-01-27'],
    { hot: 8, withArchive: 12 },
  ])
  await clocks.expire(store)
  expect(await counts(store)).toEqual({ hot: 6, withArchive: 12 })
  const { withArchive } = await counts(await afterKill(store, places))
  expect(withArchive).toBe(12)
})

test('ids and batches continue after archived ones, though the store has no events left', async () => {
  const clocks = new ManualClocks(today * 1000 + 1)
  const { store, places } = await filled({ clocks }, events.slice(4, 6))
  await clocks.expire(store)
  expect(await counts(store)).toEqual({ hot: 0, withArchive: 2 })
  const again = await afterKill(store, places)
  expect([await again.highestId(), again.mark().batch]).toEqual([6, store.mark().batch])
  const asOf = again.mark()
  const { events: found } =
    (await again.archive?.store.countEvents({ ...all, asOf }, { from: 0, to: 0 }, read)) ?? {}
  expect(found).toBe(2)
  await again.close()
})

test('a kill at any step loses nothing and shows nothing twice', async () => {
  const { store: first, places } = await filled()
  // After the files, before the manifest.
  await first.archivedDays?.store('20260126')
  rmSync(path.join(places.archive, '2026-01-26.1.json'))
  writeFileSync(path.join(places.folder, 'archive', 'days.list'), '')
  writeFileSync(path.join(places.archive, '2026-01-27.1.00.parquet.partial'), 'PAR1')
  const second = await afterKill(first, places)
  expect(readdirSync(places.archive).filter(name => name.endsWith('.partial'))).toEqual([])
  expect([coldDays(second), await counts(second)]).toEqual([[], { hot: 12, withArchive: 12 }])
  // After the manifest, before the drop.
  await second.archivedDays?.store('20260126')
  expect(await counts(second)).toEqual({ hot: 12, withArchive: 12 })
  const third = await afterKill(second, places)
  expect([coldDays(third), await counts(third)]).toEqual([[], { hot: 12, withArchive: 12 }])
  // Reads no longer use the table, but the day is not dropped.
  expect(await third.archivedDays?.beginDrop('20260126')).toBe(true)
  third.archivedDays?.endDrop()
  expect([coldDays(third), await counts(third)]).toEqual([['2026-01-26'], { hot: 12, withArchive: 12 }])
  const fourth = await afterKill(third, places)
  expect(await counts(fourth)).toEqual({ hot: 12, withArchive: 12 })
  // While an archived day is deleted: its first manifest has another name already.
  await fourth.close()
  const copy = { folder: `${places.folder}-2`, archive: `${places.archive}-2` }
  for (const place of ['folder', 'archive'] as const) cpSync(places[place], copy[place], { recursive: true })
  const manifest = path.join(copy.archive, '2026-01-26.1.json')
  renameSync(manifest, `${manifest}.dropped`)
  writeFileSync(path.join(copy.folder, 'archive', 'days.list'), '')
  const fifth = await openArchivingStore(copy)
  expect(readdirSync(copy.archive)).toEqual([])
  expect(await counts(fifth)).toEqual({ hot: 12, withArchive: 12 })
  await fifth.close()
})

test('rows that are stored twice, after a spool file came again, count once', async () => {
  const clocks = new ManualClocks(today * 1000 + 1)
  const places = await newPlaces()
  const store = await openArchivingStore(places, { clocks })
  await store.retention.tick()
  const batch = spoolFile(events.flatMap(rowsOf))
  await store.append(batch)
  await clocks.expire(store)
  await store.append({ ...batch, repeated: true })
  expect(await counts(store)).toEqual({ hot: 12, withArchive: 12 })
  await clocks.expire(store)
  expect(await counts(store)).toEqual({ hot: 6, withArchive: 12 })
  await store.close()
})

test('an archive that fails keeps the day in the store, and says so', async () => {
  const clocks = new ManualClocks(today * 1000 + 1)
  const said: string[] = []
  const { store, places } = await filled({ clocks, said })
  rmSync(places.archive, { recursive: true })
  await clocks.pass(60, store)
  expect(await counts(store)).toEqual({ hot: 12, withArchive: 12 })
  expect(store.archivedDays?.problems.map(({ day }) => day)).toEqual(['2026-01-26', '2026-01-27'])
  expect(said.filter(line => line.includes('2026-01-26 of events could not be dropped'))).toHaveLength(1)
  await store.close()
})

test('a file that is missing, cut or changed is an error or a finding, never a wrong answer', async () => {
  const clocks = new ManualClocks(today * 1000 + 1)
  const { store, places } = await filled({ clocks })
  await clocks.expire(store)
  const day = store.archivedDays?.days.all[0]
  if (day === undefined) throw new Error('no day is archived')
  const file = path.join(places.archive, '2026-01-26.1.00.parquet')
  const bytes = readFileSync(file)
  expect(await store.archivedDays?.verify(day)).toEqual([])
  bytes[40] = 255 - (bytes[40] ?? 0)
  writeFileSync(file, bytes)
  expect(await store.archivedDays?.verify(day)).toEqual(['2026-01-26.1.00.parquet has another SHA-256'])
  rmSync(file)
  await expect(counts(store)).rejects.toMatchObject({
    code: 'storage_damaged',
    detail: 'Archived events cannot be read: 2026-01-26.1.00.parquet is missing. Other ranges can be read.',
  })
  rmSync(path.join(places.archive, '2026-01-26.1.json'))
  const again = await afterKill(store, places)
  expect(again.missingDays?.()).toEqual(['2026-01-26'])
  await expect(again.archivedDays?.store('20260126')).rejects.toThrow('its earlier archive cannot be read')
  expect(await counts(again)).toEqual({ hot: 6, withArchive: 10 })
  await again.close()
})

test('a restored day is in the store once, for its time, and is then dropped without being archived again', async () => {
  const clocks = new ManualClocks(today * 1000 + 1)
  const { store, places } = await filled({ clocks })
  await clocks.expire(store)
  const { restores } = store.archivedDays ?? {}
  await expect(restores?.begin('2026-01-30', 7, 'anna')).rejects.toMatchObject({ code: 'not_found' })
  const entry = await restores?.begin('2026-01-27', 1, 'anna')
  expect(entry).toMatchObject({ status: 'running', rows: 4, requested_by: 'anna' })
  await expect(restores?.begin('2026-01-26', 1, 'anna')).rejects.toMatchObject({ code: 'conflict' })
  await restores?.idle()
  expect(restores?.entries.map(({ status, error }) => [status, error])).toEqual([['done', null]])
  expect([coldDays(store), await counts(store)]).toEqual([
    ['2026-01-26', '2026-01-28'],
    { hot: 8, withArchive: 12 },
  ])
  const page = await store.page(
    all,
    { sort: [{ field: 'counter', descending: true }], offset: 0, limit: 20 },
    read,
  )
  expect(
    page.events
      .map(({ id, counter, tags }) => [id, counter, tags.n])
      .sort((a, b) => Number(a[0]) - Number(b[0])),
  ).toEqual([1, 2, 3, 5, 7, 8, 9, 11].map(id => [id, 2, String(id)]))
  await expect(restores?.begin('2026-01-27', 1, 'anna')).rejects.toMatchObject({ code: 'conflict' })
  await clocks.pass(6 * 60, store)
  expect((await counts(store)).hot).toBe(8)
  // While its files are away, the store has the only copy.
  const file = path.join(places.archive, '2026-01-27.1.00.parquet')
  renameSync(file, `${file}.away`)
  await clocks.pass(25 * 60, store)
  expect([(await counts(store)).hot, store.archivedDays?.problems]).toEqual([
    6,
    [{ day: '2026-01-27', problem: '2026-01-27.1.00.parquet is missing' }],
  ])
  renameSync(`${file}.away`, file)
  await clocks.pass(60, store)
  expect(await counts(store)).toEqual({ hot: 4, withArchive: 12 })
  expect(readdirSync(places.archive).filter(name => name.startsWith('2026-01-27'))).toHaveLength(3)

  // A start after a kill in the middle of a restore.
  const log = path.join(places.folder, 'archive', 'restores.json')
  const [done] = JSON.parse(readFileSync(log, 'utf8'))
  await store.client.command('CREATE TABLE millrace.events_restored AS millrace.events')
  writeFileSync(log, JSON.stringify([{ ...done, status: 'running', finished_at: null }]))
  const again = await afterKill(store, places)
  expect(again.archivedDays?.restores.entries).toMatchObject([
    { status: 'failed', error: 'the service was stopped' },
  ])
  expect(await again.client.select('EXISTS TABLE millrace.events_restored', read)).toEqual([[0]])
  await again.archivedDays?.restores.begin('2026-01-27', 1, 'anna')
  await again.archivedDays?.restores.idle()
  expect((await counts(again)).withArchive).toBe(12)
  await again.close()
})

test('archived days are deleted after their own retention, unless a hold or a class keeps them', async () => {
  const clocks = new ManualClocks(today * 1000 + 1)
  const from = today - 4 * daySeconds
  const hold = { id: 1, name: 'case 1', predicate: everything, from, to: from + daySeconds }
  const holds: Hold[] = []
  const classes = { audit: 200 }
  const audit = event(20, 3, { retentionClass: 'audit' })
  const options = { clocks, holds, classes, retentionDays: 40 }
  const { store, places } = await filled(options, [...events, audit])
  await clocks.expire(store)
  expect(coldDays(store)).toEqual(['2026-01-26', '2026-01-27', '2026-01-28'])
  holds.push(hold)
  clocks.advance(50 * daySeconds * 1000)
  await store.retention.tick()
  await clocks.pass(5 * 60, store)
  expect(store.archivedDays?.days.all.map(({ day }) => day).slice(0, 2)).toEqual(['2026-01-27', '2026-01-28'])
  expect(readdirSync(places.archive).some(name => name.startsWith('2026-01-26'))).toBe(false)
  holds.pop()
  await clocks.pass(3 * 60, store)
  expect(coldDays(store)?.[0]).toBe('2026-01-28')
  await store.close()
})

test('events of a class with a shorter retention are deleted before their day is archived', async () => {
  const clocks = new ManualClocks(today * 1000 + 1)
  const debug = event(20, 5, { retentionClass: 'debug' })
  const { store } = await filled({ clocks, classes: { debug: 3 } }, [...events, debug])
  await clocks.expire(store)
  await clocks.pass(10 * 60, store)
  expect(coldDays(store)).toEqual(['2026-01-26', '2026-01-27'])
  expect(await counts(store)).toEqual({ hot: 8, withArchive: 12 })
  await store.close()
})
