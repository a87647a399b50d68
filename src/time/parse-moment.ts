import { daySeconds, moveMoment } from './calendar-units.ts'
import { parseDuration } from './parse-duration.ts'
import type { Range } from './range.ts'
import { zoneOf } from './zone.ts'

/** A moment as a person typed it. */
export interface TypedMoment {
  /** Unix seconds, with fraction; for a day without a time, the start of the day. */
  at: number
  /** Set if only a day or only a time of day (`clock`) was typed. */
  only?: 'day' | 'clock'
}

const daysOfLeapYear = 366
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
/** `2026-11-02T14:00:00Z`, `2026-11-02 14:00 +01:00`, in lower case. */
const isoWithOffset = /^\d{4}-\d\d-\d\d[t ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)? ?(?:z|utc|[+-]\d\d:?\d\d)$/
/** In mails and HTTP headers: Mon, 02 Nov 2026 14:00:00 GMT. */
const headerDate = /^(?:[a-z]{3}, )?(\d\d?) ([a-z]{3}) (\d{4}) (\d\d:\d\d:\d\d) (gmt|[+-]\d{4})$/
/** In access logs of web servers: [02/Nov/2026:14:00:00 +0100]. */
const accessLogDate = /^\[?(\d\d)\/([a-z]{3})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})\]?$/
/** Unix time in seconds, milliseconds, microseconds or nanoseconds, by its number of digits. */
const unixTimes: readonly [pattern: RegExp, unitsPerSecond: number][] = [
  [/^\d{9,11}(?:\.\d{1,9})?$/, 1],
  [/^\d{12,14}$/, 1e3],
  [/^\d{15,17}$/, 1e6],
  [/^\d{18,20}$/, 1e9],
]

/** A day in any form, then optionally a time: `14:00`, `14:00:05.5`, `9:30 pm`, `9pm`. */
const dayAndClock =
  /^(.*?)(?:(?:^|(?<=\d)t|[\s,]+)(\d\d?(?::\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?[ap]m)?| ?[ap]m)))?$/

/**
 * Parses a moment in lower case: "now", Unix time in seconds to nanoseconds, ISO 8601, dates of headers and
 * access logs, "2026-11-03 14:00", "nov 3 14:00", "yesterday 14:00", "mon 9:30", "14:00", "9pm", "2 hours
 * ago". A time without a day is on the day that contains `dayOf` (Unix seconds). Undefined for other texts.
 */
export function parseMoment(text: string, dayOf: number, zone: string, now: number): TypedMoment | undefined {
  if (text === '') return undefined
  if (text === 'now') return { at: now }
  const [, unitsPerSecond] = unixTimes.find(([pattern]) => pattern.test(text)) ?? []
  if (unitsPerSecond !== undefined) return { at: Number(text) / unitsPerSecond }
  if (isoWithOffset.test(text)) return parseIso(text)
  const [, ago] = /^(\d[\da-z ]*) ago$/.exec(text) ?? []
  if (ago !== undefined) {
    const duration = parseDuration(ago)
    return duration && { at: moveMoment(now, -duration.count, duration.unit, zone) }
  }
  const written = headerDate.exec(text) ?? accessLogDate.exec(text)
  if (written) {
    const [, date = '', monthName = '', year, clock, zoneText = 'z'] = written
    const month = String(monthNames.indexOf(monthName) + 1).padStart(2, '0')
    const offset = zoneText === 'gmt' ? 'z' : zoneText
    return parseIso(`${year}-${month}-${date.padStart(2, '0')}t${clock}${offset}`)
  }
  const [, dayText = '', clockText] = dayAndClock.exec(text) ?? []
  const clock = clockText === undefined ? 0 : parseClock(clockText)
  const dayAt = (second: number) => Math.floor(zoneOf(zone).toLocal(second) / daySeconds)
  const day = dayText === '' ? dayAt(dayOf) : parseDay(dayText, dayAt(now))
  if (clock === undefined || day === undefined) return undefined
  const at = zoneOf(zone).toUtc(day * daySeconds + clock)
  if (clockText === undefined) return { at, only: 'day' }
  return dayText === '' ? { at, only: 'clock' } : { at }
}

/** Parses a month in lower case: "2026-01", "jan 2026", "january 2026". Undefined for other texts. */
export function parseMonth(text: string, zone: string): Range | undefined {
  const [, y, m] = /^(\d{4})[-/](\d\d?)$/.exec(text) ?? []
  const [, name = '', yearOfName] = /^([a-z]{3,9})\.?,? (\d{4})$/.exec(text) ?? []
  const year = Number(y ?? yearOfName)
  const month = m === undefined ? monthNames.indexOf(name.slice(0, 3)) + 1 : Number(m)
  if (Number.isNaN(year) || year < 1970 || month < 1 || month > 12) return undefined
  const startOf = (month: number) => zoneOf(zone).startOfDay(Date.UTC(year, month - 1) / 1000 / daySeconds)
  return { from: startOf(month), to: startOf(month + 1) }
}

/** The start of the day after the day that contains `at`. */
export function dayAfter(at: number, zone: string): number {
  return zoneOf(zone).startOfDay(zoneOf(zone).dayOf(at) + 1)
}

/** Reads ISO 8601 with an offset. Date.parse needs `T`, `Z` and a colon in the offset. */
function parseIso(text: string): TypedMoment | undefined {
  const written = text
    .replace(/^(.{10})[t ]/, '$1T')
    .replace(/ ?(?:z|utc)$/, 'Z')
    .replace(/ ?([+-]\d\d):?(\d\d)$/, '$1:$2')
  const at = Date.parse(written)
  return Number.isNaN(at) || !isRealDay(text) ? undefined : { at: at / 1000 }
}

/** False for February 30, which Date.parse would read as March 2. */
function isRealDay(text: string): boolean {
  const [year = 0, month = 0, date = 0] = text.slice(0, 10).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date)).getUTCDate() === date
}

/**
 * Seconds since the start of the day, of "14:00", "14:00:05.5" or "9pm"; undefined for impossible times such
 * as 25:00 and 13pm.
 */
function parseClock(text: string): number | undefined {
  const [, hourText, minute = '0', second = '0', amOrPm] =
    /^(\d\d?)(?::(\d\d)(?::(\d\d(?:[.,]\d+)?))?)?(?: ?([ap])m)?$/.exec(text) ?? []
  const typedHour = Number(hourText)
  if (amOrPm !== undefined && (typedHour < 1 || typedHour > 12)) return undefined
  const hour = amOrPm === undefined ? typedHour : (typedHour % 12) + (amOrPm === 'p' ? 12 : 0)
  const seconds = Number(second.replace(',', '.'))
  if (hour > 23 || Number(minute) > 59 || seconds >= 60) return undefined
  return hour * 3600 + Number(minute) * 60 + seconds
}

/**
 * Number of a typed day, counted from 1970-01-01: "today", "mon", "2026-11-02", "nov 2", "2 nov 2026".
 * Undefined for other texts. A weekday means the last such day, today included. A date without a year means
 * its last occurrence, today included, if that was within a year.
 */
function parseDay(text: string, today: number): number | undefined {
  if (text === 'today') return today
  if (text === 'yesterday') return today - 1
  const weekday = /^[a-z]{3,9}$/.test(text) ? weekdays.indexOf(text.slice(0, 3)) : -1
  if (weekday >= 0) {
    // Day 0 (1970-01-01) was a Thursday, weekday 4.
    const weekdayOfToday = (today + 4) % 7
    return today - ((weekdayOfToday - weekday + 7) % 7)
  }
  const [, y, m, d] = /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)$/.exec(text) ?? []
  if (d !== undefined) return dayNumber(Number(y), Number(m), Number(d))
  const named = /^([a-z]{3,9})\.? (\d\d?)(?:,? (\d{4}))?$/.exec(text)
  const numbered = /^(\d\d?)\.?[ /]([a-z]{3,9})\.?(?:[ /](\d{4}))?$/.exec(text)
  const [name = '', date = '', year] = named?.slice(1) ?? [numbered?.[2], numbered?.[1], numbered?.[3]]
  const month = monthNames.indexOf(name.slice(0, 3)) + 1
  if (month === 0) return undefined
  if (year !== undefined) return dayNumber(Number(year), month, Number(date))
  const thisYear = new Date(today * daySeconds * 1000).getUTCFullYear()
  const day = dayNumber(thisYear, month, Number(date))
  if (day !== undefined && day <= today) return day
  const lastYear = dayNumber(thisYear - 1, month, Number(date))
  // Only February 29 can be further back.
  return lastYear !== undefined && lastYear >= today - daysOfLeapYear ? lastYear : undefined
}

function dayNumber(year: number, month: number, date: number): number | undefined {
  const day = new Date(Date.UTC(year, month - 1, date))
  return day.getUTCMonth() === month - 1 && day.getUTCDate() === date
    ? day.getTime() / 1000 / daySeconds
    : undefined
}
