import { daySeconds } from '../../time/calendar-units.ts'
import type { ActiveTimes } from './active-times.ts'
import {
  type Evaluator,
  type Fire,
  latenessOf,
  noAnswers,
  retrySeconds,
  type WindowAnswers,
} from './evaluator.ts'

/**
 * Maximum windows that wait for an answer; beyond it the oldest is not evaluated. Late events can bring hours
 * of windows at once.
 */
const maxClosed = 5_000

type RateWindow = [start: number, count: number]

interface RateState {
  /** The window that is being counted. */
  open: RateWindow
  /** Windows that have ended but are not judged yet, ascending. */
  closed: RateWindow[]
  /** The usual matches of the open window, once known. */
  usual?: number
  /** The newest judged window fulfilled the condition. */
  isOver?: boolean
  /** Unix second at which to ask for usual counts again. */
  retry?: number
}

/**
 * The condition `rate`: compares each window of `seconds` (windows start at multiples of `seconds`) with the
 * usual number of matches. With `factor` >= 1 it fires as soon as a window reaches `factor` times the usual
 * number, or `factor` if fewer than one is usual. Below 1 it fires at the end of a window with at most that
 * share, unless fewer than one is usual. In a row of such windows only the first one fires.
 */
export function rateEvaluator(factor: number, seconds: number, times: ActiveTimes): Evaluator<RateState> {
  /** Fires for too many matches; otherwise for too few. */
  const isMore = factor >= 1
  const lateness = latenessOf(seconds)
  const startOf = (second: number) => Math.floor(second / seconds) * seconds
  const isUnusual = (count: number, usual: number) =>
    isMore ? count >= factor * Math.max(usual, 1) : usual >= 1 && count <= factor * usual
  /** With fewer matches than `factor` no window has too many: the usual number counts as at least 1. */
  const needsUsual = (count: number) => !isMore || count >= factor
  /** Whether a window fulfils the condition; undefined: its usual count is not known yet. */
  const judge = ([start, count]: RateWindow, answers: WindowAnswers): boolean | undefined => {
    if (!needsUsual(count)) return false
    // A window partly outside of the active hours has fewer events.
    if (!isMore && !(times.isActive(start) && times.isActive(start + seconds - 1))) return false
    if (!isMore && times.hasOutage(start, start + seconds)) return false
    const usual = answers.usual(start)
    return usual === undefined ? undefined : isUnusual(count, usual)
  }

  /** Stores the result of a window. Fires if the window is the first one of a row. */
  function settle(state: RateState, result: boolean, [start, count]: RateWindow, fire: Fire): void {
    if (result && state.isOver !== true) fire(isMore ? start : start + seconds, count)
    state.isOver = result
  }

  /** Judges closed windows in order, up to the first one whose usual count is not known. */
  function judgeClosed(state: RateState, answers: WindowAnswers, fire: Fire): void {
    for (let next = state.closed[0]; next !== undefined; next = state.closed[0]) {
      const result = judge(next, answers)
      if (result === undefined) return
      state.closed.shift()
      settle(state, result, next, fire)
    }
  }

  /** Fires before the end of the open window if it has too many matches already. */
  function judgeOpen(state: RateState, fire: Fire): void {
    const { open, usual } = state
    if (!isMore || usual === undefined || state.closed.length > 0 || state.isOver === true) return
    if (isUnusual(open[1], usual)) settle(state, true, open, fire)
  }

  /** Opens the window at `start`. Closes the open window, and the windows without matches between them. */
  function moveTo(state: RateState, start: number, fire: Fire): void {
    const usualOfOpen = state.usual
    const [open] = state.open
    state.closed.push(state.open)
    // The window just closed is the only one, and its usual count is known: judges it without a question.
    if (usualOfOpen !== undefined && state.closed.length === 1) {
      judgeClosed(state, { ...noAnswers, usual: at => (at === open ? usualOfOpen : undefined) }, fire)
    }
    delete state.usual
    const gap = (start - open) / seconds - 1
    // With `isMore` an empty window never fulfils the condition: one of them ends a row.
    const empty = isMore ? Math.min(gap, 1) : Math.min(gap, maxClosed)
    for (let back = empty; back > 0; back--) state.closed.push([start - back * seconds, 0])
    if (state.closed.length > maxClosed) state.closed.splice(0, state.closed.length - maxClosed)
    state.open = [start, 0]
  }

  return {
    stepSeconds: 1,
    hasStatePerValue: false,
    newState: second => ({ open: [startOf(second), 0], closed: [] }),
    decides: ({ open }, second) => startOf(second) > open[0],
    add(state, { second, count }, fire) {
      if (count === 0) return
      const start = startOf(second)
      if (start < state.open[0]) {
        const late = state.closed.find(([at]) => at === start)
        if (late) late[1] += count
        return
      }
      if (start > state.open[0]) moveTo(state, start, fire)
      state.open[1] += count
      judgeClosed(state, noAnswers, fire)
      judgeOpen(state, fire)
    },
    evaluateAt(state, now, answers, _key, fire) {
      closeByClock(state, now, fire)
      const usual = answers.usual(state.open[0])
      if (usual !== undefined) state.usual = usual
      judgeClosed(state, answers, fire)
      judgeOpen(state, fire)
      if (isWaiting(state)) state.retry = now + retrySeconds
      else delete state.retry
    },
    questions(state, now) {
      // Works on a copy: `evaluateAt` does the same.
      closeByClock(state, now, () => {})
      const closed = state.closed.filter(([, count]) => needsUsual(count))
      const starts = closed.map(([start]) => start)
      if (openNeedsUsual(state)) starts.push(state.open[0])
      return starts.map(start => ({ kind: 'usual', start }))
    },
    due(state, now) {
      if (isWaiting(state)) return state.retry ?? now
      return isMore ? 'never' : state.open[0] + seconds + lateness
    },
    // Only whole windows are judged.
    initial: now => ({ open: [Math.ceil(now / seconds) * seconds, 0], closed: [] }),
  }

  /** Whether a window waits for its usual count. */
  function isWaiting(state: RateState): boolean {
    return state.closed.some(([, count]) => needsUsual(count)) || openNeedsUsual(state)
  }

  /** Whether the open window waits for its usual count. */
  function openNeedsUsual({ open, usual, isOver }: RateState): boolean {
    return isMore && usual === undefined && needsUsual(open[1]) && isOver !== true
  }

  /** Closes windows by the clock: too few matches are known only at the end of a window. */
  function closeByClock(state: RateState, now: number, fire: Fire): void {
    const current = startOf(now - lateness)
    if (!isMore && current > state.open[0]) moveTo(state, current, fire)
  }
}

/** The longest time that divides both a window and a day, seconds. */
export function rateStep(seconds: number): number {
  // Euclid's algorithm.
  let [a, b] = [seconds, daySeconds]
  while (b > 0) [a, b] = [b, a % b]
  return a
}

/**
 * The mean of the matches at the same time of each previous day, newest first. Days before the first match do
 * not count.
 */
export function usualCount(days: readonly number[]): number {
  const dayCount = days.findLastIndex(count => count > 0) + 1
  return dayCount === 0 ? 0 : days.reduce((sum, count) => sum + count, 0) / dayCount
}
