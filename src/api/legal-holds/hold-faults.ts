import { parseFilter } from '../../filter/parse/parse-filter.ts'
import type { FilterFault } from '../../filter/predicate/faults.ts'
import { parseFieldName } from '../../filter/predicate/field.ts'
import type { LegalHoldDraft } from '../../schema/store/legal-hold.ts'

/** Fields that a day's rows cannot know: an event may continue on the next day. */
const ofWholeEvents: ReadonlySet<string> = new Set(['counter', 'last_occurrence'])

/** Faults of a hold that is valid by its schema. */
export function holdFaults({ filter = [], ts_from = null, ts_to = null }: LegalHoldDraft): FilterFault[] {
  const changing = filter.flatMap(({ field }, index): FilterFault[] => {
    const named = parseFieldName(field)
    if (named.kind !== 'number' || !ofWholeEvents.has(named.field)) return []
    return [
      { path: `filter[${index}].field`, message: `The field ${field} changes as an event is repeated.` },
    ]
  })
  const parsed = parseFilter(filter)
  const faults = 'faults' in parsed ? parsed.faults : []
  const isEmpty = ts_from !== null && ts_to !== null && ts_from >= ts_to
  return [
    ...changing,
    ...faults,
    ...(isEmpty ? [{ path: 'ts_to', message: 'Ensure this is after ts_from.' }] : []),
  ]
}
