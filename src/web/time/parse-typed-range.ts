import { zoneOf } from '../../time/zone.ts'
import { isPreset, type Range } from './range.ts'

const unitNames: Record<string, string> = {
  s: 'seconds',
  sec: 'seconds',
  second: 'seconds',
  m: 'minutes',
  min: 'minutes',
  minute: 'minutes',
  h: 'hours',
  hr: 'hours',
  hour: 'hours',
  d: 'days',
  day: 'days',
  w: 'weeks',
  wk: 'weeks',
  week: 'weeks',
  mo: 'months',
  month: 'months',
  y: 'years',
  yr: 'years',
  year: 'years',
}

/**
 * A range as people type it: "15m", "last 2 hours", "past week", "today", or two moments with "to", "~" or an en dash
 * between: "2026-11-03 14:00 to 15:30". An end without a day has the day of its start; a day alone as the end is
 * meant whole. undefined for what cannot be read or ends before it starts.
 */
export function parseTypedRange(text: string, zone: string, now: number): Range | undefined {
  const trimmed = text.trim().toLowerCase()
  if (isPreset(trimmed)) return { preset: trimmed }
  const [, count, letters = ''] = /^(?:(?:last|past)\s+)?(\d{1,6})?\s*([a-z]+)$/.exec(trimmed) ?? []
  const unit = unitNames[letters] ?? unitNames[letters.replace(/s$/, '')]
  if (unit && Number(count ?? 1) > 0) return { preset: `last_${count ?? 1}_${unit}` }

  const [left, right, ...more] = trimmed.split(/\s*(?:~|–|\bto\b)\s*/)
  if (left === undefined || more.length > 0) return undefined
  const from = readMoment(left, undefined, zone, now)
  // A day without a time means the whole day.
  const to = right === undefined ? (from?.whole ? from : undefined) : readMoment(right, from?.wall, zone, now)
  if (!from || !to) return undefined
  const range = {
    from: zoneOf(zone).toUtc(from.wall),
    to: zoneOf(zone).toUtc(to.wall + (to.whole ? 86400 : 0)),
  }
  return range.from < range.to ? range : undefined
}

/** A local moment; `whole` when only its day was given. `day` is the local moment whose day a bare time belongs to. */
function readMoment(
  text: string,
  day: number | undefined,
  zone: string,
  now: number,
): { wall: number; whole: boolean } | undefined {
  if (text === 'now') return { wall: Math.floor(zoneOf(zone).toLocal(now)), whole: false }
  const [matched, year, month, date, hour, minute = '0', second = '0'] =
    /^(?:(\d{4})[-/](\d\d?)[-/](\d\d?))?(?:[t\s]*(\d\d?):(\d\d)(?::(\d\d))?)?$/.exec(text) ?? []
  if (!matched) return undefined
  const today = Math.floor((day ?? zoneOf(zone).toLocal(now)) / 86400) * 86400
  const start = year === undefined ? today : Date.UTC(Number(year), Number(month) - 1, Number(date)) / 1000
  // Date.UTC turns February 30 into March 2: such a day was never meant.
  if (year !== undefined && new Date(start * 1000).getUTCDate() !== Number(date)) return undefined
  if (hour === undefined) return { wall: start, whole: true }
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return { wall: start + Number(hour) * 3600 + Number(minute) * 60 + Number(second), whole: false }
}
