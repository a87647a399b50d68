import { type Area, type PermissionRow, row } from './row.ts'

const needs = 'triggers'
const manages = 'manage_triggers'
const body = { name: 'x', filter: [] }

const triggerOf = (isPrivate: boolean): Area => ({
  needs,
  manages,
  object: async ({ people }, { ownerId }) => {
    const owner = { userId: ownerId, managesTriggers: false }
    const draft = { name: `of ${ownerId}`, filter: [], is_private: isPrivate }
    return (await people.metadata.triggers.create(owner, draft)).id
  },
})
const hidden = triggerOf(true)
const open = triggerOf(false)
const about = 'public'

export const triggerRows: readonly PermissionRow[] = [
  row({ needs }, 'GET /api/triggers', [401, 403, 403, 200, 200]),
  row({ needs }, 'GET /api/triggers-costs', [401, 403, 403, 200, 200]),
  row({ needs }, 'POST /api/triggers', [401, 403, 403, 201, 201], { body }),
  row({ needs }, 'POST /api/triggers/import', [401, 403, 403, 201, 201], { body }),
  row({ needs }, 'POST /api/triggers/dry-run', [401, 403, 403, 200, 200], { body: { trigger: body } }),
  row({ needs }, 'POST /api/triggers/preview', [401, 403, 403, 200, 200], {
    body: { trigger: body, event_id: '42' },
  }),
  row(hidden, 'GET /api/triggers/:id', [401, 403, 403, [200, 404], 200]),
  row(open, 'GET /api/triggers/:id', [401, 403, 403, 200, 200], { about }),
  // These callers see only some hosts, so they may not edit triggers that match events of others.
  row(hidden, 'PATCH /api/triggers/:id', [401, 403, 403, [200, 404], [200, 403]], { body: { name: 'x' } }),
  row(open, 'PATCH /api/triggers/:id', [401, 403, 403, [200, 403], [200, 403]], {
    about,
    body: { name: 'x' },
  }),
  row(open, 'PATCH /api/triggers/:id', [401, 403, 403, [200, 403], 200], {
    about: 'public, only `is_active`',
    body: { is_active: false },
  }),
  row(hidden, 'PUT /api/triggers/:id', [401, 403, 403, [200, 404], [200, 403]], { body }),
  row(open, 'PUT /api/triggers/:id', [401, 403, 403, [200, 403], [200, 403]], { about, body }),
  row(hidden, 'DELETE /api/triggers/:id', [401, 403, 403, [204, 404], 204]),
  row(open, 'DELETE /api/triggers/:id', [401, 403, 403, [204, 403], 204], { about }),
  row(hidden, 'POST /api/triggers/:id/move', [401, 403, 403, [200, 404], 200], { body: { position: 1 } }),
  row(open, 'POST /api/triggers/:id/move', [401, 403, 403, [200, 403], 200], {
    about,
    body: { position: 1 },
  }),
  row(hidden, 'POST /api/triggers/:id/clone', [401, 403, 403, [201, 404], 201], { body: {} }),
  row(open, 'POST /api/triggers/:id/clone', [401, 403, 403, 201, 201], { about, body: {} }),
]
