import type { Predicate } from '../../filter/predicate/predicate.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import type { EventStore, Read, SecondCounts, ValueSpan } from '../../storage/contract/event-store.ts'
import { countedField } from '../kinds/fields.ts'
import type { TimeSpan } from '../time-span.ts'

export type { SecondCounts, ValueSpan }

/** Runs a read of the store when it gets a turn. Such reads alternate with the user's queries. */
export type HistoryTurn = <T>(ask: (read: Read) => Promise<T>) => Promise<T>

/** Opens the history for a user. Its reads end when the signal fires. */
export interface HistorySource {
  history(userId: number, signal: AbortSignal): MatchHistory
}

/** The methods of the store that MatchHistory uses. */
type HistoryStore = Pick<EventStore, 'secondCounts' | 'valueSpans' | 'seenBefore' | 'page' | 'estimateRows'>

/**
 * Reads the events of the past that a trigger would have matched. Fields have the names of filters, or
 * `template`. An unknown field counts as empty in all events.
 */
export class MatchHistory {
  readonly #store: HistoryStore
  readonly #turn: HistoryTurn

  constructor(store: HistoryStore, turn: HistoryTurn) {
    this.#store = store
    this.#turn = turn
  }

  /** Counts by the values of two fields and by `step` seconds (0: the whole span); see SecondCountsQuery. */
  counts(
    predicate: Predicate,
    span: TimeSpan,
    query: { by: string | null; value: string | null; step: number; occurrences: boolean },
  ): Promise<SecondCounts> {
    const by = storedField(query.by)
    const value = storedField(query.value)
    return this.#turn(read => this.#store.secondCounts({ ...span, predicate }, { ...query, by, value }, read))
  }

  /**
   * When each value of a field occurred, by value and time. All time before `since` (Unix seconds) is one
   * span; later spans have `step` seconds.
   */
  async spans(
    predicate: Predicate,
    span: TimeSpan,
    { field, since, step }: { field: string; since: number; step: number },
  ): Promise<ValueSpan[]> {
    const stored = storedField(field)
    if (stored === null) return []
    return await this.#turn(read =>
      this.#store.valueSpans({ ...span, predicate }, { field: stored, since, step }, read),
    )
  }

  /** Which of the given values occurred in the `seconds` before `before`, a Unix second for each value. */
  async seenBefore(
    predicate: Predicate,
    field: string,
    seconds: number,
    values: readonly { value: string; before: number }[],
  ): Promise<ReadonlySet<string>> {
    const stored = storedField(field)
    if (stored === null || values.length === 0) return new Set()
    return await this.#turn(read =>
      this.#store.seenBefore({ predicate, field: stored, seconds, values }, read),
    )
  }

  /** The newest events of a span, newest first. */
  async newest(predicate: Predicate, span: TimeSpan, limit: number): Promise<StoredEvent[]> {
    const sort = [{ field: 'first_occurrence', descending: true }] as const
    const { events } = await this.#turn(read =>
      this.#store.page({ ...span, predicate }, { sort, offset: 0, limit }, read),
    )
    return events
  }

  /** An upper estimate of the rows of a span. */
  estimateRows({ from, to }: TimeSpan): number {
    return this.#store.estimateRows(from, to)
  }
}

/** The stored field of a name; null for an unknown field. */
function storedField(name: string | null) {
  if (name === null) return null
  return name === 'template' ? name : (countedField(name) ?? null)
}
