import { type Area, type PermissionRow, row } from './row.ts'

const needs = 'manage_forwarders'
const draft = { name: 'SIEM', http: { url: 'http://127.0.0.1:1/' } }

/** Forwarders have no owner. */
const forwarder: Area = {
  needs,
  object: async ({ people }) => (await people.metadata.forwarders.create(draft)).id,
}

const of = (area: Area, operation: string, body?: object) =>
  row(area, operation, [401, 403, 403, 403, 403], {
    about: 'as a reader of some hosts',
    ...(body && { body }),
  })

/** A forwarder sends events of all hosts, and these callers see only some. */
export const forwarderRows: readonly PermissionRow[] = [
  of({ needs }, 'GET /api/forwarders'),
  of({ needs }, 'POST /api/forwarders', draft),
  of(forwarder, 'GET /api/forwarders/:id'),
  of(forwarder, 'PATCH /api/forwarders/:id', { is_active: false }),
  of(forwarder, 'PUT /api/forwarders/:id', draft),
  of(forwarder, 'DELETE /api/forwarders/:id'),
  of(forwarder, 'POST /api/forwarders/:id/skip'),
  of(forwarder, 'POST /api/forwarders/:id/test'),
]
