import type { ActiveTimes } from './active-times.ts'
import type { Evaluator } from './evaluator.ts'
import { latenessOf } from './lateness.ts'

interface AbsenceState {
  /** The last second with a match. */
  last: number
  /** It is known that no match followed. */
  fired?: boolean
}

/**
 * Fires when no match follows within `seconds` after the last one, then again only after another match. A
 * wait that ends outside of the active hours starts again with them. A wait that ends in an outage of the
 * service ends when senders have had time to reconnect.
 */
export function absenceEvaluator(seconds: number, times: ActiveTimes): Evaluator<AbsenceState> {
  const lateness = latenessOf(seconds)
  const endOf = ({ last }: AbsenceState): number => {
    const end = times.afterOutages(last + seconds, seconds)
    const active = times.next(end)
    return active === end ? end : times.afterOutages(active + seconds, seconds)
  }
  return {
    step: 1,
    byValue: false,
    fresh: second => ({ last: second }),
    add(state, { second, count }, fire) {
      if (count === 0 || second <= state.last) return
      if (state.fired === true) delete state.fired
      else {
        const end = endOf(state)
        if (second > end) fire(end, 0)
      }
      state.last = second
    },
    expire(state, now, _answers, _key, fire) {
      if (state.fired === true || now < endOf(state) + lateness) return
      fire(endOf(state), 0)
      state.fired = true
    },
    questions: () => [],
    due: state => (state.fired === true ? 'never' : endOf(state) + lateness),
    initial: now => ({ last: now }),
  }
}
