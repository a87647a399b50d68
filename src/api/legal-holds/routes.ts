import { faultOf } from '../../alerts/triggers/trigger-fault.ts'
import { parseFilter } from '../../filter/parse/parse-filter.ts'
import type { FilterFault } from '../../filter/predicate/faults.ts'
import { parseFieldName } from '../../filter/predicate/field.ts'
import type { LegalHolds } from '../../metadata/retention/legal-holds.ts'
import { placedConditions } from '../../schema/filter/condition.ts'
import { LegalHold, LegalHoldDraft, legalHoldOrderFields } from '../../schema/store/legal-hold.ts'
import { callerOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { maxFilterBodyBytes } from '../http/bodies/bodies.ts'
import { objectId } from '../resources/resource.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'

/** Fields on which a hold cannot depend: they change as an event is repeated, also on a later day. */
const changingFields: ReadonlySet<string> = new Set(['counter', 'last_occurrence'])

/** Legal holds, for holders of manage_retention. A hold is placed and lifted, never changed. */
export function legalHoldRoutes(app: App, holds: Pick<LegalHolds, 'list' | 'get' | 'place' | 'lift'>): void {
  resourceRoutes(app, {
    path: '/api/legal-holds',
    key: objectId,
    access: 'manage_retention',
    caller: request => callerOf(request).user.username,
    item: LegalHold,
    list: {
      summary: 'Legal holds, including lifted ones',
      orderBy: legalHoldOrderFields,
      run: page => holds.list(page),
    },
    create: {
      summary: 'Place a legal hold',
      description:
        'Once this is answered, no day (UTC) with an event of the hold is dropped, regardless of the retention. Events that were dropped before are not restored.',
      faults: ['conflict', 'query_syntax'],
      body: LegalHoldDraft,
      maxBodyBytes: maxFilterBodyBytes,
      status: 201,
      async run(draft, username) {
        const faults = holdFaults(draft)
        // `of` is only for changes, and a hold cannot be changed.
        if (faults.length > 0) throw faultOf(faults.map(fault => ({ ...fault, of: [] })))
        return await holds.place(draft, username)
      },
    },
    get: { summary: 'One legal hold', run: id => holds.get(id) },
    delete: {
      summary: 'Lift a legal hold',
      description:
        'It stays in the list, with the user who lifted it. Days that only this hold kept are announced and dropped like other days.',
      faults: ['conflict'],
      async run(id, username) {
        await holds.lift(id, username)
      },
    },
  })
}

/** Faults of a hold that is valid by its schema. */
function holdFaults({ filter = [], ts_from = null, ts_to = null }: LegalHoldDraft): FilterFault[] {
  const changingFieldFaults = placedConditions(filter, 'filter').flatMap(({ condition: { field }, path }) => {
    const named = parseFieldName(field)
    if (named.kind !== 'number' || !changingFields.has(named.field)) return []
    return [{ path: `${path}.field`, message: `The field ${field} changes as an event is repeated.` }]
  })
  const parsed = parseFilter(filter)
  const filterFaults = 'faults' in parsed ? parsed.faults : []
  const isEmpty = ts_from !== null && ts_to !== null && ts_from >= ts_to
  return [
    ...changingFieldFaults,
    ...filterFaults,
    ...(isEmpty ? [{ path: 'ts_to', message: 'Ensure this is after ts_from.' }] : []),
  ]
}
