import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import { rowsOf, spoolFile } from '../../storage/testing/spool-file.ts'
import { eventually } from '../../testing/until.ts'
import { eventChunksOf } from '../event-batch.ts'
import { storeWith, testEvent } from '../kinds/testing/open-store.ts'
import type { Snapshot } from '../snapshot.ts'
import type { InMemoryQueryService } from './in-memory-query-service.ts'
import { openQueryService } from './open.ts'
import { anna, ben, gate, testQueryService } from './testing/test-query-service.ts'

const start = 1_767_225_600
const range = { time_range: { ts_from: start, ts_to: start + 3_600 } }
const never = new AbortController().signal

let store: SqlStore
let queryService: InMemoryQueryService
beforeAll(async () => {
  const hosts = ['fw-1', 'fw-2', 'db-1']
  const events = Array.from({ length: 1_500 }, (_, i) =>
    testEvent(i + 1, i % 10 === 0 ? [start + i, start + i + 20] : [start + i], {
      host: hosts[i % 3] ?? '',
      message: i % 2 === 0 ? 'link is up' : 'link is down',
    }),
  )
  store = await storeWith(events)
  queryService = openQueryService({
    store,
    timezone: 'UTC',
    log: (_message, error) => expect(error).toBeUndefined(),
  })
})
afterAll(async () => {
  await queryService.close()
  await store.close()
})

async function idsIn({ events }: Snapshot, limit = 1_000_000, signal = never): Promise<number[]> {
  const ids: number[] = []
  for await (const batch of events?.read(limit, signal) ?? [])
    for (const { events } of eventChunksOf(batch)) ids.push(...events.map(({ id }) => id))
  return ids
}

/** All ids by the pages of the query. */
async function idsOfPages(id: string): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const { results } = await queryService.read(anna, id, { page, page_size: 500 })
    // Results of a Search have this shape.
    const { objects } = (results as { events: { objects: { id: number }[] } }).events
    if (objects.length === 0) return ids
    ids.push(...objects.map(event => event.id))
  }
}

test('a reader who stops early ends the read of the store', async () => {
  const { query } = await queryService.create(anna, 'Search', range)
  const snapshot = await queryService.snapshot(anna, String(query.query_id), never)
  let openReads = 0
  const { events } = store
  vi.spyOn(store, 'events').mockImplementation(async function* (...given) {
    openReads++
    try {
      yield* events.apply(store, given)
    } finally {
      openReads--
    }
  })
  let read = 0
  for await (const batch of snapshot.events?.read(1_000_000, never) ?? []) {
    read = batch.rows
    break
  }
  expect({ isAny: read > 0, openReads }).toEqual({ isAny: true, openReads: 0 })
})

test('a snapshot of a search reads the events of all its pages, and none that come later', async () => {
  const { query } = await queryService.create(anna, 'Search', { ...range, page_size: 10 })
  const snapshot = await queryService.snapshot(anna, String(query.query_id), never)
  expect(snapshot.query).toMatchObject({ query_id: query.query_id, status: 'SUCCESS', type: 'Search' })
  expect(snapshot.timezone).toBe('UTC')
  expect(snapshot.events?.matching).toBe(1_500)
  const before = await idsOfPages(String(query.query_id))
  expect(new Set(before).size).toBe(1_500)
  // A new event, and an old event that repeats.
  const [, again] = rowsOf(testEvent(700, [start + 699, start + 750]))
  await store.append(spoolFile([...rowsOf(testEvent(9_001, [start + 700])), ...(again ? [again] : [])]))
  expect(await idsIn(snapshot)).toEqual(before)
  expect(await idsIn(snapshot, 7)).toEqual(before.slice(0, 7))
})

test('pages of one moment do not shift while events come in', async () => {
  // Nothing is refreshed while the clock stands.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const { query } = await queryService.create(anna, 'Search', { ...range, page_size: 50 })
  const id = String(query.query_id)
  const pages = () => Promise.all([1, 2].map(page => queryService.read(anna, id, { page, page_size: 50 })))
  const before = await pages()
  expect(before[0]?.results).toEqual(query.results)
  await store.append(spoolFile(rowsOf(testEvent(9_100, [start + 3_000]))))
  expect(await pages()).toEqual(before)
  vi.useRealTimers()
})

test('an answer is computed with the rights of the reader, and is not cached', async () => {
  const question = { type: 'Search', params: range }
  const narrow = { ...ben, hosts: ['db-*'] }
  const all = await queryService.answer(ben, question, never)
  const some = await queryService.answer(narrow, { ...question, timezone: 'Europe/Berlin' }, never)
  expect(all.query.query_id).toBeNull()
  expect(some.timezone).toBe('Europe/Berlin')
  expect(some.events?.matching).toBe(500)
  expect((await idsIn(some)).sort((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, i) => 3 * i + 3))
  const counts = await queryService.answer(
    narrow,
    { type: 'TopN', params: { ...range, field: 'host' } },
    never,
  )
  expect(counts.events).toBeUndefined()
  expect(counts.query.results).toMatchObject({ totals: { cardinality: 1 } })
  await expect(queryService.answer(ben, { type: 'TopN', params: { field: 7 } }, never)).rejects.toMatchObject(
    {
      code: 'validation',
    },
  )
})

test('a read ends with the reason of its signal', async () => {
  const snapshot = await queryService.answer(anna, { type: 'Search', params: range }, never)
  const stop = new AbortController()
  const reason = new Error('the client went')
  const read = async () => {
    for await (const _ of snapshot.events?.read(1_000_000, stop.signal) ?? []) stop.abort(reason)
  }
  await expect(read()).rejects.toBe(reason)
})

test('a snapshot waits for the answer, takes a stopped query as it is, and reports a failure', async () => {
  const { queryService, kind } = testQueryService({ answerWaitMs: 0 })
  const { work, open } = gate()
  kind.work = work
  const { query } = await queryService.create(anna, 'Counting', {})
  const id = String(query.query_id)
  await expect(queryService.snapshot(ben, id, never)).rejects.toMatchObject({ code: 'not_found' })
  await expect(queryService.snapshot(anna, id, AbortSignal.timeout(1))).rejects.toMatchObject({
    name: 'TimeoutError',
  })
  const waiting = queryService.snapshot(anna, id, never)
  open()
  expect((await waiting).query.status).toBe('SUCCESS')

  kind.work = gate().work
  const { query: other } = await queryService.create(anna, 'Counting', { label: 'other' })
  await queryService.stop(anna, String(other.query_id))
  expect((await queryService.snapshot(anna, String(other.query_id), never)).query.status).toBe('STOPPED')

  kind.work = () => Promise.reject(new TypeError('no'))
  const { query: failing } = await queryService.create(anna, 'Counting', { label: 'failing' })
  await expect(queryService.snapshot(anna, String(failing.query_id), never)).rejects.toMatchObject({
    code: 'internal',
  })
  await expect(queryService.answer(anna, { type: 'Counting', params: {} }, never)).rejects.toThrow('no')
  await queryService.close()
})

test('the page after one that was refreshed while events came in follows on it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  let next = 9_200
  const appendOne = () => store.append(spoolFile(rowsOf(testEvent(next++, [start + 3_100 + next - 9_200]))))
  let isBusy = false
  const busy: SqlStore = Object.assign(Object.create(store), {
    async page(...args: Parameters<SqlStore['page']>) {
      if (isBusy) await appendOne()
      return await store.page(...args)
    },
  })
  const queryService = openQueryService({
    store: busy,
    timezone: 'UTC',
    log: (_message, error) => expect(error).toBeUndefined(),
  })
  try {
    const { query } = await queryService.create(anna, 'Search', { ...range, page_size: 50 })
    const id = String(query.query_id)
    vi.setSystemTime(Date.now() + 5_000)
    await appendOne()
    isBusy = true
    await queryService.read(anna, id)
    await eventually(async () => idsOf((await queryService.read(anna, id)).results)[0]).toBe(9_201)
    isBusy = false
    const shown = idsOf((await queryService.read(anna, id)).results)
    const both = idsOf((await queryService.read(anna, id, { page: 1, page_size: 100 })).results)
    const second = idsOf((await queryService.read(anna, id, { page: 2 })).results)
    expect([...shown, ...second]).toEqual(both)
  } finally {
    vi.useRealTimers()
    await queryService.close()
  }
})

function idsOf(results: unknown): number[] {
  // Results of a Search have this shape.
  return (results as { events: { objects: { id: number }[] } }).events.objects.map(({ id }) => id)
}
