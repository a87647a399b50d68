import {
  type ConditionKind,
  membersOfKind,
  type TriggerCondition,
} from '../../../schema/triggers/trigger-condition.ts'
import type { TriggerDryRun } from '../../../schema/triggers/trigger-dry-run.ts'
import { daySeconds } from '../../../time/calendar-units.ts'

/** The values that the form starts with when the user chooses a kind of condition. */
const presets: { [Kind in ConditionKind]: Extract<TriggerCondition, { kind: Kind }> } = {
  count: { kind: 'count', count: 5, seconds: 300, by: null },
  distinct: { kind: 'distinct', field: '', count: 10, seconds: 600, by: null },
  first_seen: { kind: 'first_seen', field: '', days: 7 },
  absence: { kind: 'absence', seconds: 1_800, by: null },
  pair: { kind: 'pair', followed_by: [], seconds: 300, expect: 'missing', by: null },
  rate: { kind: 'rate', factor: 3, seconds: 300, days: 7 },
  new_template: { kind: 'new_template' },
}

export function isConditionKind(name: string): name is ConditionKind {
  return Object.hasOwn(presets, name)
}

/** A condition of another kind, with the values of members that the previous condition has too. */
export function conditionOfKind(kind: ConditionKind, before: TriggerCondition | null): TriggerCondition {
  const { needs, takes } = membersOfKind[kind]
  const known: readonly string[] = [...needs, ...takes]
  const kept = Object.entries(before ?? {}).filter(([name]) => known.includes(name))
  // Members with the same name mean the same in every kind.
  return { ...presets[kind], ...Object.fromEntries(kept) } as TriggerCondition
}

/** A trigger that fires more often a day, once for each event, is noise to the people who get its messages. */
const maxFiringsADay = 100
/** A count for this many times the usual number of matches means that something has changed. */
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
  const periods = (days * daySeconds) / presets.count.seconds
  const unusual = (count: number) =>
    Math.max(presets.count.count, Math.ceil((unusualFactor * count) / periods))
  return {
    total: { ...presets.count, count: unusual(matches) },
    forEachHost: { ...presets.count, count: unusual(top_hosts[0]?.count ?? matches), by: 'host' },
  }
}
