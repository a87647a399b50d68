import { parseFieldName } from '../../filter/predicate/field.ts'
import type { Filter } from '../../schema/filter/condition.ts'
import { filterFaults } from '../triggers/filter-faults.ts'
import type { TriggerFault } from '../triggers/trigger-fault.ts'

/** Faults in a silence's filter that the schema does not find. */
export function silenceFaults(filter: Filter): TriggerFault[] {
  const typeFaults = filter.flatMap(({ field }, index): TriggerFault[] => {
    const parsed = parseFieldName(field)
    if (parsed.kind !== 'text' || parsed.field !== 'type') return []
    const message =
      'A silence cannot filter by type: matches of triggers are stored without the type of their events.'
    return [{ path: `filter[${index}].field`, message, of: ['filter'] }]
  })
  return [...typeFaults, ...filterFaults(filter, 'filter', 'filter')]
}
