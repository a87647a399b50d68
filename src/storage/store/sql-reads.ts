import type { SqlClient } from '../clients/sql-client.ts'
import type { Span } from '../contract/time-span.ts'
import { isContended } from '../journal/read-as-of.ts'
import { countingReads } from '../memory/counting/counting-reads.ts'
import { type NewestInMemory, pageFromMemoryOrTable } from '../memory/recent/newest-page.ts'
import { RecentBatches } from '../memory/recent/recent-batches.ts'
import type { RecentRows } from '../memory/recent/recent-rows.ts'
import { Rollups } from '../memory/rollups/rollups.ts'
import type { CountHints, KnownDays, KnownRepeats, ReadContext } from '../reads/context.ts'
import { groupStats } from '../reads/counts/group-stats.ts'
import { secondCounts } from '../reads/counts/second-counts.ts'
import { seenBefore } from '../reads/counts/seen-before.ts'
import { tagNames } from '../reads/counts/tag-names.ts'
import { templateDetails } from '../reads/counts/template-details.ts'
import { valueSpans } from '../reads/counts/value-spans.ts'
import { windowSums } from '../reads/counts/window-sums.ts'
import { arrivals } from '../reads/events/arrivals.ts'
import { events } from '../reads/events/events.ts'
import { newRows, waitingRows } from '../reads/events/new-rows.ts'
import { recentFirstRows } from '../reads/first-rows.ts'
import { occurrencesOf, oneEvent } from '../reads/one-event.ts'
import { pageAsOf } from '../reads/pages/page-as-of.ts'
import { readBoundsOf } from '../reads/read-bounds.ts'
import { runUserSql } from '../reads/user-sql/user-sql.ts'
import { compileFilter } from '../sql/filter.ts'
import type { KnownNames } from '../sql/named.ts'
import { judgeNames } from '../sql/template-conditions.ts'
import { currentReads } from './current-reads.ts'
import type { SqlReads, SqlStore } from './sql-store.ts'

/** Sources of reads besides the tables. */
export interface ReadParts extends Pick<SqlStore, 'rollups' | 'estimateRows' | 'window' | 'mark'> {
  client: SqlClient
  days: KnownDays
  repeats: KnownRepeats
  /** Absent: hosts, programs and templates are not known. */
  names?: KnownNames | undefined
  journal: SqlStore['journal']
  recentRows: Pick<RecentRows, 'newest' | 'prepare'>
  /** SQL of the rows that this process has appended; absent when no other process appends. */
  own?: (() => string) | undefined
  /** The newest events, in memory; absent: none are in memory. */
  newest?: NewestInMemory
  /** Known counts; absent: none are known. */
  knownCounts?: CountHints
}

/** The store's reads: by SQL, and from memory. */
export function sqlReads(given: ReadParts): SqlReads {
  const { client, window, names, days, repeats, estimateRows, journal, mark, newest, own } = given
  const markOf = (span: Span) => (isContended(journal, span, journal.current) ? journal.mark() : undefined)
  const parts = { ...given, markOf }
  const context: ReadContext = { client, window, names, markOf, days, repeats }
  return {
    ...countingReads(parts),
    async messageShare(predicate, signal) {
      if (names !== undefined) await judgeNames(predicate, names, signal)
      return compileFilter(predicate, names).messageShare
    },
    page: (scope, query, read) =>
      pageAsOf(journal, window, scope, scopeAsOf =>
        pageFromMemoryOrTable(parts, newest, scopeAsOf, query, read),
      ),
    // Without known counts, which also count rows that arrive during this long read: the mark leaves them
    // out.
    events: (scope, query, read) =>
      events({ ...context, estimateRows }, { ...scope, asOf: scope.asOf ?? mark() }, query, read),
    arrivals: (scope, query, read) => arrivals({ ...context, estimateRows, journal }, scope, query, read),
    newRows: (query, read) => newRows({ ...context, journal }, query, read),
    waitingRows: (query, limits, read) => waitingRows({ ...context, journal }, query, limits, read),
    tagNames: (scope, query, read) => tagNames(context, scope, query, read),
    templateDetails: (scope, templates, read) => templateDetails(context, scope, templates, read),
    groupStats: (scope, query, read) => groupStats(context, scope, query, read),
    secondCounts: (scope, query, read) => secondCounts(context, days.clip(scope), query, read),
    windowSums: (scope, query, read) => windowSums(context, days.clip(scope), query, read),
    valueSpans: (scope, query, read) => valueSpans(context, days.clip(scope), query, read),
    seenBefore: (query, read) => seenBefore(context, query, read),
    runUserSql: (scope, sql, read) => runUserSql(context, days.clip(scope), sql, read),
    readBounds: (statements, read) => readBoundsOf(client, statements, read),
    event: (id, predicate, read) => oneEvent(client, id, predicate, read),
    recent: (from, limit, read) => recentFirstRows(client, from, limit, read, own?.()),
    occurrences: (id, offset, limit, read) => occurrencesOf(client, id, offset, limit, read),
  }
}

type StoreParts = Omit<ReadParts, 'client' | 'rollups' | 'recentRows' | 'newest' | 'knownCounts'>

/**
 * Reads by another client, which may see only some of the rows. They use no counts and rows in memory, which
 * are of the whole store. They do use the known days, names and minutes with repeats of the whole store:
 * these may be more than the client's rows have, which does no harm.
 */
export function rowReads(
  client: SqlClient,
  parts: StoreParts & { catchUp: () => Promise<void>; log: (message: string) => void },
): SqlReads {
  const { journal, estimateRows, catchUp, log } = parts
  // With these bounds no tiles are ever made.
  const bounds = { minAsked: Number.POSITIVE_INFINITY, minRows: Number.POSITIVE_INFINITY }
  const recentBatches = new RecentBatches(log)
  const rollups = new Rollups({ client, journal, estimateRows, recentBatches, log, ...bounds })
  const reads = sqlReads({
    ...parts,
    client,
    rollups,
    recentRows: { newest: () => undefined, prepare: () => {} },
  })
  return { ...reads, ...currentReads(reads, catchUp) }
}
