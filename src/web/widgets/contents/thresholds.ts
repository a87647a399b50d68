/** How a number compares with the thresholds of its widget. */
export type ThresholdLevel = 'warning' | 'error'

/**
 * The highest threshold of a widget's config that a value has reached; undefined without one, and for a value
 * that is not known. Other values of these members, as in files of other programs, are no thresholds.
 */
export function thresholdLevel(
  config: Readonly<Record<string, unknown>>,
  value: number | null | undefined,
): ThresholdLevel | undefined {
  if (value === null || value === undefined || Number.isNaN(value)) return undefined
  const isReached = (from: unknown) => typeof from === 'number' && value >= from
  if (isReached(config.error_from)) return 'error'
  return isReached(config.warning_from) ? 'warning' : undefined
}
