import { daySeconds } from '../../../time/calendar-units.ts'
import { zoneOf } from '../../../time/zone.ts'

/** What the histogram is compared with: the same time of the day or the week before. */
export const comparisons = ['day', 'week'] as const
export type Comparison = (typeof comparisons)[number]

const days = { day: 1, week: 7 } as const

/** The same local time a day or a week before, Unix seconds. */
export function momentBefore(second: number, comparison: Comparison, timezone: string): number {
  const zone = zoneOf(timezone)
  return zone.toUtc(zone.toLocal(second) - days[comparison] * daySeconds)
}
