import type { EventStore } from '../contract/event-store.ts'
import type { SqlSource } from '../contract/sql-source.ts'

/** The reads whose answers depend on rows. */
type Reads = Pick<
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
  | 'arrivals'
  | 'newRows'
  | 'waitingRows'
  | 'secondCounts'
  | 'windowSums'
  | 'valueSpans'
  | 'seenBefore'
  | 'event'
  | 'occurrences'
  | 'recent'
>

/** The same reads, each of which first catches up with the appends of other processes. */
export function currentReads(reads: Reads & SqlSource, catchUp: () => Promise<void>): Reads & SqlSource {
  const current =
    <Args extends unknown[], Answer>(read: (...args: Args) => Promise<Answer>) =>
    async (...args: Args) => {
      await catchUp()
      return await read(...args)
    }
  const streamed = <Args extends unknown[], Part>(read: (...args: Args) => AsyncIterable<Part>) =>
    async function* (...args: Args) {
      await catchUp()
      yield* read(...args)
    }
  return {
    countPeriods: current(reads.countPeriods),
    groupCounts: current(reads.groupCounts),
    topValues: current(reads.topValues),
    tagNames: current(reads.tagNames),
    tagValues: current(reads.tagValues),
    lastValues: current(reads.lastValues),
    templateDetails: current(reads.templateDetails),
    groupStats: current(reads.groupStats),
    countEvents: current(reads.countEvents),
    page: current(reads.page),
    events: streamed(reads.events),
    arrivals: current(reads.arrivals),
    newRows: current(reads.newRows),
    waitingRows: current(reads.waitingRows),
    secondCounts: current(reads.secondCounts),
    windowSums: current(reads.windowSums),
    valueSpans: current(reads.valueSpans),
    seenBefore: current(reads.seenBefore),
    runUserSql: current(reads.runUserSql),
    event: current(reads.event),
    occurrences: current(reads.occurrences),
    recent: streamed(reads.recent),
  }
}
