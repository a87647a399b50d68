import type { EventStore, Read } from '../../storage/store.ts'
import type { MatchingScope } from '../kind.ts'
import type { FairQueue } from '../slices/fair-queue.ts'
import type { EventBatch, MatchingEvents, Snapshot } from '../snapshot.ts'
import type { PublishedState } from './published-state.ts'
import type { Question } from './question.ts'
import { type QueryHeader, representationOf } from './representation.ts'

/** What events for files are read with. */
export interface SnapshotDeps {
  store: EventStore
  lanes: FairQueue
  /** Seconds until one batch ends with query_timeout. */
  timeout: number
  /** Fires when the desk closes. */
  signal: AbortSignal
}

/** What is shown of a query at this moment, and all events that it has pages of; these are read in the name of this user. */
export function snapshotOf(
  question: Question,
  head: QueryHeader,
  shown: PublishedState,
  user: number,
  terms: SnapshotDeps,
): Snapshot {
  const events = eventsOf(question, shown, user, terms)
  return {
    query: representationOf(head, shown, shown),
    timezone: shown.range.timezone,
    ...(events && { events }),
  }
}

function eventsOf(
  { kind, params, predicate }: Question,
  { range, asOf, state, progress }: PublishedState,
  user: number,
  terms: SnapshotDeps,
): MatchingEvents | undefined {
  const evaluation = { store: terms.store, range, predicate, ...(asOf && { asOf }) }
  const all = kind.matching?.(params, evaluation, state, progress === 100)
  if (all === undefined) return undefined
  return {
    matching: all.count,
    read: (limit, signal) => batchesOf(all, limit, user, signal, terms),
  }
}

/** Each batch is a turn in the long lane, so that one who reads a million events stands in nobody's way. */
async function* batchesOf(
  { count, scope, sort }: MatchingScope,
  limit: number,
  user: number,
  signal: AbortSignal,
  { store, lanes, timeout, signal: closing }: SnapshotDeps,
): AsyncGenerator<EventBatch> {
  const either = AbortSignal.any([signal, closing])
  const read: Read = { signal: either, lane: 'long', timeout }
  const batches = store.events(scope, { sort, limit, matching: count }, read)[Symbol.asyncIterator]()
  const want = { user, lane: 'long', signal: either, refusable: false } as const
  for (;;) {
    const next = await lanes.run(want, () => batches.next())
    if (next.done) return
    if (next.value.rows > 0) yield next.value
  }
}
