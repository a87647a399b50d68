import {
  type ConditionKind,
  membersOfKind,
  type TriggerCondition,
} from '../../../schema/triggers/trigger-condition.ts'

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
