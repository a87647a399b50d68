import type { TestEvent, TestRow } from '../../storage/testing/spool-file.ts'
import type { OracleEvent } from './events.ts'

/** An event as the tests of the store write it. */
function testEvent({ id, fields, occurrences }: OracleEvent): TestEvent {
  return { id, ...fields, occurrences }
}

/**
 * The rows of an event's occurrences from index `from` to `to`, as ingest writes them for one batch: the
 * first occurrence of the event has its own row, all others have one row for each second.
 */
function rowsBetween(event: OracleEvent, from: number, to: number): TestRow[] {
  const all = testEvent(event)
  const rows: TestRow[] = []
  const repeats = event.occurrences.slice(Math.max(from, 1), to)
  if (from === 0 && to > 0) rows.push({ event: all, ts: event.occurrences[0], repeat: 0, earlier: [] })
  for (const moments of Map.groupBy(repeats, moment => Math.floor(moment / 1_000_000)).values()) {
    const last = Math.max(...moments)
    const distances = moments.toSpliced(moments.indexOf(last), 1).map(moment => last - moment)
    rows.push({ event: all, ts: last, repeat: 1, earlier: distances })
  }
  return rows
}

/**
 * The rows of one batch: the occurrences that `after` has and `before` lacks. `after` is made from the same
 * arrivals and further ones.
 */
export function batchBetween(before: readonly OracleEvent[], after: readonly OracleEvent[]): TestRow[] {
  return after.flatMap((event, i) => {
    return rowsBetween(event, before[i]?.occurrences.length ?? 0, event.occurrences.length)
  })
}
