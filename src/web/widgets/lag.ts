import { isObject } from '../../schema/text/json-object.ts'

/** Up to this, a lag is normal: a busy service refreshes expensive queries only this often. */
const toleratedSeconds = 60

/**
 * Seconds since the end of the last period of results, if the results are too old for a range that moves.
 * Undefined while they are current, and for a range that is not a preset, since most of these do not move.
 * Undefined for results without periods: nothing in them says how old they are, because the service publishes
 * them only when they change. `now`: Unix seconds.
 */
export function lagSeconds(
  answer: { results: unknown; params: Readonly<Record<string, unknown>> },
  now: number,
): number | undefined {
  const range = isObject(answer.params.time_range) ? answer.params.time_range : {}
  // The range of yesterday ends at midnight, so its last period is old however current the results are.
  if (typeof range.preset !== 'string' || range.preset === 'yesterday' || answer.params.freeze_time === true)
    return undefined
  const details = isObject(answer.results) ? answer.results.details : undefined
  const period: unknown = Array.isArray(details) ? details.at(-1) : undefined
  if (!isObject(period) || typeof period.ts_from !== 'number' || typeof period.ts_to !== 'number')
    return undefined
  const lag = Math.floor(now - period.ts_to)
  return lag > Math.max(toleratedSeconds, period.ts_to - period.ts_from) ? lag : undefined
}
