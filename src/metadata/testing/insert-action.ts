import type { Insertable } from 'kysely'
import { insertRow } from '../database/row.ts'
import type { Tables } from '../database/tables.ts'
import type { Metadata } from '../open.ts'

let made = 0

/**
 * Puts an action into the queue or the history: a webhook about an event of fw-1 that is due, unless `row`
 * says otherwise.
 */
export function insertAction(
  { db, clock }: Metadata,
  row: Partial<Insertable<Tables['action_runs']>>,
): Promise<number> {
  const event = { id: 6_330_125_066_960_896, ts: 1_780_000_000_500_000, host: 'fw-1', message: 'Deny tcp' }
  return insertRow(db, 'action_runs', {
    trigger_id: null,
    trigger_name: 'Denied',
    owner_id: 1,
    is_private: 0,
    kind: 'webhook',
    status: 'pending',
    key: '',
    idempotency_key: `test-${++made}`,
    event_id: event.id,
    host: event.host,
    event: JSON.stringify(event),
    matches: 1,
    tries: 0,
    created_at: clock(),
    due_at: clock(),
    ...row,
  })
}
