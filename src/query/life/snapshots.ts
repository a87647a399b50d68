import type { Read } from '../../storage/contract/event-store.ts'
import type { MatchingScope } from '../kind.ts'
import { maxEventSeconds } from '../slices/cost-profile.ts'
import type { EventBatch, MatchingEvents, Snapshot } from '../snapshot.ts'
import { archivedDaysLeftOut, storeOf } from './archived-days.ts'
import type { QueryDeps } from './compute.ts'
import { missingDaysOf } from './missing-days.ts'
import type { PublishedState } from './published-state.ts'
import type { Question } from './question.ts'
import { type QueryHeader, representationOf } from './representation.ts'

/**
 * The answer of a published state. If its results are pages of events, all events of all pages can be read
 * too, in turns of this user.
 */
export async function snapshotOf(
  question: Question,
  header: QueryHeader,
  published: PublishedState,
  user: number,
  deps: QueryDeps,
): Promise<Snapshot> {
  const { kind, params, predicate } = question
  const { range, asOf, state, progress, status } = published
  // An event may have begun before the range.
  const from = (range.from - maxEventSeconds) * 1_000_000
  const store = storeOf(question, deps.store)
  const context = { store, range, predicate, ...(asOf && { asOf }) }
  const matching = kind.matching?.(params, context, state, progress === 100)
  const events: MatchingEvents | undefined = matching && {
    matching: matching.count,
    notes: await deps.notes?.ofSpan(from, range.to * 1_000_000),
    triggers: await deps.notes?.triggersOfSpan?.(from, range.to * 1_000_000),
    read: (limit, signal) => batchesOf(matching, limit, user, signal, { ...deps, store }),
  }
  const missingDays = missingDaysOf(question, range, deps.store)
  const archivedDays = archivedDaysLeftOut(question, range, deps.store)
  const query = representationOf(header, published, { status, missingDays, archivedDays })
  return { query, timezone: range.timezone, ...(events && { events }) }
}

/** Reads each batch as a turn in the long lane, so that a million events do not delay other readers. */
async function* batchesOf(
  { count, scope, sort }: MatchingScope,
  limit: number,
  user: number,
  callerSignal: AbortSignal,
  { store, queue, timeouts, closing }: QueryDeps,
): AsyncGenerator<EventBatch> {
  const signal = AbortSignal.any([callerSignal, closing])
  const read: Read = { signal, lane: 'long', timeout: timeouts.long }
  const batches = store.events(scope, { sort, limit, matching: count }, read)[Symbol.asyncIterator]()
  const turn = { user, lane: 'long', signal, refusable: false } as const
  try {
    for (;;) {
      const next = await queue.run(turn, () => batches.next())
      if (next.done) return
      if (next.value.rows > 0) yield next.value
    }
  } finally {
    // The caller may have stopped early.
    await batches.return?.()
  }
}
