import { spanText } from '../../charts/time-text.ts'
import { presetParts, type Range } from '../../time/range.ts'
import { timeTexts } from '../texts/time.ts'

/** Offered presets, in their order: the two most used, then by length. */
export const defaultPresets = [
  'last_15_minutes',
  'last_24_hours',
  'last_5_minutes',
  'last_1_hours',
  'last_6_hours',
  'today',
  'yesterday',
  'last_3_days',
  'last_7_days',
  'last_30_days',
]

/** A preset in words: Last hour, Last 7 days, Today. */
export function presetText(name: string): string {
  const parts = presetParts(name)
  if (parts === undefined) return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
  return timeTexts.last(parts.count, parts.unit)
}

/** A range in words: Last 7 days, or its start and end. */
export function rangeText(range: Range, zone: string): string {
  return 'preset' in range ? presetText(range.preset) : spanText(range.from, range.to, zone)
}
