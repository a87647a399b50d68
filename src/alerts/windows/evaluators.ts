import type { TriggerCondition } from '../../schema/triggers/trigger-condition.ts'
import { absenceEvaluator } from './absence.ts'
import type { ActiveTimes } from './active-times.ts'
import { countEvaluator } from './count.ts'
import { distinctEvaluator } from './distinct.ts'
import type { Evaluator } from './evaluator.ts'
import { seenEvaluator } from './first-seen.ts'
import { pairEvaluator } from './pair.ts'
import { rateEvaluator } from './rate.ts'

export const daySeconds = 86_400

/** An evaluator whose states only the evaluator itself reads. */
export type AnyEvaluator = Evaluator<object>

// Each evaluator gets only states that it made itself: see `StateChanges.read` in windows.ts.
const opaque = <State extends object>(evaluator: Evaluator<State>): AnyEvaluator =>
  evaluator as unknown as AnyEvaluator

/** The evaluator of a condition, for a trigger that judges at these times. */
export function evaluatorOf(condition: TriggerCondition, times: ActiveTimes): AnyEvaluator {
  switch (condition.kind) {
    case 'count':
      return opaque(countEvaluator(condition.count, condition.seconds))
    case 'distinct':
      return opaque(distinctEvaluator(condition.count, condition.seconds))
    case 'first_seen':
      return opaque(seenEvaluator(condition.days * daySeconds))
    case 'new_template':
      return opaque(seenEvaluator(Number.POSITIVE_INFINITY))
    case 'absence':
      return opaque(absenceEvaluator(condition.seconds, times))
    case 'pair':
      return opaque(pairEvaluator(condition.seconds, condition.expect, times))
    case 'rate':
      return opaque(rateEvaluator(condition.factor, condition.seconds, times))
  }
}

/** The field that a condition groups by; null: none. */
export function groupFieldOf(condition: TriggerCondition): string | null {
  return 'by' in condition ? (condition.by ?? null) : null
}
