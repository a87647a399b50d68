import { until } from '../../async/until.ts'
import { systemClocks } from '../../telemetry/clock-watch.ts'
import type { SqlClient } from '../clients/sql-client.ts'
import type { ArchivedDaySize } from '../contract/archived-events.ts'
import type { EventStore } from '../contract/event-store.ts'
import { internalRead } from '../contract/internal-read.ts'
import { daySeconds } from '../contract/time-span.ts'
import { openJournal } from '../journal/shared-journal.ts'
import { countHints } from '../memory/counting/count-hints.ts'
import { FirstPageCache } from '../memory/recent/first-page-cache.ts'
import { PeerBatchReader } from '../memory/recent/peer-batch-reader.ts'
import { newestRowsReader } from '../memory/recent/read-newest-rows.ts'
import { RecentBatches } from '../memory/recent/recent-batches.ts'
import { RecentRows } from '../memory/recent/recent-rows.ts'
import { Rollups } from '../memory/rollups/rollups.ts'
import { spansOfTemplates } from '../memory/rollups/spans-with.ts'
import { StoredDays } from '../memory/stored-days.ts'
import { StoredNames } from '../memory/stored-names.ts'
import { StoredRepeats } from '../memory/stored-repeats.ts'
import { ownRows } from '../reads/first-rows.ts'
import { type DailyTable, partitionSizes, startOfDay } from '../reads/partitions.ts'
import { byIndex } from '../sql/by-index.ts'
import { eventsTable, figuresTable } from '../sql/tables.ts'
import { appendEach, untilStored } from './append/append.ts'
import { AppendGate } from './archive/append-gate.ts'
import { Archive, findArchive } from './archive/archive.ts'
import { archiveReads } from './archive/archive-reads.ts'
import { type ArchivedDay, daysWithArchive, filesOf } from './archive/archived-days.ts'
import { currentReads } from './current-reads.ts'
import { Figures } from './figures/figures.ts'
import { MissingShardsGate } from './missing-shards.ts'
import { dayFields } from './names/day-fields.ts'
import { DayNames } from './names/day-names.ts'
import { completedDeletions, keyOf } from './retention/class-deletion.ts'
import { ClassRetention } from './retention/class-retention.ts'
import { ClassRows } from './retention/class-rows.ts'
import { HeldDays } from './retention/held-days.ts'
import { Retention } from './retention/retention.ts'
import { StoredCounts } from './retention/stored-counts.ts'
import { rowReads, sqlReads } from './sql-reads.ts'
import type { SqlBackend, SqlStore, StoreOptions } from './sql-store.ts'

const startupRead = internalRead('long', 600)
const sizesRead = internalRead('short', 60)
/** Figures are kept this long, whatever the limits of events. */
const figuresRetentionDays = 30

/**
 * The newest rows are read into memory once the engine has been idle this long, or after `maxQuietWaitMs`.
 */
const quietMs = 300
const maxQuietWaitMs = 3_000
/** How long a start waits for the minutes with repeats. */
const maxRepeatsWaitMs = 1_000
/** How long closing waits for a running restore of an archived day. */
const maxRestoreEndMs = 2_000

/** Opens the store on tables that have the current version. */
export async function openSqlStore(
  { client: engineClient, insertFiles, missing }: SqlBackend,
  options: StoreOptions,
): Promise<SqlStore> {
  const { window, log } = options
  const gate = new MissingShardsGate(missing)
  // For reads while the store is opened: reads the shards that answer.
  const startClient = missing?.client ?? engineClient
  const recentBatches = new RecentBatches(log)
  const peerBatches = new PeerBatchReader({
    client: engineClient,
    recentBatches,
    ended: () => recentRows.changed(),
  })
  const foundArchive = options.archive && (await findArchive(options.archive))
  const { batch: archivedBatch = 0, id: archivedId = 0 } = foundArchive?.highest ?? {}
  const highestBatch = Math.max(await highest(startClient, 'batch'), archivedBatch)
  const openedJournal = await openJournal(highestBatch, options.sharedLog, {
    reload: () => reload(),
    received: batches => peerBatches.read(batches),
    warn: log,
  })
  const { journal, writer } = openedJournal
  const mark = journal.mark.bind(journal)
  const figures = new Figures(engineClient, options.node ?? '')
  const days = await StoredDays.open(startClient)
  const estimateRows = days.estimateRows.bind(days)
  const closing = new AbortController()
  const repeats = new StoredRepeats(log)
  const names = new StoredNames(log, (templates, span) =>
    spansOfTemplates(rollups, templates, days.clip(span)),
  )
  const dayNames = new DayNames({ client: engineClient, fields: dayFields(names, repeats), log })
  void dayNames.load()
  // Waits only a moment: the names of a large table are read while the service runs.
  await repeats.untilRead(maxRepeatsWaitMs, closing.signal)

  const source = { client: openedJournal.following(engineClient), estimateRows, journal, recentBatches, log }
  const rollups = new Rollups({ ...source, ...options.rollups })
  // The client of all reads that users wait for: while it runs none, tiles are made.
  const { client } = rollups.use
  const table = newestRowsReader(client, { estimateRows, days })
  const afterAnswers = (load: () => void) => void rollups.use.untilQuiet(quietMs, maxQuietWaitMs).then(load)
  const isReadingPeers = () => peerBatches.isReading
  const newestRows = { table, journal, recentBatches, isReadingPeers, log, afterAnswers }
  const recentRows = new RecentRows(newestRows, options.recent)
  const firstPages = new FirstPageCache(journal, recentBatches)
  for (const listener of [days, repeats, names, recentRows]) journal.listen(listener)
  const { sharedLog } = options
  // For `recent`, which deduplication resumes with: each process has its own events.
  const own = sharedLog && (() => ownRows(sharedLog))
  const readParts = { window, days, repeats, names, journal, estimateRows, mark, own }
  const reads = sqlReads({
    ...readParts,
    client,
    rollups,
    recentRows,
    knownCounts: countHints({ client, rollups, repeats, window }),
    newest: { rows: recentRows, pages: firstPages },
  })
  const countEvents: EventStore['countEvents'] = async (...args) => {
    await gate.wait()
    await openedJournal.catchUp()
    return await reads.countEvents(...args)
  }
  const countContext = { client: engineClient, journal, writer, window, countEvents }
  const counts = await StoredCounts.open(countContext, startClient)
  const appendGate = new AppendGate()
  const archive =
    options.archive &&
    foundArchive &&
    (await Archive.open(
      {
        ...options.archive,
        client: engineClient,
        journal,
        hot: days,
        gate: appendGate,
        window,
        limits: () => retention.limits,
        wall: () => (options.clocks ?? systemClocks).wall(),
        log,
      },
      foundArchive,
    ))
  /** Reads of the table and the archive. Names and repeats of archived days are not known. */
  const readsWithFiles =
    archive &&
    rowReads(archive.client, {
      ...readParts,
      days: daysWithArchive(days, archive.days),
      repeats: { mayBeIn: ({ from, to }) => from < to },
      names: undefined,
      estimateRows: (from, to) => estimateRows(from, to) + archive.days.estimateRows(from, to),
      catchUp: openedJournal.catchUp,
      log,
    })
  /** Rereads the days and names of the table, after changes that the journal does not record. */
  const reload = async () => {
    await days.load(engineClient)
    void dayNames.load()
  }
  const spanOfDay = (from: number) => ({ from, to: from + daySeconds })
  const knownDeletions = new Set(options.sharedLog && (await completedDeletions(startClient)).map(keyOf))
  /** Applies drops and deletions of another process that was killed before reporting them. Runs hourly. */
  const dropMissing = async () => {
    for (const deletion of await completedDeletions(engineClient)) {
      const key = keyOf(deletion)
      if (!knownDeletions.has(key)) journal.delete(spanOfDay(startOfDay(String(deletion.day))), window)
      knownDeletions.add(key)
    }
    for (const from of await days.missing(engineClient)) journal.drop(spanOfDay(from), window)
  }
  openedJournal.start(dropMissing)
  const retention = retentionOf(options, {
    client,
    journal,
    days,
    counts,
    figures,
    catchUp: openedJournal.catchUp,
    async countPeriods(...args) {
      await gate.wait()
      return await reads.countPeriods(...args)
    },
    waitingRows: reads.waitingRows,
    archive,
    countArchived: readsWithFiles?.countPeriods,
  })

  const startAppend = appendEach.bind(undefined, insertFiles, {
    writer: appendGate.through(writer),
    recentBatches,
  })
  const store: SqlStore = {
    client,
    insertFiles: async batches => {
      const parts = await Promise.all(insertFiles(batches).map(({ done }) => done))
      for (const failure of parts.flat()) if (failure !== undefined) throw failure.error
    },
    rollups,
    recentRows,
    counts,
    days,
    repeats,
    names,
    figures,
    retention,
    window,
    journal,
    estimateRows,
    get ready() {
      return client.ready
    },
    append: (...batches) => untilStored(startAppend(batches)),
    appendEach: startAppend,
    catchUp: openedJournal.catchUp,
    abandon: sequence => writer.abandon(sequence),
    async reread() {
      const newest = await highest(engineClient, 'batch')
      if (sharedLog !== undefined) await sharedLog.forget(newest)
      else {
        journal.forget(newest)
        await reload()
      }
      figures.journal.forget()
      // Last, since it may wait minutes for a running drop.
      await counts.reload()
    },
    ...reads,
    mark,
    readRows: other =>
      rowReads(openedJournal.following(other), { ...readParts, catchUp: openedJournal.catchUp, log }),
    highestId: async () =>
      Math.max(await highest(gate.isWhole ? engineClient : startClient, 'id'), archivedId),
    async close() {
      retention.stop()
      closing.abort()
      // A longer restore is interrupted, as by a kill.
      await until(archive?.restores.idle() ?? Promise.resolve(), { timeoutMs: maxRestoreEndMs }).catch(
        () => {},
      )
      archive?.close()
      await dayNames.close()
      peerBatches.close()
      await rollups.close()
      await openedJournal.close()
      await client.close()
    },
  }
  if (archive !== undefined && readsWithFiles !== undefined) {
    /** Whether an archived day may have this event. */
    const isCold = (id: number) => archive.days.coldWithId(id).length > 0
    Object.assign(store, {
      archivedDays: archive,
      event: (...args) => (isCold(args[0]) ? readsWithFiles : reads).event(...args),
      occurrences: (...args) => (isCold(args[0]) ? readsWithFiles : reads).occurrences(...args),
    } satisfies Partial<SqlStore>)
    Object.assign(store, {
      archive: {
        store: archiveReads(store, { withFiles: readsWithFiles, days: archive.days }),
        daysIn: span => archive.days.coldIn(span).map(sizeOf),
      },
    } satisfies Pick<SqlStore, 'archive'>)
  }
  const begin = () => {
    retention.start()
    // 0: the table is empty.
    if (days.begin > 0) rollups.requestCommon({ from: days.begin, to: days.end })
  }
  if (missing === undefined) begin()
  else {
    const reread = async () => {
      // First, since reading the newest rows into memory depends on the days.
      await days.load(engineClient)
      await store.reread()
    }
    void gate.complete(reread, begin, { signal: closing.signal, log })
  }
  const catchUpWithRows = async () => {
    await gate.wait()
    await openedJournal.catchUp()
    await peerBatches.settled()
  }
  const mayBeBehind = options.sharedLog !== undefined || missing !== undefined
  return mayBeBehind ? Object.assign(store, currentReads(store, catchUpWithRows)) : store
}

function sizeOf(day: ArchivedDay): ArchivedDaySize {
  const files = filesOf(day)
  return {
    day: day.day,
    rows: files.reduce((sum, { rows }) => sum + rows, 0),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** The parts of the store that retention uses. */
interface RetentionParts extends Pick<SqlStore, 'client' | 'journal' | 'days' | 'counts' | 'figures'> {
  catchUp: () => Promise<void>
  countPeriods: EventStore['countPeriods']
  waitingRows: EventStore['waitingRows']
  archive: Archive | undefined
  /** Counts of rows that are archived, or in the table. */
  countArchived: EventStore['countPeriods'] | undefined
}

/** The retention of events and figures. It runs once it is started. */
function retentionOf(options: StoreOptions, parts: RetentionParts): Retention {
  const { window, log, holds, beforeDrop } = options
  const { client, journal, days, counts, figures, catchUp, countPeriods, waitingRows, archive } = parts
  const { countArchived = countPeriods } = parts
  const sizesOf = (table: DailyTable) => () => partitionSizes(client, table, sizesRead)
  return new Retention({
    client,
    events: {
      name: 'events',
      sizes: sizesOf(eventsTable),
      ...(archive && {
        archiveDays: limits => archive.hotDays(limits),
        keepsLonger: async day => archive.restores.isKept(day),
      }),
      limits: {
        days: options.retentionDays,
        bytes: options.retentionBytes ?? 0,
        ...(options.retentionClasses && { classes: options.retentionClasses }),
      },
      classes: new ClassRetention({
        rows: new ClassRows({ client, journal, days, window }),
        catchUp,
        remove: (day, mayDelete) => counts.delete(day, mayDelete),
        log,
      }),
      readLimits: options.readLimits,
      ...(holds && { held: new HeldDays({ holds, catchUp, journal, countPeriods }) }),
      async drop(day, start, mayDrop) {
        await archive?.store(day)
        const afterDrop = await beforeDrop?.({ from: start, to: start + daySeconds }, { waitingRows })
        try {
          const isDropped = await counts.drop(
            day,
            start,
            async () => (await mayDrop()) && (archive === undefined || (await archive.beginDrop(day))),
          )
          if (isDropped) await afterDrop?.()
          return isDropped
        } finally {
          archive?.endDrop()
        }
      },
    },
    figures: {
      name: 'figures',
      sizes: sizesOf(figuresTable),
      limits: { days: figuresRetentionDays, bytes: 0 },
      drop: async day => {
        await figures.drop(day)
        return true
      },
    },
    archive: archive && {
      name: 'archive',
      sizes: () => archive.sizes(),
      limits: { days: options.archive?.retentionDays ?? Number.POSITIVE_INFINITY, bytes: 0 },
      ...(holds && { held: new HeldDays({ holds, catchUp, journal, countPeriods: countArchived }) }),
      keepsLonger: day => archive.keepsLonger(day),
      drop: (day, _start, mayDrop) => archive.delete(day, mayDrop),
    },
    clocks: options.clocks ?? systemClocks,
    shared: options.drops,
    disk: options.disk,
    diskFloor: options.diskFloor,
    log,
  })
}

/**
 * The highest id, or number of a batch, in the store; 0 when it is empty. Fast at any size: uses the index of
 * the column.
 */
async function highest(client: Pick<SqlClient, 'select'>, column: 'batch' | 'id'): Promise<number> {
  const [row] = await client.select(
    byIndex(
      `SELECT ${column} FROM (SELECT ${column} FROM ${eventsTable} ORDER BY ${column} DESC LIMIT 1 SETTINGS use_skip_indexes_for_top_k = 1)`,
    ),
    startupRead,
  )
  return Number(row?.[0] ?? 0)
}
