import { type Evaluator, latenessOf } from './evaluator.ts'

/** Maximum entries of `counts`. A longer window has steps of several seconds. */
const maxEntries = 300

interface CountState {
  /** Matches since the last firing, by the second at which their step begins, ascending. */
  counts: [second: number, count: number][]
  /** Newest second with a match: the end of the window. */
  newest: number
  /** Second of the last firing. Matches of that second and of earlier ones no longer count. */
  fired?: number
}

/**
 * The condition `count`: fires when `count` matches occurred within `seconds` whole seconds. After a firing,
 * the matches of its second and of earlier seconds no longer count.
 */
export function countEvaluator(count: number, seconds: number): Evaluator<CountState> {
  // With steps of a second there are at most `count` entries, one for each match before a firing, and at most
  // `seconds`.
  const step = Math.min(count, seconds) <= maxEntries ? 1 : Math.ceil(seconds / maxEntries)
  return {
    stepSeconds: step,
    hasStatePerValue: false,
    newState: second => ({ counts: [], newest: second }),
    add(state, matches, fire) {
      const { second } = matches
      if (matches.count === 0 || (state.fired !== undefined && second <= state.fired)) return
      state.newest = Math.max(state.newest, second)
      addCount(state.counts, second, matches.count)
      const oldest = state.newest - seconds + step
      const { counts } = state
      let expired = 0
      let total = 0
      // A loop, because array methods are too slow for millions of matches.
      for (const entry of counts) {
        if (entry[0] < oldest) expired++
        else total += entry[1]
      }
      if (expired > 0) counts.splice(0, expired)
      if (total < count) return
      fire(state.newest, total)
      state.counts = []
      state.fired = state.newest
    },
    evaluateAt() {},
    questions: () => [],
    due: (state, now) => {
      const until = state.newest + seconds + latenessOf(seconds)
      return until <= now ? 'over' : until
    },
  }
}

/** Adds matches to the entry of their step. */
function addCount(counts: CountState['counts'], second: number, count: number): void {
  // Usually, the matches belong to the newest entry.
  let at = counts.length - 1
  while (at >= 0 && (counts[at]?.[0] ?? 0) > second) at--
  const entry = counts[at]
  if (entry?.[0] === second) entry[1] += count
  else if (at === counts.length - 1) counts.push([second, count])
  else counts.splice(at + 1, 0, [second, count])
}
