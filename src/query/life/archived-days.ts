import type { ArchivedDaySize } from '../../storage/contract/archived-events.ts'
import type { EventStore } from '../../storage/contract/event-store.ts'
import type { ResolvedRange } from '../kind.ts'
import type { Question } from './question.ts'

type Archived = Pick<EventStore, 'archive'>

/** The store that answers a question: with archived days if the question asks for them. */
export function storeOf({ params }: Pick<Question, 'params'>, store: EventStore): EventStore {
  return params.with_archive === true ? (store.archive?.store ?? store) : store
}

/** The archived days of the range, for kinds that read events. */
export function archivedDaysIn(
  { kind }: Pick<Question, 'kind'>,
  { from, to }: Pick<ResolvedRange, 'from' | 'to'>,
  store: Archived,
): readonly ArchivedDaySize[] {
  // Kinds with a source of their own do not read events.
  return kind.source === undefined ? (store.archive?.daysIn({ from, to }) ?? []) : []
}

/** Number of archived days in the range whose events the answer leaves out, since they were not asked for. */
export function archivedDaysLeftOut(
  question: Pick<Question, 'kind' | 'params'>,
  range: Pick<ResolvedRange, 'from' | 'to'>,
  store: Archived,
): number {
  return question.params.with_archive === true ? 0 : archivedDaysIn(question, range, store).length
}
