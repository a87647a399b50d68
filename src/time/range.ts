import type { TimeRange } from '../schema/time-range.ts'

/** A time range as users choose or type it: a preset, or two moments (Unix seconds, end exclusive). */
export type Range = { preset: string } | { from: number; to: number }

export const defaultRange: Range = { preset: 'last_1_hours' }

/** Matches last_15_minutes and last_hour (the same as last_1_hours). */
const presetPattern = /^last_(?:(\d{1,6})_)?(second|minute|hour|day|week|month|year)s?$/

/** Whether a name is a preset of the API, such as `today`, `yesterday` or `last_2_hours`. */
export function isPreset(name: string): boolean {
  return name === 'today' || name === 'yesterday' || presetPattern.test(name)
}

/** The number and unit of a preset such as last_2_hours; undefined for today, yesterday and other names. */
export function presetParts(name: string): { count: number; unit: string } | undefined {
  const [, count, unit] = presetPattern.exec(name) ?? []
  return unit === undefined ? undefined : { count: Number(count ?? 1), unit }
}

/** Text of a range in the page's address: the preset's name, or `from~to`. */
export function rangeKey(range: Range): string {
  return 'preset' in range ? range.preset : `${range.from}~${range.to}`
}

/** Parses a text of `rangeKey`; undefined for an invalid one. */
export function readRange(text: string): Range | undefined {
  if (isPreset(text)) return { preset: text }
  const [, from, to] = /^(\d{1,11})~(\d{1,11})$/.exec(text) ?? []
  if (from === undefined || Number(from) >= Number(to)) return undefined
  return { from: Number(from), to: Number(to) }
}

const hour = 3_600
const unitSeconds: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour,
  day: 24 * hour,
  week: 7 * 24 * hour,
  month: 30 * 24 * hour,
  year: 365 * 24 * hour,
}
/** Seconds of the steps for ranges of a week and more. */
const fineSteps = [3 * hour, 6 * hour, 12 * hour]
const maxBars = 120

/**
 * The range as a parameter of the API. Ranges of a week and more get a step, since the default step of a day
 * would draw few bars.
 */
export function timeRangeOf(range: Range, zone: string): TimeRange {
  const step = fineStep(range)
  return {
    ...('preset' in range ? { preset: range.preset } : { ts_from: range.from, ts_to: range.to }),
    timezone: zone,
    ...(step !== undefined && { step }),
  }
}

/** The shortest of `fineSteps` with at most `maxBars` bars; undefined below a week and above 60 days. */
function fineStep(range: Range): number | undefined {
  const [from, to] = 'preset' in range ? [0, presetSeconds(range.preset)] : [range.from, range.to]
  // A week with a switch to summer time is an hour shorter.
  if (to - from < 7 * 24 * hour - hour) return undefined
  return fineSteps.find(step => Math.ceil(to / step) - Math.floor(from / step) <= maxBars)
}

/** Seconds of a preset such as last_2_hours; 0 for other names. A month has 30 days, a year 365. */
export function presetSeconds(name: string): number {
  const { count = 0, unit = '' } = presetParts(name) ?? {}
  return count * (unitSeconds[unit] ?? 0)
}

/** A range of twice the length around the same middle. Moved back if it would end after both now and `to`. */
export function zoomedOut(from: number, to: number, now: number): Range {
  const halfLength = Math.max(1, Math.round((to - from) / 2))
  const end = Math.min(to + halfLength, Math.max(to, Math.ceil(now)))
  return { from: Math.max(0, end - 4 * halfLength), to: end }
}
