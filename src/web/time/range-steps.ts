import { presetSeconds, type Range, zoomedOut } from '../../time/range.ts'
import { zoneOf } from '../../time/zone.ts'

/** The ends of a range at a moment, in whole seconds. Presets such as last_1_hours end now. */
export function endsOf(range: Range, zone: string, now: number): { from: number; to: number } {
  if ('from' in range) return range
  const end = Math.floor(now)
  if (range.preset === 'today' || range.preset === 'yesterday') {
    const day = zoneOf(zone).dayOf(end) - (range.preset === 'today' ? 0 : 1)
    return { from: zoneOf(zone).startOfDay(day), to: zoneOf(zone).startOfDay(day + 1) }
  }
  return { from: Math.max(0, end - presetSeconds(range.preset)), to: end }
}

/** The preceding (-1) or following (1) range of the same length, never before 1970. */
export function shifted(range: Range, direction: -1 | 1, zone: string, now: number): Range {
  const { from, to } = endsOf(range, zone, now)
  const step = (to - from) * direction
  return from + step < 0 ? { from: 0, to: to - from } : { from: from + step, to: to + step }
}

/** Whether the following range could have events. Of the presets, only yesterday ends before now. */
export function canShiftLater(range: Range, now: number): boolean {
  return 'from' in range ? range.to < now : range.preset === 'yesterday'
}

/** Units of presets, the largest first. */
const units: readonly [unit: string, seconds: number][] = [
  ['weeks', 604_800],
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
]

/** The preset of the same length, which ends now: last_15_minutes. */
export function upToNow(range: Range, zone: string, now: number): Range {
  const { from, to } = endsOf(range, zone, now)
  const [unit, seconds] = units.find(([, seconds]) => (to - from) % seconds === 0) ?? ['seconds', 1]
  return { preset: `last_${(to - from) / seconds}_${unit}` }
}

/** A range twice as long around the same middle. If it would end after now, it is moved back. */
export function widened(range: Range, zone: string, now: number): Range {
  const { from, to } = endsOf(range, zone, now)
  return zoomedOut(from, to, now)
}
