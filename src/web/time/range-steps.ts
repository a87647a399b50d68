import { presetSeconds, type Range, zoomedOut } from '../../time/range.ts'
import { zoneOf } from '../../time/zone.ts'

/** The ends of a range at a moment, in whole seconds; sliding presets end now. */
export function endsOf(range: Range, zone: string, now: number): { from: number; to: number } {
  if ('from' in range) return range
  const end = Math.floor(now)
  if (range.preset === 'today' || range.preset === 'yesterday') {
    const day = zoneOf(zone).dayOf(end) - (range.preset === 'today' ? 0 : 1)
    return { from: zoneOf(zone).startOfDay(day), to: zoneOf(zone).startOfDay(day + 1) }
  }
  return { from: Math.max(0, end - presetSeconds(range.preset)), to: end }
}

/** The range before (-1) or after (1), of the same length. */
export function shifted(range: Range, direction: -1 | 1, zone: string, now: number): Range {
  const { from, to } = endsOf(range, zone, now)
  const by = (to - from) * direction
  return from + by < 0 ? { from: 0, to: to - from } : { from: from + by, to: to + by }
}

/** Whether a later range could hold events: one that ends in the future has no later one. */
export function canShiftLater(range: Range, zone: string, now: number): boolean {
  return 'from' in range ? range.to < now : range.preset === 'yesterday' && endsOf(range, zone, now).to <= now
}

const lengths: readonly [unit: string, seconds: number][] = [
  ['weeks', 604_800],
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
]

/** The sliding range of the same length that ends now. */
export function upToNow(range: Range, zone: string, now: number): Range {
  const { from, to } = endsOf(range, zone, now)
  const [unit, seconds] = lengths.find(([, seconds]) => (to - from) % seconds === 0) ?? ['seconds', 1]
  return { preset: `last_${(to - from) / seconds}_${unit}` }
}

/** Twice as long around the same middle. */
export function widened(range: Range, zone: string, now: number): Range {
  const { from, to } = endsOf(range, zone, now)
  return zoomedOut(from, to, now)
}
