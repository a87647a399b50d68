import { membersOfKind, type TriggerCondition } from '../../schema/trigger-condition.ts'
import { filterFaults } from './filter-faults.ts'
import type { TriggerFault } from './trigger-fault.ts'

/** Faults of a condition that is valid by its schema: members that its kind lacks, and those that it does not take. */
export function conditionFaults(condition: TriggerCondition): TriggerFault[] {
  const { kind, ...members } = condition
  const { needs, takes } = membersOfKind[kind]
  const known: readonly string[] = [...needs, ...takes]
  const given = Object.keys(members)
  const fault = (name: string, message: string): TriggerFault => ({
    path: `condition.${name}`,
    message,
    of: ['condition'],
  })
  const missing = needs.filter(name => !given.includes(name))
  const foreign = given.filter(name => !known.includes(name))
  return [
    ...missing.map(name => fault(name, `A condition of the kind ${kind} needs this field.`)),
    ...foreign.map(name => fault(name, `A condition of the kind ${kind} has no such field.`)),
    ...(kind === 'pair' && 'followed_by' in condition
      ? filterFaults(condition.followed_by, 'condition.followed_by', 'condition')
      : []),
  ]
}
