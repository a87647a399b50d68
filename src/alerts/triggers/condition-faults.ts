import { parseFieldName } from '../../filter/predicate/field.ts'
import { membersOfKind, type TriggerCondition } from '../../schema/triggers/trigger-condition.ts'
import { filterFaults } from './filter-faults.ts'
import type { TriggerFault } from './trigger-fault.ts'

/** Maximum different values that a condition may wait for: its state holds all of them. */
const maxDistinct = 1_000
/** Fields of an event that are not known yet when triggers see it. */
const unknownFields: ReadonlySet<string> = new Set(['counter', 'first_occurrence', 'last_occurrence'])

/** Faults of a condition that is valid by its schema: members that its kind lacks, or does not accept. */
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
    ...(['field', 'by'] as const).flatMap(name => {
      const field: unknown = Object.hasOwn(members, name) ? Reflect.get(members, name) : undefined
      if (typeof field !== 'string' || field === 'template') return []
      const named = parseFieldName(field)
      const isKnown = named.kind !== 'number' || !unknownFields.has(named.field)
      return isKnown ? [] : [fault(name, `The field ${field} is not known when triggers see an event.`)]
    }),
    ...(condition.kind === 'distinct' && condition.count > maxDistinct
      ? [fault('count', `Expected at most ${maxDistinct} different values.`)]
      : []),
    ...(kind === 'pair' && 'followed_by' in condition
      ? filterFaults(condition.followed_by, 'condition.followed_by', 'condition')
      : []),
  ]
}
