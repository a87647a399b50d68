import type { TriggerCondition } from '../../../../schema/triggers/trigger-condition.ts'
import type { TriggerDryRun } from '../../../../schema/triggers/trigger-dry-run.ts'
import { daySeconds } from '../../../../time/calendar-units.ts'

/** People no longer read the messages of a trigger that fires more often. */
const maxFiringsADay = 100
/** Length of the periods in which the conditions count. */
const periodSeconds = 300
const minCount = 5
/** This many times the usual number of matches of a period is unusual. */
const unusualFactor = 3

/**
 * Conditions that fire less often than each match: a number of matches well above the usual one, in total and
 * for one host. Undefined if the trigger fires rarely enough. `days`: the length of the dry run.
 */
export function quieterConditions(
  { matches, top_hosts }: Pick<TriggerDryRun, 'matches' | 'top_hosts'>,
  days: number,
): { total: TriggerCondition; forEachHost: TriggerCondition } | undefined {
  if (matches / days <= maxFiringsADay) return undefined
  const periods = (days * daySeconds) / periodSeconds
  const conditionFor = (matches: number, by: string | null): TriggerCondition => ({
    kind: 'count',
    count: Math.max(minCount, Math.ceil((unusualFactor * matches) / periods)),
    seconds: periodSeconds,
    by,
  })
  return {
    total: conditionFor(matches, null),
    forEachHost: conditionFor(top_hosts[0]?.count ?? matches, 'host'),
  }
}
