import { parseFieldName } from '../../filter/predicate/field.ts'
import type { Filter } from '../../schema/filter/condition.ts'
import { filterFaults } from '../triggers/filter-faults.ts'
import type { TriggerFault } from '../triggers/trigger-fault.ts'

/** Faults in the filter of a silence that is valid by its schema. */
export function silenceFaults(filter: Filter): TriggerFault[] {
  const typeFaults = filter.flatMap(({ field }, index): TriggerFault[] => {
    const named = parseFieldName(field)
    if (named.kind !== 'text' || named.field !== 'type') return []
    const message = 'What triggers match is kept without its type.'
    return [{ path: `filter[${index}].field`, message, of: ['filter'] }]
  })
  return [...typeFaults, ...filterFaults(filter, 'filter', 'filter')]
}
