import { dateUnits, moveMoment, startOfUnit } from './calendar-units.ts'
import { parseDuration } from './parse-duration.ts'
import { dayAfter, parseMoment, parseMonth, type TypedMoment } from './parse-moment.ts'
import { isPreset, type Range, readRange } from './range.ts'

const maxLength = 200
/** A single moment means this time before and after it. */
const aroundSeconds = 15 * 60

/**
 * Parses a range as people type or paste it: "15m", "1h30m", "now-15m", "last 2 hours", "past week", "this
 * week", "today", "2026-01", "now-1d/d", "since 9:00", or two moments with "to", "~", " - ", "/" or an en
 * dash between them: "yesterday 14:00 to 15:30". An end without a day has the day of the start; an end that
 * is only a day includes the whole day. A single moment with a time means a quarter of an hour before and
 * after it. Undefined for other texts, and if the end is before the start.
 */
export function parseTypedRange(text: string, zone: string, now: number): Range | undefined {
  const written = text.trim().replaceAll(/\s+/g, ' ')
  if (written.length > maxLength) return undefined
  const lowerCase = written.toLowerCase()
  return (
    parseNamedPeriod(lowerCase, zone, now) ??
    parseRelative(lowerCase) ??
    readRange(lowerCase) ??
    // In date math, m is a minute and M a month.
    parseDateMath(written, zone, now) ??
    parseSpan(lowerCase, zone, now)
  )
}

/** Parses a preset, or a duration up to now: "15m", "last 2 hours", "now-15m". */
function parseRelative(text: string): Range | undefined {
  if (isPreset(text)) return { preset: text }
  // "now-15m" and "now-15m to now" are how Grafana and Kibana write it.
  const [, length = ''] =
    /^(?:(?:now)?-|(?:the )?(?:last|past) )?([\da-z ]+?)(?: ago)?(?: (?:to|-) now)?$/.exec(text) ?? []
  const duration = parseDuration(length)
  return duration && { preset: `last_${duration.count}_${duration.unit}s` }
}

/** Parses "since …", two moments, or a single one. */
function parseSpan(text: string, zone: string, now: number): Range | undefined {
  const [, since] = /^(?:since|after) (.+)$/.exec(text) ?? []
  if (since !== undefined) {
    const start = parseNotLater(since, zone, now)
    return start && spanOf(start.at, now)
  }
  const [left = '', right, ...more] = splitMoments(text)
  if (more.length > 0) return undefined
  if (right === undefined) return parseSingle(left.replace(/^(?:around|at) /, ''), zone, now)
  const from = parseMoment(left, now, zone, now)
  const to = from && parseMoment(right, from.at, zone, now)
  return to && spanOf(from.at, to.only === 'day' ? dayAfter(to.at, zone) : to.at)
}

// Dates contain hyphens, so a hyphen without spaces separates only Unix times (1767225600-1767229200) and
// times of day (9:00-10:30). Dates contain slashes, too: a slash separates only after a time of day, as in
// ISO 8601 (2026-01-01T09:00/2026-01-01T10:00).
const separator =
  / ?(?:~|–|—|\.\.| - |\bto\b|\buntil\b|\band\b|(?<=\d{9})-(?=\d{9})|(?<=^\d\d?:\d\d)-(?=\d)|(?<=\d:\d\S*)\/) ?/

/** The texts of the moments in a text of lower-case letters with single spaces. */
function splitMoments(text: string): string[] {
  return text.replace(/^(?:from|between) /, '').split(separator)
}

/** Whether a text that `parseTypedRange` accepts names an end other than now: "9:00 to 10:00". */
export function hasTypedEnd(text: string): boolean {
  const [, end] = splitMoments(text.trim().replaceAll(/\s+/g, ' ').toLowerCase())
  return end !== undefined && !/^now(?:\/\w)?$/.test(end)
}

function parseSingle(text: string, zone: string, now: number): Range | undefined {
  if (text === 'now') return undefined
  const moment = parseNotLater(text, zone, now)
  if (!moment) return parseMonth(text, zone)
  const { at, only } = moment
  if (only === 'day') return spanOf(at, dayAfter(at, zone))
  return spanOf(at - aroundSeconds, at + aroundSeconds)
}

/** Parses a moment. A time of day without a day is yesterday's if today's is later than now. */
function parseNotLater(text: string, zone: string, now: number): TypedMoment | undefined {
  const moment = parseMoment(text, now, zone, now)
  if (moment?.only !== 'clock' || moment.at <= now) return moment
  return parseMoment(text, moveMoment(now, -1, 'day', zone), zone, now)
}

/** Rounds outwards to whole seconds, so that both moments are inside. */
function spanOf(from: number, to: number): Range | undefined {
  const range = { from: Math.max(0, Math.floor(from)), to: Math.ceil(to) }
  return range.from < range.to ? range : undefined
}

const dateMath = /^now(?:(?<sign>[+-])(?<count>\d{1,5})(?<step>[smhdwMy]))?(?:\/(?<unit>[smhdwMy]))?$/
const dateMathSpan = /^(?<from>\S+?)(?: to |~| ?[–—] ?| - )(?<to>\S+)$/

/**
 * Parses date math of Grafana and Kibana: "now-1d/d" is all of yesterday, "now/w" the week up to now,
 * "now-1d/d to now/d" from the start of yesterday. A slash rounds down at the start and up at the end, but
 * never beyond now. A single moment must have a slash. Undefined for other texts, and if the end is before
 * the start.
 */
function parseDateMath(text: string, zone: string, now: number): Range | undefined {
  const { from = text, to = text } = dateMathSpan.exec(text)?.groups ?? {}
  const [start, end] = [parseDateMathMoment(from, zone, now), parseDateMathMoment(to, zone, now)]
  if (!start || !end || (from === to && !start.isRounded)) return undefined
  if (from === to && start.daysAgo === 0) return { preset: 'today' }
  if (from === to && start.daysAgo === 1) return { preset: 'yesterday' }
  const range = { from: Math.floor(start.begin), to: Math.ceil(Math.min(end.end, now)) }
  return range.from < range.to ? range : undefined
}

/**
 * One moment of date math: begin and end of the unit that it is rounded to, or twice the moment itself
 * without a slash. `daysAgo` is set for a whole day of the form "now/d" or "now-3d/d". Undefined for other
 * texts.
 */
function parseDateMathMoment(text: string, zone: string, now: number) {
  const { sign, count = '0', step = '', unit = '' } = dateMath.exec(text)?.groups ?? {}
  if (!dateMath.test(text)) return undefined
  const by = sign === '-' ? -Number(count) : Number(count)
  const stepped = dateUnits.get(step)
  const rounded = dateUnits.get(unit)
  const at = stepped ? moveMoment(now, by, stepped, zone) : now
  if (!rounded) return { begin: at, end: at, isRounded: false }
  const begin = startOfUnit(at, rounded, zone)
  const end = startOfUnit(moveMoment(begin, 1, rounded, zone), rounded, zone)
  const daysAgo = rounded === 'day' && (step === 'd' || by === 0) ? -by : undefined
  return { begin, end, isRounded: true, daysAgo }
}

/**
 * Parses calendar periods: "this week" (up to now), "last month", "previous year" (complete). "last week" is
 * the last calendar week, "past week" the last 7 days.
 */
function parseNamedPeriod(text: string, zone: string, now: number): Range | undefined {
  const [, which, name] =
    /^(?:the )?(this|current|last|previous) (hour|day|week|month|year)(?: so far)?$/.exec(text) ?? []
  const letter = [...dateUnits].find(([, unit]) => unit === name)?.[0]
  if (which === undefined || letter === undefined) return undefined
  // "last hour" and "last day" end now.
  if (which === 'last' && (name === 'hour' || name === 'day')) return undefined
  const isComplete = which === 'last' || which === 'previous'
  return parseDateMath(isComplete ? `now-1${letter}/${letter}` : `now/${letter}`, zone, now)
}
