import { type Area, type PermissionRow, row } from './row.ts'

const needs = 'triggers'
const body = { name: 'x', ends_at: 9_000_000_000 }

const silence: Area = {
  needs,
  manages: 'manage_triggers',
  object: async ({ people }, { ownerId }) => {
    const owner = { userId: ownerId, managesTriggers: false }
    return (await people.metadata.silences.create(owner, { ...body, name: `of ${ownerId}` })).id
  },
}

export const silenceRows: readonly PermissionRow[] = [
  row({ needs }, 'GET /api/silences', [401, 403, 403, 200, 200]),
  row({ needs }, 'POST /api/silences', [401, 403, 403, 201, 201], { body }),
  row(silence, 'GET /api/silences/:id', [401, 403, 403, 200, 200]),
  row(silence, 'PATCH /api/silences/:id', [401, 403, 403, [200, 403], 200], { body: { name: 'x' } }),
  row(silence, 'PUT /api/silences/:id', [401, 403, 403, [200, 403], 200], { body }),
  row(silence, 'DELETE /api/silences/:id', [401, 403, 403, [204, 403], 204]),
]
