import { parseFilter } from '../../filter/parse/parse-filter.ts'
import { parseFieldName } from '../../filter/predicate/field.ts'
import { type Filter, placedConditions } from '../../schema/filter/condition.ts'
import type { TriggerContent } from '../../schema/triggers/trigger.ts'
import { membersOfKind, type TriggerCondition } from '../../schema/triggers/trigger-condition.ts'
import { zoneNamed } from '../../time/zone.ts'
import { type ActionMeans, actionFaults } from './action-faults.ts'
import type { TriggerFault } from './trigger-fault.ts'

/** Maximum different values that a condition may wait for: its state holds all of them. */
const maxDistinct = 1_000
/** Fields that an event does not have yet when triggers see it. */
const unknownFields: ReadonlySet<string> = new Set(['counter', 'first_occurrence', 'last_occurrence'])

/** Faults of a trigger that is valid by its schema. */
export async function triggerFaults(content: TriggerContent, means: ActionMeans): Promise<TriggerFault[]> {
  return [
    ...filterFaults(content.filter, 'filter', 'filter'),
    ...(content.condition === null ? [] : conditionFaults(content.condition)),
    ...timeFaults(content),
    ...(await actionFaults(content, means)),
  ]
}

function timeFaults({ active_hours, active_since, active_until }: TriggerContent): TriggerFault[] {
  const faults: TriggerFault[] = []
  if (active_hours !== null && zoneNamed(active_hours.timezone) === undefined) {
    const message = 'Expected an IANA time zone, as Europe/Berlin.'
    faults.push({ path: 'active_hours.timezone', message, of: ['active_hours'] })
  }
  if (active_hours?.from === '24:00')
    faults.push({ path: 'active_hours.from', message: 'Expected 00:00 to 23:59.', of: ['active_hours'] })
  if (active_since !== null && active_until !== null && active_until <= active_since) {
    const message = 'Expected a time after active_since.'
    faults.push({ path: 'active_until', message, of: ['active_since', 'active_until'] })
  }
  return faults
}

/** Faults of a condition that is valid by its schema: members that its kind lacks, or does not accept. */
function conditionFaults(condition: TriggerCondition): TriggerFault[] {
  const { kind, ...members } = condition
  const { needs, takes } = membersOfKind[kind]
  const known: readonly string[] = [...needs, ...takes]
  const givenMembers = Object.keys(members)
  const fault = (name: string, message: string): TriggerFault => ({
    path: `condition.${name}`,
    message,
    of: ['condition'],
  })
  const faults: TriggerFault[] = []
  for (const name of needs) {
    if (!givenMembers.includes(name))
      faults.push(fault(name, `A condition of the kind ${kind} needs this field.`))
  }
  for (const name of givenMembers) {
    if (!known.includes(name)) faults.push(fault(name, `A condition of the kind ${kind} has no such field.`))
  }
  for (const name of ['field', 'by']) {
    const field: unknown = Object.hasOwn(members, name) ? Reflect.get(members, name) : undefined
    if (typeof field !== 'string' || field === 'template') continue
    const named = parseFieldName(field)
    if (named.kind === 'number' && unknownFields.has(named.field))
      faults.push(fault(name, `The field ${field} is not yet known when triggers see an event.`))
  }
  if (condition.kind === 'distinct' && condition.count > maxDistinct)
    faults.push(fault('count', `Expected at most ${maxDistinct} different values.`))
  if (kind === 'pair' && 'followed_by' in condition)
    faults.push(...filterFaults(condition.followed_by, 'condition.followed_by', 'condition'))
  return faults
}

/** Fields that still change after triggers have seen the event, at its arrival. */
const unsettled: ReadonlySet<string> = new Set(['counter', 'last_occurrence'])

/**
 * Faults in a trigger's filter; `place` is its path. `messageEnd`: continues the sentence that a field
 * changes after the event has arrived.
 */
export function filterFaults(
  filter: Filter,
  place: string,
  member: keyof TriggerContent,
  messageEnd = ', when triggers see it. A condition counts events.',
): TriggerFault[] {
  const changing = placedConditions(filter, place).flatMap(({ condition: { field }, path }) => {
    const named = parseFieldName(field)
    if (named.kind !== 'number' || !unsettled.has(named.field)) return []
    const message = `The field ${field} changes after the event has arrived${messageEnd}`
    return [{ path: `${path}.field`, message, of: [member] }]
  })
  const parsed = parseFilter(filter)
  if (!('faults' in parsed)) return changing
  const faults = parsed.faults.map(({ path, ...fault }) => ({
    ...fault,
    path: path.replace(/^filter/, place),
    of: [member],
  }))
  return [...changing, ...faults]
}
