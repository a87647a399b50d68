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
      const last = new Map(state.values)
      let added = ''
      for (const value of values) {
        last.set(value, Math.max(last.get(value) ?? 0, second))
        added = value
      }
      if (added === '') return
      state.newest = Math.max(state.newest, second)
      const within = Array.from(last).filter(([, at]) => at > state.newest - seconds)
      if (within.length >= count) {
        fire(state.newest, within.length, added)
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
