import { afterEach, expect, test } from 'vitest'
import type { Read } from '../../contract/event-store.ts'
import type { DropWork } from '../../journal/journal-writer.ts'
import { damageDay } from '../../testing/damage-day.ts'
import { newStoreFolder } from '../../testing/empty-store.ts'
import { ManualClocks } from '../../testing/manual-clocks.ts'
import { rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { type EmbeddedStore, openEmbeddedStore } from '../embedded/open.ts'
import { StoredCounts } from './stored-counts.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const start = Date.UTC(2026, 0, 1) / 1000
const hour = 3_600
const day = 24 * hour
/** No event of these tests is this old. */
const forever = 100_000

let store: EmbeddedStore
afterEach(async () => await store.close())

async function opened(givenFolder?: string, retentionDays = forever, clocks = new ManualClocks()) {
  const folder = givenFolder ?? (await newStoreFolder())
  store = await openEmbeddedStore({ folder, window: 60, retentionDays, clocks, log: () => {} })
  return folder
}

const always = async () => true
let ids = 0
/** Stores an event with occurrences at these seconds after the start. */
async function happened(...seconds: number[]): Promise<void> {
  ids++
  const event = {
    id: ids,
    occurrences: seconds.map(second => (start + second) * 1_000_000),
    host: 'fw-1',
    program: 'kernel',
    facility: 0,
    severity: 6,
    mnemonic: '',
    type: 1,
    status: 0,
    message: `event ${ids}`,
    tags: {},
  } as const
  await store.append(spoolFile(rowsOf({ ...event, occurrences: [...event.occurrences], tags: {} })))
}

const count = (from: number, to: number) => store.counts.count(start + from, start + to, read)
const of = (events: number, occurrences: number) => ({ events, occurrences })

test('counts events where they began and occurrences where they were, by whole hours', async () => {
  await opened()
  expect(await count(0, day)).toEqual({ within: of(0, 0), ever: of(0, 0) })
  await happened(10, 11, 12)
  await happened(hour - 1, hour, hour + 1)
  await happened(-5)
  expect(await count(0, hour)).toEqual({ within: of(2, 4), ever: of(3, 7) })
  expect(await count(hour, 2 * hour)).toEqual({ within: of(0, 2), ever: of(3, 7) })
  await happened(30 * day, 30 * day + 1)
  await happened(20)
  expect(await count(0, hour)).toEqual({ within: of(3, 5), ever: of(5, 10) })
})

test('a count that failed is made good by the next one', async () => {
  await opened()
  await happened(0)
  await count(0, hour)
  await happened(1)
  const stopped = { ...read, signal: AbortSignal.abort(new Error('stopped')) }
  await expect(store.counts.count(start, start + hour, stopped)).rejects.toThrow('stopped')
  expect((await count(0, hour)).within).toEqual(of(2, 2))
})

test('all time outlives days that are dropped, and a restart', async () => {
  const folder = await opened()
  await happened(10, 11)
  await happened(day + 10)
  await count(0, day)
  await store.counts.drop('20260101', start, always)
  expect(await count(0, 2 * day)).toEqual({ within: of(1, 1), ever: of(2, 3) })
  // A day stored again after it was dropped is a new day.
  await happened(12, 13)
  expect(await count(0, day)).toEqual({ within: of(1, 2), ever: of(3, 5) })
  await store.counts.drop('20260101', start, always)
  await store.close()
  await opened(folder)
  expect(await count(0, 2 * day)).toEqual({ within: of(1, 1), ever: of(3, 5) })
})

test('an event that continues after the midnight of a dropped day counts once in all time', async () => {
  await opened()
  await happened(10)
  await happened(2 * day - 1, 2 * day, 2 * day + 1)
  await store.counts.drop('20260102', start + day, always)
  expect(await count(0, 3 * day)).toEqual({ within: of(1, 3), ever: of(2, 4) })
})

test('a kill between the remembering of a day and its drop counts nothing twice', async () => {
  const folder = await opened()
  await happened(10, 11)
  const [batch = 0] = (await store.client.select('SELECT min(batch) FROM millrace.events', read))[0] ?? []
  await store.client.insert(`INSERT INTO millrace.dropped_days SELECT 20260101, ${batch}, 1, 2`, {
    async_insert: 0,
  })
  await store.close()
  await opened(folder)
  expect((await count(0, day)).ever).toEqual(of(1, 2))
  await store.counts.drop('20260101', start, always)
  expect(await count(0, day)).toEqual({ within: of(0, 0), ever: of(1, 2) })
  await store.close()
  await opened(folder)
  expect((await count(0, day)).ever).toEqual(of(1, 2))
})

test('retention drops through it', async () => {
  const folder = await opened()
  await happened(10, 11)
  await store.close()
  const clocks = new ManualClocks()
  await opened(folder, 1, clocks)
  await clocks.expire(store)
  expect((await count(0, day)).within).toEqual(of(0, 0))
  expect((await count(0, day)).ever).toEqual(of(1, 2))
})

test('a node that has lost the right to drop a day drops nothing of it', async () => {
  await opened()
  await happened(10)
  const { client, journal, window, countEvents } = store
  const lost = async () => Promise.reject(new Error('lost'))
  const losing = async (_span: object, _window: number, work: DropWork) => void (await work(lost, () => {}))
  const writer = { drop: losing, delete: losing }
  const counts = await StoredCounts.open({ client, journal, writer, window, countEvents })
  await expect(counts.drop('20260101', start, always)).rejects.toThrow('lost')
  expect((await count(0, day)).ever).toEqual(of(1, 1))
  expect(await client.select('SELECT count() FROM millrace.dropped_days', read)).toEqual([[0]])
  const classes = { start, classes: [''], hasDayBefore: false }
  await expect(counts.delete(classes, always)).rejects.toThrow('lost')
  expect((await count(0, day)).ever).toEqual(of(1, 1))
})

test('a day that may not be dropped at the last moment stays, and is counted once', async () => {
  const folder = await opened()
  await happened(10, 11)
  const { current } = store.journal
  expect(await store.counts.drop('20260101', start, async () => false)).toBe(false)
  expect(store.journal.current).toBe(current)
  expect(await count(0, day)).toEqual({ within: of(1, 2), ever: of(1, 2) })
  await store.close()
  await opened(folder)
  expect((await count(0, day)).ever).toEqual(of(1, 2))
  expect(await store.counts.drop('20260101', start, always)).toBe(true)
  expect((await count(0, day)).ever).toEqual(of(1, 2))
})

test('a day whose rows are damaged on disk can be dropped; its rows are counted as events', async () => {
  const folder = await opened()
  await happened(10, 11)
  await happened(day + 10)
  damageDay(folder, '20260101')
  const sums = `SELECT sum(batch), sum(count) FROM millrace.events WHERE sec < ${start + day}`
  await expect(store.client.select(sums, read)).rejects.toMatchObject({ code: 'storage_damaged' })
  expect(await store.counts.drop('20260101', start, always)).toBe(true)
  expect(await count(0, 2 * day)).toEqual({ within: of(1, 1), ever: of(3, 3) })
})
