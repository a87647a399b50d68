import type { EventStore } from '../../contract/event-store.ts'
import type { Span } from '../../contract/time-span.ts'
import type { ArchivedDays } from './archived-days.ts'

/** Reads of spans, and estimates for them. */
type SpanReads = Pick<
  EventStore,
  | 'countPeriods'
  | 'groupCounts'
  | 'topValues'
  | 'tagNames'
  | 'tagValues'
  | 'lastValues'
  | 'templateDetails'
  | 'groupStats'
  | 'countEvents'
  | 'page'
  | 'events'
  | 'secondCounts'
  | 'windowSums'
  | 'valueSpans'
  | 'messageShare'
  | 'estimateTagValues'
>

/**
 * The store with archived days. Reads of spans without archived days are the store's own, which use counts
 * and rows in memory. `withFiles`: reads of the table and the archive.
 */
export function archiveReads(
  store: EventStore,
  { withFiles, days }: { withFiles: SpanReads; days: ArchivedDays },
): EventStore {
  /** All rows of an event lie within this time of each other. */
  const reach = 2 * store.window + 1
  const around = ({ from, to }: Span) => ({ from: from - reach, to: to + reach })
  const hasCold = (span: Span) => days.coldIn(around(span)).length > 0
  /** The read by the store or, where the span has archived days, of the table and the archive. */
  const by =
    <Args extends [Span, ...unknown[]], Answer>(
      own: (...args: Args) => Promise<Answer>,
      other: (...args: Args) => Promise<Answer>,
    ) =>
    async (...args: Args): Promise<Answer> => {
      // A day that is archived meanwhile is not dropped before the end of the read.
      const end = days.beginRead()
      try {
        return await (hasCold(args[0]) ? other(...args) : own(...args))
      } finally {
        end()
      }
    }
  return {
    append: (...batches) => store.append(...batches),
    countPeriods: by(store.countPeriods, withFiles.countPeriods),
    groupCounts: by(store.groupCounts, withFiles.groupCounts),
    topValues: by(store.topValues, withFiles.topValues),
    tagNames: by(store.tagNames, withFiles.tagNames),
    tagValues: by(store.tagValues, withFiles.tagValues),
    lastValues: by(store.lastValues, withFiles.lastValues),
    templateDetails: by(store.templateDetails, withFiles.templateDetails),
    groupStats: by(store.groupStats, withFiles.groupStats),
    countEvents: by(store.countEvents, withFiles.countEvents),
    page: by(store.page, withFiles.page),
    secondCounts: by(store.secondCounts, withFiles.secondCounts),
    windowSums: by(store.windowSums, withFiles.windowSums),
    valueSpans: by(store.valueSpans, withFiles.valueSpans),
    async *events(scope, query, read) {
      const end = days.beginRead()
      try {
        yield* hasCold(scope) ? withFiles.events(scope, query, read) : store.events(scope, query, read)
      } finally {
        end()
      }
    },
    // `event` and `occurrences` read archived days on their own (open-sql-store.ts). The other members that
    // are passed on are not asked about archived days.
    seenBefore: store.seenBefore,
    readBounds: store.readBounds,
    mark: () => store.mark(),
    arrivals: store.arrivals,
    newRows: store.newRows,
    waitingRows: store.waitingRows,
    event: store.event,
    occurrences: store.occurrences,
    recent: store.recent,
    highestId: () => store.highestId(),
    estimateRows: (from, to) => store.estimateRows(from, to) + days.estimateRows(from, to),
    // Messages of archived rows are always read.
    messageShare: (predicate, signal) =>
      days.all.some(({ isHot }) => !isHot)
        ? withFiles.messageShare(predicate, signal)
        : store.messageShare(predicate, signal),
    estimateCounting: (fields, predicate, bounds, from, to) =>
      store.estimateCounting(fields, predicate, bounds, from, to) + days.estimateRows(from, to),
    estimateTagValues: (names, predicate, from, to) =>
      hasCold({ from, to })
        ? withFiles.estimateTagValues(names, predicate, from, to)
        : store.estimateTagValues(names, predicate, from, to),
    window: store.window,
    journal: store.journal,
    get ready() {
      return store.ready
    },
    missingDays: () => store.missingDays?.() ?? [],
    close: () => store.close(),
  }
}
