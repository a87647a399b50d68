import { type Evaluator, retrySeconds } from './evaluator.ts'

/** Minimum seconds between changes of `last`: otherwise each batch would write the states of its values. */
const minWriteIntervalSeconds = 3_600

/** What the evaluator knows of one value. At most one match at a time waits for a decision. */
interface FirstSeenState {
  /** Second of a recent match, at most an hour before the newest one. */
  last: number
  /** Second of the match that may be the first one. Absent while no decision is pending. */
  open?: number
  /** Matches since the decision is pending: from `open` on, and late ones from before it. */
  count?: number
  /** Unix second at which to ask the store again. */
  retry?: number
}

/** `last` of a new state. Not -Infinity, which JSON cannot store. */
const neverSeen = Number.MIN_SAFE_INTEGER

/**
 * The conditions `first_seen` and `new_template`: fires for a value that did not occur in the previous
 * `seconds` seconds (Infinity: that never occurred). The store answers whether it did. The state remembers a
 * recent match, so that not every match asks the store.
 */
export function firstSeenEvaluator(seconds: number): Evaluator<FirstSeenState> {
  return {
    stepSeconds: 1,
    hasStatePerValue: true,
    newState: () => ({ last: neverSeen }),
    add(state, { second, count }) {
      if (count === 0) return
      if (state.open !== undefined) {
        state.count = (state.count ?? 0) + count
        // A late match becomes the first one: the store has it, and would find it before `open`.
        if (second < state.open && second >= state.open - seconds) state.open = second
      } else if (state.last === neverSeen || state.last < second - seconds) {
        state.open = second
        state.count = count
      }
      if (state.open !== undefined || second - state.last > minWriteIntervalSeconds)
        state.last = Math.max(state.last, second)
    },
    evaluateAt(state, now, answers, value, fire) {
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
