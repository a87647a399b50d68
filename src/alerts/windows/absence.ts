import type { Evaluator } from './evaluator.ts'
import { latenessOf } from './lateness.ts'

interface AbsenceState {
  /** The last second with a match. */
  last: number
  /** That none followed is known. */
  fired?: boolean
}

/** Fires when no match follows within `seconds` after the last one; then again only after another match. */
export function absenceEvaluator(seconds: number): Evaluator<AbsenceState> {
  const lateness = latenessOf(seconds)
  return {
    step: 1,
    byValue: false,
    fresh: second => ({ last: second }),
    add(state, { second, count }, fire) {
      if (count === 0 || second <= state.last) return
      if (state.fired !== true && second - state.last > seconds) fire(state.last + seconds, 0)
      state.last = second
      delete state.fired
    },
    expire(state, now, _answers, _key, fire) {
      if (state.fired === true || now < state.last + seconds + lateness) return
      fire(state.last + seconds, 0)
      state.fired = true
    },
    questions: () => [],
    due: state => (state.fired === true ? 'never' : state.last + seconds + lateness),
    initial: now => ({ last: now }),
  }
}
