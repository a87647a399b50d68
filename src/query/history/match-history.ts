import type { Predicate } from '../../filter/predicate.ts'
import type { StoredEvent } from '../../schema/event.ts'
import type { EventStore, Read, SecondCounts, ValueSpan } from '../../storage/store.ts'
import { countedField } from '../kinds/fields.ts'
import type { TimeSpan } from '../time-span.ts'

export type { SecondCounts, ValueSpan }

/** Takes turns at the store with the queries of a user. */
export type HistoryTurn = <T>(ask: (read: Read) => Promise<T>) => Promise<T>

/** Gives the history to a user; reads end when the signal fires. */
export interface HistorySource {
  history(userId: number, signal: AbortSignal): MatchHistory
}

/** What a history reads of the store. */
type HistoryStore = Pick<EventStore, 'secondCounts' | 'valueSpans' | 'seenBefore' | 'page' | 'estimateRows'>

/** What matched in the past, for triggers. Fields are named as in filters, or `template`; another one has the value '' everywhere. */
export class MatchHistory {
  readonly #store: HistoryStore
  readonly #turn: HistoryTurn

  constructor(store: HistoryStore, turn: HistoryTurn) {
    this.#store = store
    this.#turn = turn
  }

  /** Counts by second (`step` seconds; 0: all of the span) and by values. */
  counts(
    predicate: Predicate,
    span: TimeSpan,
    query: { by: string | null; value: string | null; step: number; occurrences: boolean },
  ): Promise<SecondCounts> {
    const by = storedField(query.by)
    const value = storedField(query.value)
    return this.#turn(read => this.#store.secondCounts({ ...span, predicate }, { ...query, by, value }, read))
  }

  /** When each value of a field was there, by value and time; all before `since` is one span. */
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

  /** Those of these values that were there in `seconds` before a second of their own. */
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

  /** The newest events of a span. */
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

function storedField(name: string | null) {
  if (name === null) return null
  return name === 'template' ? name : (countedField(name) ?? null)
}
