import { zoneOf } from '../time/zone.ts'
import { clockText, dayText } from './time-text.ts'

/** A labelled position on an axis. */
export interface Tick {
  value: number
  label: string
}

/** A tick is drawn up to the highest value times this factor, since sums of floats are inexact. */
export const roundingSlack = 1.0001

/**
 * How many ticks to ask for on a value axis of this height: about one every 44 pixels. With fewer than three,
 * the first one above zero could already exceed the highest value.
 */
export function tickCountOf(height: number): number {
  return Math.max(3, Math.floor(height / 44))
}

/**
 * Ticks for counts: about `wanted` whole numbers from 0 to at least `max`. The step is 1, 2 or 5 times a
 * power of ten.
 */
export function countTicks(max: number, wanted: number): number[] {
  const minStep = Math.max(1, max) / Math.max(1, wanted)
  const power = 10 ** Math.floor(Math.log10(minStep))
  const step = Math.max(1, ([1, 2, 5, 10].find(n => n * power >= minStep) ?? 10) * power)
  const ticks = [0]
  while ((ticks.at(-1) ?? 0) < max) ticks.push(ticks.length * step)
  return ticks
}

/**
 * Ticks from 0 for values of any size, at round numbers of the unit of `max`: the largest power of `base`
 * (1,000 or 1,024) up to `max`.
 */
export function valueTicks(max: number, wanted: number, base: number): number[] {
  if (max <= 0) return [0]
  const unit = base ** Math.floor(Math.log(max) / Math.log(base))
  // In hundredths of the unit, since countTicks returns whole numbers.
  return countTicks((max / unit) * 100, wanted).map(value => Number(((value * unit) / 100).toPrecision(12)))
}

// Seconds.
const minute = 60
const hour = 3600
const day = 86400
// Possible steps of a time axis, seconds.
const secondSteps = [1, 2, 5, 10, 15, 30]
const minuteSteps = [1, 2, 5, 10, 15, 30].map(minutes => minutes * minute)
const hourSteps = [1, 2, 3, 6, 12].map(hours => hours * hour)
// Whole weeks from 7 days on, so that ticks stay on one day of the week.
const daySteps = [1, 2, 7, 14, 28, 91, 182, 364].map(days => days * day)
const steps = [...secondSteps, ...minuteSteps, ...hourSteps, ...daySteps]

/**
 * About `wanted` ticks of a time axis, at round local times even after a clock change. Days begin at
 * midnight. The label is the day at midnight, otherwise the time of day.
 */
export function timeTicks(from: number, to: number, wanted: number, zone: string): Tick[] {
  const minStep = (to - from) / Math.max(1, wanted)
  const longest = 364 * day
  const step = steps.find(candidate => candidate >= minStep) ?? Math.ceil(minStep / longest) * longest
  const ticks: Tick[] = []
  for (let local = Math.ceil(zoneOf(zone).toLocal(from) / step) * step; ; local += step) {
    const value = zoneOf(zone).toUtc(local)
    if (value > to) return ticks
    // When clocks go forward, a skipped local time may be the same moment as the previous tick.
    if (value >= from && value !== ticks.at(-1)?.value)
      ticks.push({ value, label: labelOf(value, local, step, zone) })
  }
}

function labelOf(value: number, local: number, step: number, zone: string): string {
  if (step >= day || local % day === 0) return dayText(value, zone)
  // HH:MM:SS or HH:MM.
  return clockText(value, zone).slice(0, step < minute ? 8 : 5)
}
