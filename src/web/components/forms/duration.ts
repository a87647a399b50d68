/** Seconds of each unit. */
export const durationUnits = { s: 1, min: 60, h: 3_600, d: 86_400 } as const
export type DurationUnit = keyof typeof durationUnits

/** The largest unit that divides a duration. Seconds for 0; minutes if there is no duration. */
export function unitOf(seconds: number | null): DurationUnit {
  if (seconds === null) return 'min'
  if (seconds === 0) return 's'
  return (['d', 'h', 'min'] as const).find(unit => seconds % durationUnits[unit] === 0) ?? 's'
}

/**
 * The typed number in seconds, rounded; null for an empty text and for anything else than a number from 0.
 */
export function secondsOf(typed: string, unit: DurationUnit): number | null {
  const number = Number(typed)
  if (typed.trim() === '' || !Number.isFinite(number) || number < 0) return null
  return Math.round(number * durationUnits[unit])
}
