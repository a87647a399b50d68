import { type Clocks, systemClocks } from '../../telemetry/clock-watch.ts'
import { appendBatches } from '../append.ts'
import { AppendLog } from '../append-log.ts'
import { clippedReads } from '../clipped-reads.ts'
import { Engine } from '../engine/engine.ts'
import { Figures } from '../figures/figures.ts'
import { type HighCardinalityBounds, HighCardinalityTags } from '../high-cardinality/high-cardinality-tags.ts'
import { MinuteJournal } from '../journal.ts'
import { EventCache } from '../reads/event-cache.ts'
import { events } from '../reads/events.ts'
import { occurrencesOf, oneEvent } from '../reads/one-event.ts'
import { page } from '../reads/page.ts'
import { pageAsOf } from '../reads/page-as-of.ts'
import { PagesAhead } from '../reads/pages-ahead.ts'
import { readingOf } from '../reads/reading.ts'
import { recentFirsts } from '../reads/recent.ts'
import { tagNames } from '../reads/tag-names.ts'
import { FirstPageCache } from '../recent/first-page-cache.ts'
import { newestRowsReader } from '../recent/read-newest-rows.ts'
import { RecentBatches } from '../recent/recent-batches.ts'
import { type RecentBounds, RecentRows } from '../recent/recent-rows.ts'
import { throwRefused } from '../refused-batch.ts'
import { Retention } from '../retention.ts'
import { countHints } from '../rollups/count-hints.ts'
import { countingReads } from '../rollups/counting-reads.ts'
import { type RollupBounds, Rollups } from '../rollups/rollups.ts'
import { eventsTable } from '../sql/columns.ts'
import type { SqlClient } from '../sql-client.ts'
import { RowStatistics } from '../statistics.ts'
import type { EventStore, PageQuery, Scope } from '../store.ts'
import { StoredCounts } from '../stored-counts.ts'
import { StoredDays } from '../stored-days.ts'
import { migrate } from '../tables/migrate.ts'
import { embeddedClient } from './client.ts'

export interface EmbeddedOptions {
  /** Folder of the engine's data. */
  folder: string
  /** Bytes that the engine may use, 900 MB when absent. */
  memory?: number
  /** The widest deduplication window that events in the store were made with, seconds. */
  window: number
  retentionDays: number
  /** What retention tells the time by; the machine's when absent. */
  clocks?: Clocks
  /** Bounds of counts kept in memory; the ordinary ones when absent. */
  cubes?: RollupBounds
  /** Bounds of the rows of wide tags kept in memory; the ordinary ones when absent. */
  wide?: HighCardinalityBounds
  /** Bounds of the newest rows kept in memory; the ordinary ones when absent. */
  recent?: RecentBounds
  log: (message: string) => void
}

/**
 * The embedded store, with what is kept beside events, and what only its owner may know: the engine's process, the SQL client, the
 * events shown last.
 */
export interface EmbeddedStore extends EventStore {
  readonly engine: Engine
  readonly client: SqlClient
  readonly contents: EventCache
  readonly cubes: Rollups
  readonly wide: HighCardinalityTags
  readonly recentRows: RecentRows
  readonly counts: StoredCounts
  readonly days: StoredDays
  readonly figures: Figures
  /** A batch whose `append` failed will not be appended again: what there may be of it is readable from now on. */
  abandon(sequence: number): void
  readonly retention: Retention
}

const startupRead = { signal: new AbortController().signal, lane: 'long', timeout: 600 } as const
/** Figures are kept so long, days. */
const figuresRetentionDays = 30
const defaultMemoryBytes = 900_000_000
const eventCacheBytes = 16_000_000
const secondsOfDay = 86_400

/** Opens the store in this folder, bringing its tables to the present version. */
export async function openEmbeddedStore(options: EmbeddedOptions): Promise<EmbeddedStore> {
  const memory = options.memory ?? defaultMemoryBytes
  const engine = new Engine({ folder: options.folder, memory, log: options.log })
  await engine.open()
  const client = embeddedClient(engine, memory)
  let counts: StoredCounts
  try {
    await migrate(client)
    counts = await StoredCounts.open(client)
  } catch (error) {
    await engine.close()
    throw error
  }
  const figures = new Figures(client)
  const { window } = options
  const touched = new MinuteJournal()
  const statistics = new RowStatistics(client)
  await statistics.refresh()
  const contents = new EventCache(eventCacheBytes)
  const estimateRows = statistics.estimate.bind(statistics)
  const days = await StoredDays.open(client)
  const appends = new AppendLog(await highestBatch(client))
  const fresh = new RecentBatches(options.log)
  const cubes = new Rollups({ client, estimateRows, appends, fresh, ...options.cubes })
  const mark = () => appends.mark(touched.current)
  const recentRows = new RecentRows(
    { table: newestRowsReader(client), appends, fresh, mark, log: options.log },
    options.recent,
  )
  const wide = new HighCardinalityTags({
    client,
    estimateRows,
    appends,
    fresh,
    log: options.log,
    ...options.wide,
  })
  /** The rows in memory are all there are: what began before the oldest day has lost its first row. */
  const recentNow: RecentRows['now'] = asOf => {
    const recent = recentRows.now(asOf)
    return recent && { ...recent, from: Math.max(recent.from, days.begin) }
  }
  const newest = { rows: { now: recentNow }, pages: new FirstPageCache(appends, fresh) }
  const ahead = new PagesAhead()
  const told = countHints({ client, cubes, estimateRows })
  /** Rows before this second are what they were at the moment of the scope; a window behind its end when all are. */
  const settledUntil = ({ from, to, asOf }: Scope): number => {
    const [start, end] = [from - window, to + window]
    if (asOf === undefined) return end
    return Math.min(touched.touchedAfter(asOf.sequence, start, end), appends.underwayFrom(start, end))
  }
  const moments = { mark, isSettled: (scope: Scope) => settledUntil(scope) >= scope.to + window }
  const pages = { client, window, days, contents, estimateRows, told, newest, settledUntil }
  const drop = async (day: string, start: number) => {
    await counts.drop(day, start)
    days.drop(start)
    const gone = { from: start, to: start + secondsOfDay }
    cubes.invalidate(gone)
    wide.invalidate(gone)
    recentRows.invalidate(gone)
    newest.pages.invalidate()
    ahead.invalidate()
    // What was counted of that day before is true no longer, nor what was counted beside it: what went on after midnight begins there now.
    const minutes = Math.ceil((secondsOfDay + window) / 60)
    touched.record(Array.from({ length: minutes }, (_, minute) => start / 60 + minute))
  }
  const retention = new Retention({
    client,
    tables: [
      { name: 'events', days: options.retentionDays, drop },
      { name: 'figures', days: figuresRetentionDays, drop: day => figures.drop(day) },
    ],
    clocks: options.clocks ?? systemClocks,
    log: options.log,
  })
  retention.start()
  return {
    engine,
    client,
    contents,
    cubes,
    wide,
    recentRows,
    counts,
    days,
    figures,
    retention,
    window,
    touched,
    estimateRows,
    get ready() {
      return client.ready
    },
    async append(...batches) {
      for (const { minutes } of batches) days.add(minutes)
      const begun = batches.map(batch => ({ batch, how: appends.begin(batch) }))
      await Promise.all([
        throwRefused(appendBatches(client, batches)),
        ...batches.map(batch => fresh.read(batch)),
      ])
      for (const { batch, how } of begun) {
        days.add(batch.minutes)
        appends.end(batch, how)
        statistics.add(batch.minutes, batch.rows)
        counts.record(batch.minutes)
        touched.record(batch.minutes)
      }
      recentRows.appended()
    },
    abandon(sequence) {
      const minutes = appends.abandon(sequence)
      if (minutes === undefined) return
      days.add(minutes)
      touched.record(minutes)
    },
    ...clippedReads(countingReads({ client, cubes, wide, recentRows, estimateRows }, window), days),
    async page(scope, query, read) {
      const pageAt = (more: PageQuery) => pageAsOf(moments, scope, as => page(pages, as, more, read))
      const { asOf } = scope
      if (asOf === undefined) return await pageAt(query)
      return { events: await ahead.page(scope, query, async more => (await pageAt(more)).events), asOf }
    },
    // Reading all takes long: what comes in meanwhile is to be left out, even if nothing had come in before.
    events: (scope, query, read) => events({ client, window, days, estimateRows }, scope, query, read),
    tagNames: (scope, query, read) => tagNames(client, window, scope, query, read),
    reading: (statements, read) => readingOf(client, statements, read),
    mark,
    event: (id, predicate, read) => oneEvent(client, id, predicate, read),
    recent: (from, limit, read) => recentFirsts(client, from, limit, read),
    async highestId() {
      const rows = await client.select(`SELECT max(id) FROM ${eventsTable}`, startupRead)
      return Number(rows[0]?.[0] ?? 0)
    },
    occurrences: (id, offset, limit, read) => occurrencesOf(client, id, offset, limit, read),
    async close() {
      retention.stop()
      await wide.close()
      await client.close()
    },
  }
}

/** The highest sequence of a batch that the store holds, found by the index of the column. */
async function highestBatch(client: SqlClient): Promise<number> {
  const [row] = await client.select(
    `SELECT batch FROM (SELECT batch FROM ${eventsTable} ORDER BY batch DESC LIMIT 1 SETTINGS use_skip_indexes_for_top_k = 1)`,
    startupRead,
  )
  return Number(row?.[0] ?? 0)
}
