import { dateUnits, moveMoment, startOfUnit } from './calendar-units.ts'
import type { Range } from './range.ts'

const part = String.raw`now(?:(?<sign>[+-])(?<count>\d{1,5})(?<step>[smhdwMy]))?(?:\/(?<unit>[smhdwMy]))?`
const span = /^(?<from>\S+?)(?: to |~| ?[–—] ?| - )(?<to>\S+)$/
const single = new RegExp(`^${part}$`)

/**
 * A range as Grafana and Kibana write it: "now-1d/d" is all of yesterday, "now/w" the week up to now,
 * "now-1d/d to now/d" from the start of yesterday. A slash rounds down at the start and up at the end;
 * nothing is later than now. undefined for a text without a slash that is no span of two moments.
 */
export function parseDateMath(text: string, zone: string, now: number): Range | undefined {
  const { from = text, to = text } = span.exec(text)?.groups ?? {}
  const [start, end] = [readMoment(from, zone, now), readMoment(to, zone, now)]
  if (!start || !end || (from === to && !start.isRounded)) return undefined
  if (from === to && start.isDay && start.daysAgo <= 1)
    return { preset: start.daysAgo === 0 ? 'today' : 'yesterday' }
  const range = { from: Math.floor(start.begin), to: Math.ceil(Math.min(end.end, now)) }
  return range.from < range.to ? range : undefined
}

function readMoment(text: string, zone: string, now: number) {
  const { sign, count = '0', step = '', unit = '' } = single.exec(text)?.groups ?? {}
  if (!single.test(text)) return undefined
  const by = sign === '-' ? -Number(count) : Number(count)
  const stepped = dateUnits.get(step)
  const rounded = dateUnits.get(unit)
  const at = stepped ? moveMoment(now, by, stepped, zone) : now
  if (!rounded) return { begin: at, end: at, isRounded: false, isDay: false, daysAgo: 0 }
  const begin = startOfUnit(at, rounded, zone)
  const end = startOfUnit(moveMoment(begin, 1, rounded, zone), rounded, zone)
  const isDay = rounded === 'day' && by <= 0 && (step === 'd' || by === 0)
  return { begin, end, isRounded: true, isDay, daysAgo: -by }
}

/**
 * "this week", "last month", "previous year": calendar periods, up to now. "last week" is the calendar week,
 * "past week" the last 7 days.
 */
export function parseNamedPeriod(text: string, zone: string, now: number): Range | undefined {
  const [, which, name] =
    /^(?:the )?(this|current|last|previous) (hour|day|week|month|year)(?: so far)?$/.exec(text) ?? []
  const unit = [...dateUnits].find(([, each]) => each === name)?.[0]
  if (which === undefined || unit === undefined) return undefined
  // "last hour" and "last day" end now.
  if (which === 'last' && (name === 'hour' || name === 'day')) return undefined
  return parseDateMath(
    which === 'last' || which === 'previous' ? `now-1${unit}/${unit}` : `now/${unit}`,
    zone,
    now,
  )
}
