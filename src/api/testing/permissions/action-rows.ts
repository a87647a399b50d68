import { insertAction } from '../../../metadata/testing/insert-action.ts'
import { hostListId } from '../../../metadata/triggers/host-lists.ts'
import { type Area, type PermissionRow, row } from './row.ts'

const needs = 'triggers'

const actionOf = (isPrivate: boolean): Area => ({
  needs,
  manages: 'manage_triggers',
  object: async ({ people }, { ownerId }) => {
    const owner = { userId: ownerId, managesTriggers: false }
    const draft = { name: `of ${ownerId}`, filter: [], is_private: isPrivate }
    const { id } = await people.metadata.triggers.create(owner, draft)
    const ended = { status: 'dead', due_at: null, finished_at: 1 }
    // Without event and host, since these callers see different hosts.
    const owner_hosts_id = await hostListId(people.metadata.db, [])
    const event = { event_id: null, host: '', event: 'null', owner_hosts_id }
    return insertAction(people.metadata, { trigger_id: id, owner_id: ownerId, ...ended, ...event })
  },
})
const hidden = actionOf(true)
const open = actionOf(false)
const about = 'of a public trigger'

/** The history of actions, and mails of programs. */
export const actionRows: readonly PermissionRow[] = [
  row({ needs }, 'GET /api/actions', [401, 403, 403, 200, 200]),
  row(hidden, 'GET /api/actions/:id', [401, 403, 403, [200, 404], 200]),
  row(open, 'GET /api/actions/:id', [401, 403, 403, 200, 200], { about }),
  row(hidden, 'POST /api/actions/:id/retry', [401, 403, 403, [200, 404], 200]),
  row(open, 'POST /api/actions/:id/retry', [401, 403, 403, [200, 403], 200], { about }),
  row({ needs }, 'POST /api/actions/retry', [401, 403, 403, 200, 200], { body: { ids: [1] } }),
  // 503: this service has no mail server.
  row({ needs }, 'POST /api/mailer', [401, 403, 403, 503, 503], {
    body: { mail_to: 'ann@example.com', subject: 'x', body: 'x' },
  }),
]
