import type { SqlClient } from '../clients/sql-client.ts'
import { countingReads } from '../memory/counting/counting-reads.ts'
import type { NewestInMemory } from '../memory/recent/newest-page.ts'
import type { RecentRows } from '../memory/recent/recent-rows.ts'
import type { CountHints } from '../reads/context.ts'
import { numberStats } from '../reads/counts/number-stats.ts'
import { secondCounts } from '../reads/counts/second-counts.ts'
import { seenBefore } from '../reads/counts/seen-before.ts'
import { tagNames } from '../reads/counts/tag-names.ts'
import { templateDetails } from '../reads/counts/template-details.ts'
import { valueSpans } from '../reads/counts/value-spans.ts'
import { windowSums } from '../reads/counts/window-sums.ts'
import { arrivals } from '../reads/events/arrivals.ts'
import { events } from '../reads/events/events.ts'
import { occurrencesOf, oneEvent } from '../reads/one-event.ts'
import { page } from '../reads/pages/page.ts'
import { pageAsOf } from '../reads/pages/page-as-of.ts'
import { readingOf } from '../reads/reading.ts'
import { recentFirsts } from '../reads/recent.ts'
import { userSql } from '../reads/user-sql/user-sql.ts'
import { judgeNames } from '../sql/decide.ts'
import { compileFilter } from '../sql/filter.ts'
import { withNames } from '../sql/scope.ts'
import type { SqlReads, SqlStore } from './sql-store.ts'

/** Sources of reads besides the tables. */
export interface ReadParts
  extends Pick<SqlStore, 'rollups' | 'days' | 'repeats' | 'names' | 'estimateRows' | 'window' | 'mark'> {
  client: SqlClient
  journal: SqlStore['touched']
  recentRows: Pick<RecentRows, 'now' | 'prepare'>
  /** SQL of the rows that this process has appended; absent when no other process appends. */
  own?: (() => string) | undefined
  /** The newest events, in memory; absent: none are in memory. */
  newest?: NewestInMemory
  /** Known counts; absent: none are known. */
  hints?: CountHints
}

/** The store's reads: by SQL, and from memory. */
export function sqlReads(parts: ReadParts): SqlReads {
  const { client, window, days, repeats, names, journal, estimateRows, own } = parts
  return {
    ...countingReads(parts),
    async messageShare(predicate, signal) {
      await judgeNames(predicate, names, signal)
      return compileFilter(predicate, names).messageShare
    },
    page: (scope, query, read) =>
      pageAsOf(journal, window, withNames(scope, names), as => page(parts, as, query, read)),
    // Reading all events takes long: the moment of the scope leaves out rows that come in meanwhile, not
    // newer hints.
    events: (scope, query, read) =>
      events({ client, window, days, repeats, estimateRows }, withNames(scope, names), query, read),
    arrivals: (scope, query, read) =>
      arrivals(
        { client, window, days, repeats, estimateRows, journal },
        withNames(scope, names),
        query,
        read,
      ),
    tagNames: (scope, query, read) => tagNames(client, window, withNames(scope, names), query, read),
    templateDetails: (scope, templates, read) =>
      templateDetails(client, window, withNames(scope, names), templates, read),
    numberStats: (scope, query, read) => numberStats(client, window, withNames(scope, names), query, read),
    secondCounts: (scope, query, read) =>
      secondCounts(client, window, withNames(days.clip(scope), names), query, read),
    windowSums: (scope, query, read) =>
      windowSums({ client, window, repeats }, withNames(days.clip(scope), names), query, read),
    valueSpans: (scope, query, read) =>
      valueSpans(client, window, withNames(days.clip(scope), names), query, read),
    seenBefore: (query, read) => seenBefore(client, window, names, query, read),
    userSql: (scope, sql, read) => userSql(client, window, withNames(days.clip(scope), names), sql, read),
    reading: (statements, read) => readingOf(client, statements, read),
    event: (id, predicate, read) => oneEvent(client, id, predicate, read),
    recent: (from, limit, read) => recentFirsts(client, from, limit, read, own?.()),
    occurrences: (id, offset, limit, read) => occurrencesOf(client, id, offset, limit, read),
  }
}
