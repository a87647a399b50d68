import { insertNotification } from '../../../metadata/triggers/testing/insert-notification.ts'
import type { TestServer } from '../test-server.ts'
import { type Area, type PermissionRow, row } from './row.ts'

const needs = 'notifications'
const manages = 'manage_triggers'
const read = { read_flag: true }

/** A group of this owner's trigger, without event and host, so that readers of any hosts see it. */
async function notify({ people }: TestServer, ownerId: number, isPrivate: boolean): Promise<number> {
  const owner = { userId: ownerId, managesTriggers: false }
  const draft = { name: `of ${ownerId}`, filter: [], is_private: isPrivate }
  const { id } = await people.metadata.triggers.create(owner, draft)
  return insertNotification(people.metadata, id, { event: null, host: '', ownerHosts: [] })
}

const groupOf = (isPrivate: boolean): Area => ({
  needs,
  manages,
  object: (server, { ownerId }) => notify(server, ownerId, isPrivate),
})

const entryOf = (isPrivate: boolean): Area => ({
  needs,
  manages,
  object: async (server, { ownerId }) => {
    const group = await notify(server, ownerId, isPrivate)
    const viewer = { userId: ownerId, managesTriggers: false, usesTriggers: false, seesHost: undefined }
    const { notifications } = server.people.metadata
    const { objects } = await notifications.listEvents(viewer, group, { offset: 0, limit: 1 })
    return `${group}/${objects[0]?.id}`
  },
})

const hidden = groupOf(true)
const open = groupOf(false)
const about = 'of a public trigger'

export const notificationRows: readonly PermissionRow[] = [
  row({ needs }, 'GET /api/notifications', [401, 403, 403, 200, 200]),
  row({ needs }, 'GET /api/notifications-counts', [401, 403, 403, 200, 200]),
  row({ needs }, 'POST /api/notifications/read', [401, 403, 403, 200, 200], { body: {} }),
  row(hidden, 'GET /api/notifications/:id', [401, 403, 403, [200, 404], 200]),
  row(open, 'GET /api/notifications/:id', [401, 403, 403, 200, 200], { about }),
  row(hidden, 'PATCH /api/notifications/:id', [401, 403, 403, [200, 404], 200], { body: read }),
  row(open, 'PATCH /api/notifications/:id', [401, 403, 403, 200, 200], { about, body: read }),
  row(hidden, 'DELETE /api/notifications/:id', [401, 403, 403, [204, 404], 204]),
  row(open, 'DELETE /api/notifications/:id', [401, 403, 403, [204, 403], 204], { about }),
  row(hidden, 'GET /api/notifications/:id/events', [401, 403, 403, [200, 404], 200]),
  row(open, 'GET /api/notifications/:id/events', [401, 403, 403, 200, 200], { about }),
  row(entryOf(true), 'DELETE /api/notifications/:id/events/:entry', [401, 403, 403, [204, 404], 204]),
  row(entryOf(false), 'DELETE /api/notifications/:id/events/:entry', [401, 403, 403, [204, 403], 204], {
    about,
  }),
]
