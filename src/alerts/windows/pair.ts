import type { ActiveTimes } from './active-times.ts'
import { type Evaluator, type Fire, latenessOf, type StepMatches } from './evaluator.ts'

interface PairState {
  /** Second of the waiting first event: the newest one for `follows`, the oldest one for `missing`. */
  since?: number
  /**
   * For `follows`: the newest second before `since` with a first event. An event of both filters at `since`
   * follows this one, never itself.
   */
  earlier?: number
  /** Number of waiting first events. */
  count?: number
  /** Newest second with an event of the second filter. For `follows`: only if no firing has used it. */
  follower?: number
  /** For `follows`: second of the last firing. Events of that second and of earlier ones no longer count. */
  fired?: number
}

/**
 * The condition `pair`: fires when an event of the second filter follows within `seconds` after an event of
 * the first (`follows`), or when no such event follows (`missing`). Within one second the second event counts
 * as the later one; an event of both filters follows earlier seconds only.
 */
export function pairEvaluator(
  seconds: number,
  expect: 'follows' | 'missing',
  times: ActiveTimes,
): Evaluator<PairState> {
  const lateness = latenessOf(seconds)
  // An event that was sent during an outage of the service is not missing: it was not received.
  const endOf = (since: number) =>
    expect === 'follows' ? since + seconds : times.afterOutages(since + seconds, seconds)
  // Outside of the active hours no event is missing.
  const whenActive =
    (fire: Fire): Fire =>
    (at, count) => {
      if (expect === 'follows' || times.isActive(at)) fire(at, count)
    }
  return {
    stepSeconds: 1,
    hasStatePerValue: false,
    newState: () => ({}),
    decides: ({ since }, second) => expect === 'missing' && since !== undefined && second > endOf(since),
    add(state, matches, fire) {
      if (expect === 'follows') addFollows(state, matches, seconds, whenActive(fire))
      else addMissing(state, matches, seconds, endOf, whenActive(fire))
    },
    evaluateAt(state, now, _answers, _key, fire) {
      if (state.since === undefined || now < endOf(state.since) + lateness) return
      if (expect === 'missing') whenActive(fire)(endOf(state.since), state.count ?? 1)
      stopWaiting(state)
    },
    questions: () => [],
    due(state, now) {
      if (state.since !== undefined) return endOf(state.since) + lateness
      const until = Math.max(state.follower ?? 0, state.fired ?? 0) + lateness
      return until <= now ? 'over' : until
    },
  }
}

/** `add` for `follows`: fires if one of the matches completes a pair. */
function addFollows(state: PairState, matches: StepMatches, seconds: number, fire: Fire): void {
  const { second, count, followers, both } = matches
  if (state.fired !== undefined && second <= state.fired) return
  if (state.since !== undefined && second - state.since > seconds) stopWaiting(state)
  const { since, earlier } = state
  // The newest first event that an event of both filters can follow.
  const before = since !== undefined && since >= second ? earlier : since
  const isFollowed =
    (followers > 0 && since !== undefined && since <= second) ||
    (both > 0 && before !== undefined && before < second && second - before <= seconds)
  const follower = followers > 0 ? second : state.follower
  // These matches are first events, and come later than the event that follows them.
  const isLate = count > 0 && follower !== undefined && follower >= second && follower - second <= seconds
  if (isFollowed || isLate) {
    const at = isFollowed ? second : (follower ?? second)
    fire(at, (state.count ?? 0) + (isFollowed ? 0 : count))
    stopWaiting(state)
    delete state.follower
    state.fired = at
    return
  }
  if (followers > 0) state.follower = Math.max(state.follower ?? 0, second)
  if (count === 0) return
  if (since === undefined || second > since) {
    if (since !== undefined) state.earlier = since
    state.since = second
  } else if (second < since) state.earlier = Math.max(earlier ?? 0, second)
  state.count = (state.count ?? 0) + count
}

/** `add` for `missing`: fires if a wait has ended before these matches. */
function addMissing(
  state: PairState,
  matches: StepMatches,
  seconds: number,
  endOf: (since: number) => number,
  fire: Fire,
): void {
  const { second, count, followers, both } = matches
  if (state.since !== undefined && second > endOf(state.since)) {
    fire(endOf(state.since), state.count ?? 1)
    stopWaiting(state)
  }
  const { since } = state
  if (since !== undefined && ((followers > 0 && since <= second) || (both > 0 && since < second)))
    stopWaiting(state)
  if (followers > 0) state.follower = Math.max(state.follower ?? 0, second)
  const { follower } = state
  const isFollowed = follower !== undefined && follower >= second && follower - second <= seconds
  if (count === 0 || isFollowed) return
  state.since = Math.min(state.since ?? second, second)
  state.count = (state.count ?? 0) + count
}

function stopWaiting(state: PairState): void {
  delete state.since
  delete state.earlier
  delete state.count
}
