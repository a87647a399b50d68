import { isObject } from '../../schema/json-object.ts'

/** Refreshes of expensive queries are this far apart on a busy service. */
const tolerated = 60

/** Seconds that results of a moving range are behind; undefined while they are current, and for ranges that do not move. */
export function lagSeconds(
  answer: { base_time: number; updated_at: number; params: Readonly<Record<string, unknown>> },
  now: number,
): number | undefined {
  const range = isObject(answer.params.time_range) ? answer.params.time_range : {}
  if (typeof range.preset !== 'string' || range.preset === 'yesterday' || answer.params.freeze_time === true)
    return undefined
  const lag = Math.floor(now - Math.max(answer.base_time, answer.updated_at))
  return lag > tolerated ? lag : undefined
}
