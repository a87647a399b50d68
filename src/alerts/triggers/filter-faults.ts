import { parseFilter } from '../../filter/parse/parse-filter.ts'
import { parseFieldName } from '../../filter/predicate/field.ts'
import type { Filter } from '../../schema/filter/condition.ts'
import type { TriggerContent } from '../../schema/triggers/trigger.ts'
import type { TriggerFault } from './trigger-fault.ts'

/** Fields that still change after the event has arrived, which is when triggers see it. */
const unsettled: ReadonlySet<string> = new Set(['counter', 'last_occurrence'])

/** Faults in a trigger's filter; `place` is its path. */
export function filterFaults(filter: Filter, place: string, member: keyof TriggerContent): TriggerFault[] {
  const changing = filter.flatMap(({ field }, index) => {
    const named = parseFieldName(field)
    if (named.kind !== 'number' || !unsettled.has(named.field)) return []
    const message = `The field ${field} changes after the event has arrived, when triggers see it. A condition counts events.`
    return [{ path: `${place}[${index}].field`, message, of: [member] }]
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
