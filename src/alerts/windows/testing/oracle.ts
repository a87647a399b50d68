import type { TriggerCondition } from '../../../schema/triggers/trigger-condition.ts'
import type { WindowFire } from '../window-state.ts'

/** An event with the members that conditions use. */
export interface WindowEvent {
  second: number
  by: string
  value: string
  /** It matches the filter; for a pair it may match only the second one. */
  isFirst: boolean
  isFollower: boolean
}

/**
 * The firings of a condition, found by its definition in quadratic time. `to`: the end of the evaluated time.
 */
export function oracleFires(
  condition: TriggerCondition,
  events: readonly WindowEvent[],
  from: number,
  to: number,
): Omit<WindowFire, 'count'>[] {
  const fires = firesOf(condition, events, from, to)
  return fires.sort(compareFires)
}

export function compareFires(a: Omit<WindowFire, 'count'>, b: Omit<WindowFire, 'count'>): number {
  return a.at - b.at || compare(a.key, b.key) || compare(a.value, b.value)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function firesOf(
  condition: TriggerCondition,
  events: readonly WindowEvent[],
  from: number,
  to: number,
): Omit<WindowFire, 'count'>[] {
  const firsts = events.filter(({ isFirst }) => isFirst)
  const by = 'by' in condition ? (condition.by ?? null) : null
  const ofEachKey = (fire: (own: WindowEvent[]) => number[]) => {
    const keys = by === null ? [''] : [...new Set(events.map(event => event.by))].filter(key => key !== '')
    return keys.flatMap(key => {
      const own = by === null ? [...events] : events.filter(event => event.by === key)
      return fire(own).map(at => ({ key, value: '', at }))
    })
  }
  switch (condition.kind) {
    case 'count':
      return ofEachKey(own => {
        const seconds = own.filter(({ isFirst }) => isFirst).map(({ second }) => second)
        return thresholds(seconds, condition.seconds, within => within.length >= condition.count)
      })
    case 'distinct':
      return ofEachKey(own => {
        const valued = own.filter(({ isFirst, value }) => isFirst && value !== '')
        return thresholds(
          valued.map(({ second }) => second),
          condition.seconds,
          within => {
            const seen = valued.filter(({ second }) => within.includes(second)).map(({ value }) => value)
            return new Set(seen).size >= condition.count
          },
        )
      })
    case 'first_seen':
    case 'new_template': {
      const back = condition.kind === 'first_seen' ? condition.days * 86_400 : Number.POSITIVE_INFINITY
      const fires = firsts.filter(
        ({ value, second }) =>
          value !== '' &&
          !firsts.some(
            other => other.value === value && other.second < second && other.second >= second - back,
          ),
      )
      const different = new Map(fires.map(fire => [`${fire.second} ${fire.value}`, fire]))
      return Array.from(different.values(), ({ value, second }) => ({ key: '', value, at: second }))
    }
    case 'absence':
      return ofEachKey(own => {
        const seconds = own.filter(({ isFirst }) => isFirst).map(({ second }) => second)
        const starts = [...new Set(by === null ? [from, ...seconds] : seconds)]
        return starts
          .filter(start => !seconds.some(s => s > start && s <= start + condition.seconds))
          .map(start => start + condition.seconds)
          .filter(at => at < to)
      })
    case 'pair':
      return ofEachKey(own => pairs(own, condition.seconds, condition.expect, to))
    case 'rate':
      return rates(
        firsts.map(({ second }) => second),
        condition,
        from,
        to,
      ).map(at => ({ key: '', value: '', at }))
  }
}

/** Seconds with enough matches within `length` seconds. A firing uses up its second and everything before. */
function thresholds(
  seconds: readonly number[],
  length: number,
  isReached: (within: number[]) => boolean,
): number[] {
  const fires: number[] = []
  for (const at of [...new Set(seconds)].sort((a, b) => a - b)) {
    const used = fires.at(-1) ?? Number.NEGATIVE_INFINITY
    const within = seconds.filter(second => second > at - length && second <= at && second > used)
    if (isReached(within)) fires.push(at)
  }
  return fires
}

/** Firings of a pair, found second by second. */
function pairs(own: readonly WindowEvent[], length: number, expect: string, to: number): number[] {
  const fires: number[] = []
  const seconds = own.map(({ second }) => second)
  let since: number | undefined
  for (let at = Math.min(...seconds); at < to + length; at++) {
    const here = own.filter(({ second }) => second === at)
    const hasFirst = here.some(({ isFirst }) => isFirst)
    const hasPlain = here.some(event => event.isFollower && !event.isFirst)
    const hasSecond = here.some(({ isFollower }) => isFollower)
    if (expect === 'missing') {
      if (since !== undefined && hasSecond) since = undefined
      if (hasFirst && !hasPlain) since ??= at
      if (since !== undefined && at === since + length) {
        if (at < to) fires.push(at)
        since = undefined
      }
      continue
    }
    if (since !== undefined && at > since + length) since = undefined
    if ((since !== undefined && hasSecond) || (hasFirst && hasPlain)) {
      fires.push(at)
      since = undefined
    } else if (hasFirst) since = at
  }
  return fires
}

function rates(
  seconds: readonly number[],
  { factor, seconds: length, days }: { factor: number; seconds: number; days: number },
  from: number,
  to: number,
): number[] {
  const count = (start: number) => seconds.filter(s => s >= start && s < start + length).length
  const usual = (start: number) => {
    const before = Array.from({ length: days }, (_, day) => count(start - (day + 1) * 86_400))
    while (before.length > 0 && before.at(-1) === 0) before.pop()
    return before.length === 0 ? 0 : before.reduce((a, b) => a + b, 0) / before.length
  }
  const fires: number[] = []
  let wasOver = false
  const align = factor >= 1 ? Math.floor : Math.ceil
  for (let start = align(from / length) * length; start < to; start += length) {
    if (factor < 1 && start + length > to) break
    const inWindow = count(start)
    const isOver =
      factor >= 1
        ? inWindow >= factor * Math.max(1, usual(start))
        : usual(start) >= 1 && inWindow <= factor * usual(start)
    if (isOver && !wasOver) fires.push(factor >= 1 ? start : start + length)
    wasOver = isOver
  }
  return fires
}
