import type { EventStore } from '../../storage/contract/event-store.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import type { ResolvedRange } from '../kind.ts'
import type { Question } from './question.ts'

/**
 * Days (such as 2024-10-04, UTC) whose events an answer for this range may lack, because the store cannot
 * read some parts of them. An event is on the day of its first occurrence.
 */
export function missingDaysOf(
  { kind }: Pick<Question, 'kind'>,
  { from, to }: Pick<ResolvedRange, 'from' | 'to'>,
  store: Pick<EventStore, 'missingDays' | 'window'>,
): readonly string[] {
  // Kinds with a source of their own do not read events.
  const days = kind.source === undefined ? store.missingDays?.() : undefined
  if (days === undefined || days.length === 0) return []
  return days.filter(day => {
    const start = Date.parse(day) / 1000
    // Its repeats may come up to one deduplication window (`store.window`) later.
    return start < to && from < start + daySeconds + store.window
  })
}
