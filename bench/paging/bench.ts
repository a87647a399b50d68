import path from 'node:path'
import { Client, matching, type Params } from '../../scenarios/testing/client.ts'
import type { Predicate } from '../../src/filter/predicate/predicate.ts'
import type { PageQuery } from '../../src/storage/contract/event-store.ts'
import { type EmbeddedStore, openEmbeddedStore } from '../../src/storage/store/embedded/open.ts'
import { median, megabytes, millis, table, whole } from '../figures.ts'
import { days, type Filling, withFilled } from '../filled.ts'

const repetitions = 9
/** The deepest page leaves room for the following ones: paging ends after a million events. */
const pages = [1, 100, 9_990]
const searches: readonly [title: string, params: Params][] = [
  ['Search, newest first', {}],
  ['Search of a common word, newest first', matching('connection')],
  ['Search by first occurrence, oldest first', { sort: ['first_occurrence'] }],
]
const everything: Predicate = { kind: 'const', value: true }
const common: Predicate = { kind: 'phrase', tokens: [{ text: 'connection', wild: false }] }
const newest = [{ field: 'last_occurrence', descending: true }] as const
const oldest = [{ field: 'first_occurrence', descending: false }] as const
const reads: readonly [title: string, predicate: Predicate, sort: PageQuery['sort']][] = [
  ['newest first', everything, newest],
  ['by first occurrence, oldest first', everything, oldest],
  ['of a common word, newest first', common, newest],
]

/** Pages by their depth, and reads of a million events; returns its part of bench/results.md. */
export async function benchPaging(filling: Filling): Promise<string> {
  return await withFilled(filling, async (millrace, { events, end }) => {
    const client = new Client(millrace)
    const asked: string[][] = []
    for (const [title, params] of searches) {
      asked.push([`${title}: asked anew`, ...(await timesOf(page => askAnew(client, params, page, end)))])
      asked.push([`${title}: jumped to`, ...(await timesOf(page => jump(client, params, page, end)))])
      asked.push([`${title}: turned on`, ...(await timesOf(turning(client, params, end)))])
    }
    await millrace.stop()
    const read = await withStore(millrace.dataDir, async store => {
      const rows: string[][] = []
      for (const [title, predicate, sort] of reads)
        rows.push([title, ...(await readAll(store, predicate, sort, end))])
      return rows
    })
    return [
      `Pages of 100 of ${whole(events)} events in ${days} days, medians of ${repetitions} in ms. Asked anew: POST /api/query, which also counts all that matches; jumped to: the first GET /api/query/{qid}?page=N of such a query; turned on: this page and those that follow it, one after the other.`,
      table([['page', ...pages.map(whole), 'last / first'], ...asked]),
      'The first 1,000,000 events read from the engine to the main process, as exports do before they draw them elsewhere; one statement at a time.',
      table([['events', 'rows a second', 'slowest batch ms', 'memory of this process above rest'], ...read]),
    ].join('\n\n')
  })
}

/** `once`: milliseconds for a page in one repetition (its number). */
async function timesOf(once: (page: number, repetition: number) => Promise<number>): Promise<string[]> {
  const medians: number[] = []
  for (const page of pages) {
    const times: number[] = []
    for (let i = 0; i <= repetitions; i++) {
      const took = await once(page, i)
      if (i > 0) times.push(took)
    }
    medians.push(median(times))
  }
  const [first = Number.NaN] = medians
  const last = medians.at(-1) ?? Number.NaN
  return [...medians.map(millis), (last / first).toFixed(1)]
}

let asks = 0

/** Each question differs slightly, so that no answer is cached. */
function nextRange(end: number) {
  return { ts_from: end - days * 86_400 - 1, ts_to: end - asks++ }
}

async function askAnew(client: Client, params: Params, page: number, end: number): Promise<number> {
  const time_range = nextRange(end)
  const since = performance.now()
  const { query_id } = await client.query('Search', { ...params, time_range, page })
  const took = performance.now() - since
  await (await client.get(`/api/query/${query_id}/remove`)).arrayBuffer()
  return took
}

async function jump(client: Client, params: Params, page: number, end: number): Promise<number> {
  const { query_id } = await client.query('Search', { ...params, time_range: nextRange(end) })
  const took = await turn(client, String(query_id), page)
  await (await client.get(`/api/query/${query_id}/remove`)).arrayBuffer()
  return took
}

function turning(
  client: Client,
  params: Params,
  end: number,
): (page: number, repetition: number) => Promise<number> {
  const query = client.query('Search', { ...params, time_range: nextRange(end) })
  return async (page, repetition) => turn(client, String((await query).query_id), page + repetition)
}

async function turn(client: Client, id: string, page: number): Promise<number> {
  const since = performance.now()
  const answer = await client.get(`/api/query/${id}?page=${page}`)
  await answer.arrayBuffer()
  const took = performance.now() - since
  if (answer.status !== 200) throw new Error(`page ${page} was answered ${answer.status}`)
  return took
}

async function readAll(
  store: EmbeddedStore,
  predicate: Predicate,
  sort: PageQuery['sort'],
  end: number,
): Promise<string[]> {
  const scope = { from: end - days * 86_400 - 1, to: end, predicate, asOf: store.mark() }
  const { events: matches } = await store.countEvents(scope, scope, forAWhile())
  const query = { sort, limit: 1_000_000, matching: matches }
  const rest = process.memoryUsage().rss
  const since = performance.now()
  let [last, slowest, rows, most] = [since, 0, 0, rest]
  for await (const batch of store.events(scope, query, forAWhile())) {
    const now = performance.now()
    slowest = Math.max(slowest, now - last)
    last = now
    rows += batch.rows
    most = Math.max(most, process.memoryUsage().rss)
  }
  const seconds = (performance.now() - since) / 1_000
  return [whole(rows / seconds), millis(slowest), megabytes(most - rest)]
}

function forAWhile() {
  return { signal: AbortSignal.timeout(600_000), lane: 'long', timeout: 600 } as const
}

async function withStore<T>(dataDir: string, work: (store: EmbeddedStore) => Promise<T>): Promise<T> {
  const folder = path.join(dataDir, 'events')
  const store = await openEmbeddedStore({ folder, window: 60, retentionDays: 30, log: console.error })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
