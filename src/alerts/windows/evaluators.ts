import type { TriggerCondition } from '../../schema/triggers/trigger-condition.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import { absenceEvaluator } from './absence.ts'
import type { ActiveTimes } from './active-times.ts'
import { countEvaluator } from './count.ts'
import { distinctEvaluator } from './distinct.ts'
import type { Evaluator } from './evaluator.ts'
import { firstSeenEvaluator } from './first-seen.ts'
import { pairEvaluator } from './pair.ts'
import { rateEvaluator } from './rate.ts'

/** An evaluator of any kind of condition; the type of its states is erased. */
export type AnyEvaluator = Evaluator<object>

// The cast holds: an evaluator gets only states that it made itself (`StateChanges.read` in
// advance-windows.ts).
const eraseState = <State extends object>(evaluator: Evaluator<State>): AnyEvaluator =>
  evaluator as unknown as AnyEvaluator

/**
 * Returns the evaluator of a condition. `times`: when its trigger is active, for kinds that may fire without
 * a match.
 */
export function evaluatorOf(condition: TriggerCondition, times: ActiveTimes): AnyEvaluator {
  switch (condition.kind) {
    case 'count':
      return eraseState(countEvaluator(condition.count, condition.seconds))
    case 'distinct':
      return eraseState(distinctEvaluator(condition.count, condition.seconds))
    case 'first_seen':
      return eraseState(firstSeenEvaluator(condition.days * daySeconds))
    case 'new_template':
      // A template is new only if it never occurred.
      return eraseState(firstSeenEvaluator(Number.POSITIVE_INFINITY))
    case 'absence':
      return eraseState(absenceEvaluator(condition.seconds, times))
    case 'pair':
      return eraseState(pairEvaluator(condition.seconds, condition.expect, times))
    case 'rate':
      return eraseState(rateEvaluator(condition.factor, condition.seconds, times))
  }
}

/** The field that a condition groups by; null: it does not group. */
export function groupFieldOf(condition: TriggerCondition): string | null {
  return 'by' in condition ? (condition.by ?? null) : null
}

/**
 * The field whose values a condition watches: it counts distinct values, or fires for new ones. `template`:
 * the template of the message. null: the condition watches no values.
 */
export function watchedFieldOf(condition: TriggerCondition): string | null {
  if (condition.kind === 'new_template') return 'template'
  return 'field' in condition ? condition.field : null
}
