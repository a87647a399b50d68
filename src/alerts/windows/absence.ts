import type { ActiveTimes } from './active-times.ts'
import { type Evaluator, latenessOf } from './evaluator.ts'

interface AbsenceState {
  /** Newest second with a match. */
  last: number
  /** The condition fired for the time since `last`. */
  fired?: boolean
}

/**
 * The condition `absence`: fires when no match follows the last one within `seconds`. It fires again only
 * after another match. A wait that would end outside of the active hours starts again when they begin. A wait
 * that would end in an outage of the service ends later, when senders have had time to reconnect.
 */
export function absenceEvaluator(seconds: number, times: ActiveTimes): Evaluator<AbsenceState> {
  const lateness = latenessOf(seconds)
  /** The second at which the wait ends. */
  const endOf = ({ last }: AbsenceState): number => {
    const end = times.afterOutages(last + seconds, seconds)
    const active = times.next(end)
    return active === end ? end : times.afterOutages(active + seconds, seconds)
  }
  return {
    stepSeconds: 1,
    hasStatePerValue: false,
    newState: second => ({ last: second }),
    decides: (state, second) => state.fired !== true && second > endOf(state),
    add(state, { second, count }, fire) {
      if (count === 0 || second <= state.last) return
      if (state.fired === true) delete state.fired
      else {
        // Reports an absence that `evaluateAt` has not reported yet.
        const end = endOf(state)
        if (second > end) fire(end, 0)
      }
      state.last = second
    },
    evaluateAt(state, now, _answers, _key, fire) {
      if (state.fired === true || now < endOf(state) + lateness) return
      fire(endOf(state), 0)
      state.fired = true
    },
    questions: () => [],
    due: state => (state.fired === true ? 'never' : endOf(state) + lateness),
    initial: now => ({ last: now }),
  }
}
