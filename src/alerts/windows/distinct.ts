import { type Evaluator, latenessOf } from './evaluator.ts'

interface DistinctState {
  /** The values since the last firing that are in the window, each with its newest second. */
  values: [value: string, second: number][]
  /** Newest second with a value: the end of the window. */
  newest: number
  /** Second of the last firing. Values of that second and of earlier ones no longer count. */
  fired?: number
}

/**
 * The condition `distinct`: fires when `count` different values occurred within `seconds` whole seconds.
 * After a firing, the values of its second and of earlier seconds no longer count.
 */
export function distinctEvaluator(count: number, seconds: number): Evaluator<DistinctState> {
  return {
    stepSeconds: 1,
    hasStatePerValue: false,
    newState: second => ({ values: [], newest: second }),
    add(state, { second, values }, fire) {
      if (state.fired !== undefined && second <= state.fired) return
      if (values.size === 0) return
      const newestByValue = new Map(state.values)
      state.newest = Math.max(state.newest, second)
      const start = state.newest - seconds
      // The value to report: one that is new in the window, if there is one.
      let reported = ''
      for (const value of values) {
        const previous = newestByValue.get(value)
        if (previous === undefined || previous <= start || reported === '') reported = value
        newestByValue.set(value, Math.max(previous ?? 0, second))
      }
      const within = Array.from(newestByValue).filter(([, at]) => at > start)
      if (within.length >= count) {
        fire(state.newest, within.length, reported)
        state.values = []
        state.fired = state.newest
      } else state.values = within
    },
    evaluateAt() {},
    questions: () => [],
    due: (state, now) => {
      const until = state.newest + seconds + latenessOf(seconds)
      return until <= now ? 'over' : until
    },
  }
}
