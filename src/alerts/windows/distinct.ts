import type { Evaluator } from './evaluator.ts'
import { latenessOf } from './lateness.ts'

interface DistinctState {
  /** The last second of each value, without values used up. */
  values: [value: string, second: number][]
  newest: number
  /** Second of the last firing: it and earlier ones are used up. */
  fired?: number
}

/**
 * Fires after `count` different values within `seconds` whole seconds. A firing uses up the values of its
 * second and all before.
 */
export function distinctEvaluator(count: number, seconds: number): Evaluator<DistinctState> {
  return {
    step: 1,
    byValue: false,
    fresh: second => ({ values: [], newest: second }),
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
    expire() {},
    questions: () => [],
    due: (state, now) => {
      const until = state.newest + seconds + latenessOf(seconds)
      return until <= now ? 'over' : until
    },
  }
}
