import { type Evaluator, retrySeconds } from './evaluator.ts'

const writeSeconds = 3_600

interface SeenState {
  /** The last known second, to the hour. */
  last: number
  /** The second at which the value may have been new, until that is decided. */
  open?: number
  /** Matches since then. */
  count?: number
  /** When to ask again. */
  retry?: number
}

/**
 * Fires for a value that did not occur in the `seconds` before (Infinity: ever). The store knows the past; a
 * state only saves reads.
 */
export function seenEvaluator(seconds: number): Evaluator<SeenState> {
  return {
    step: 1,
    byValue: true,
    // Nothing is known yet.
    newState: () => ({ last: Number.MIN_SAFE_INTEGER }),
    add(state, { second, count }) {
      if (count === 0) return
      if (state.open !== undefined) state.count = (state.count ?? 0) + count
      else if (state.last < second - seconds || state.last === Number.MIN_SAFE_INTEGER) {
        state.open = second
        state.count = count
      }
      // Not for every match: each batch would then write the state of every value.
      if (state.open !== undefined || second - state.last > writeSeconds)
        state.last = Math.max(state.last, second)
    },
    expire(state, now, answers, value, fire) {
      if (state.open === undefined) return
      const isSeen = answers.seen(value, state.open)
      if (isSeen === undefined) {
        state.retry = now + retrySeconds
        return
      }
      if (!isSeen) fire(state.open, state.count ?? 1, value)
      delete state.open
      delete state.count
      delete state.retry
    },
    questions: ({ open }, _now, value) => (open === undefined ? [] : [{ kind: 'seen', value, before: open }]),
    due: (state, now) => {
      if (state.open !== undefined) return state.retry ?? now
      if (seconds === Number.POSITIVE_INFINITY) return 'never'
      const until = state.last + seconds
      return until < now ? 'over' : until + 1
    },
  }
}
