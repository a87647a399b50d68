import { zoneOf } from '../time/zone.ts'
import { clockText, dayText } from './time-text.ts'

export interface Tick {
  value: number
  label: string
}

/**
 * Marks for counts from 0 to at least `max`, about `wanted`: whole numbers in steps of 1, 2 or 5 times a
 * power of ten.
 */
export function countTicks(max: number, wanted: number): number[] {
  const rough = Math.max(1, max) / Math.max(1, wanted)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find(n => n * power >= rough) ?? 10) * power)
  const ticks = [0]
  while ((ticks.at(-1) ?? 0) < max) ticks.push(ticks.length * step)
  return ticks
}

/** Marks for values of any size, round in the unit (a power of the base) that fits the largest. */
export function valueTicks(max: number, wanted: number, base: number): number[] {
  if (max <= 0) return [0]
  const unit = base ** Math.floor(Math.log(max) / Math.log(base))
  // countTicks makes whole numbers: here hundredths of the unit.
  return countTicks((max / unit) * 100, wanted).map(value => Number(((value * unit) / 100).toPrecision(12)))
}

const minute = 60
const hour = 3600
const day = 86400
const steps = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map(n => n * minute),
  ...[1, 2, 3, 6, 12].map(n => n * hour),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map(n => n * day),
]

/**
 * Marks on a time axis, about `wanted`: at round local times (midnights for steps of days), also across clock
 * changes. The label is the part that changes from mark to mark; a midnight among hours has its day.
 */
export function timeTicks(from: number, to: number, wanted: number, zone: string): Tick[] {
  const rough = (to - from) / Math.max(1, wanted)
  const step = steps.find(candidate => candidate >= rough) ?? Math.ceil(rough / (364 * day)) * 364 * day
  const ticks: Tick[] = []
  for (let wall = Math.ceil(zoneOf(zone).toLocal(from) / step) * step; ; wall += step) {
    const value = zoneOf(zone).toUtc(wall)
    if (value > to) return ticks
    // A local time that a clock change skips has the moment of another mark.
    if (value >= from && value !== ticks.at(-1)?.value)
      ticks.push({ value, label: label(value, wall, step, zone) })
  }
}

function label(value: number, wall: number, step: number, zone: string): string {
  if (step >= day || wall % day === 0) return dayText(value, zone)
  return clockText(value, zone).slice(0, step < minute ? 8 : 5)
}
