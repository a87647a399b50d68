import { faultOf } from '../../alerts/triggers/trigger-fault.ts'
import type { LegalHolds } from '../../metadata/retention/legal-holds.ts'
import { LegalHold, LegalHoldDraft, legalHoldOrderFields } from '../../schema/store/legal-hold.ts'
import { callerOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { maxFilterBodyBytes } from '../http/bodies/bodies.ts'
import { objectId } from '../resources/path-key.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'
import { holdFaults } from './hold-faults.ts'

/** Legal holds, for holders of manage_retention. A hold is placed and lifted, never changed. */
export function legalHoldRoutes(app: App, holds: Pick<LegalHolds, 'list' | 'get' | 'place' | 'lift'>): void {
  resourceRoutes(app, {
    path: '/api/legal-holds',
    key: objectId,
    access: 'manage_retention',
    caller: request => callerOf(request).user.username,
    item: LegalHold,
    list: {
      summary: 'Legal holds, lifted ones too',
      orderBy: legalHoldOrderFields,
      run: page => holds.list(page),
    },
    create: {
      summary: 'Place a legal hold',
      description:
        'From its answer on, no day (UTC) that has an event of it is dropped, whatever the retention says. Events that are gone do not come back.',
      faults: ['conflict', 'query_syntax'],
      body: LegalHoldDraft,
      maxBodyBytes: maxFilterBodyBytes,
      status: 201,
      async run(draft, username) {
        const faults = holdFaults(draft)
        if (faults.length > 0) throw faultOf(faults.map(fault => ({ ...fault, of: [] })))
        return await holds.place(draft, username)
      },
    },
    get: { summary: 'One legal hold', run: id => holds.get(id) },
    delete: {
      summary: 'Lift a legal hold',
      description:
        'It stays in the list, with the user who lifted it. Days that were kept for it alone are announced and dropped as others are.',
      faults: ['conflict'],
      async run(id, username) {
        await holds.lift(id, username)
      },
    },
  })
}
