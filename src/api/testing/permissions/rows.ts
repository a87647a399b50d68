import { readerWith } from '../../../query/reader.ts'
import { actionRows } from './action-rows.ts'
import { dashboardRows } from './dashboard-rows.ts'
import { forwarderRows } from './forwarder-rows.ts'
import { lokiRows } from './loki-rows.ts'
import { notificationRows } from './notification-rows.ts'
import { receiverRows } from './receiver-rows.ts'
import { reportRows } from './report-rows.ts'
import { type Area, type PermissionRow, row } from './row.ts'
import { ruleRows } from './rule-rows.ts'
import { searchRows } from './search-rows.ts'
import { silenceRows } from './silence-rows.ts'
import { triggerRows } from './trigger-rows.ts'

const everybody: Area = {}
const search: Area = { needs: 'search' }

/** An event of a host that the caller may see, and one of a host that the caller may not. */
const event: Area = { needs: 'search', object: async (_server, { own }) => (own ? 42 : 43) }

/** A note on an event that the caller may see. */
const note: Area = {
  needs: 'search',
  manages: 'manage_queries',
  object: async ({ people }, { ownerId }) => {
    const { id } = await people.metadata.notes.create(ownerId, { id: 42, ts: 0 }, 'Fan')
    return `42/${id}`
  },
}

const allQueries: Area = { needs: 'manage_queries' }

const field: Area = { needs: 'search', object: async () => 'host' }

const query: Area = {
  needs: 'search',
  manages: 'manage_queries',
  object: async ({ queryService }, { ownerId }) => {
    const owner = readerWith({ user: { id: ownerId }, permissions: new Set(), hosts: [] })
    const { query_id } = (await queryService.create(owner, 'Search', {})).query
    return query_id ?? ''
  },
}

const token: Area = {
  manages: 'manage_users',
  object: async ({ people }, { ownerId }) => {
    const owner = { userId: ownerId, managesUsers: false }
    return (await people.metadata.tokens.create(owner, {})).secret_key
  },
}

const tokenById: Area = {
  manages: 'manage_users',
  object: async ({ people }, { ownerId }) => {
    const owner = { userId: ownerId, managesUsers: false }
    return (await people.metadata.tokens.create(owner, {})).id
  },
}

const task: Area = {
  needs: 'tasks',
  manages: 'manage_tasks',
  object: async ({ people }, { ownerId }) => {
    const owner = { userId: ownerId, managesTasks: false }
    return (await people.metadata.tasks.create(owner, { title: 'Fan' })).id
  },
}

/** Holds have no owner. */
const hold: Area = {
  needs: 'manage_retention',
  object: async ({ people }) => (await people.metadata.legalHolds.place({ name: 'Case 7' }, 'admin')).id,
}

/** The caller, and another user. */
const user: Area = { manages: 'manage_users', object: async (_server, { ownerId }) => ownerId }

/** A group of the caller, and another group. */
const group: Area = {
  manages: 'manage_users',
  object: async ({ people }, { ownerId }) => {
    const { id } = await people.metadata.groups.create({ name: `of ${ownerId}`, members: [ownerId] })
    return id
  },
}

const session: Area = {
  object: async ({ people }, { ownerId }) => {
    const from = { address: '192.0.2.7', network: '192.0.2.7', agent: '' }
    return (await people.metadata.sessions.start(ownerId, from)).id
  },
}

const sessionOfUser: Area = {
  manages: 'manage_users',
  object: async ({ people }, { ownerId }) => {
    const from = { address: '192.0.2.7', network: '192.0.2.7', agent: '' }
    return `${ownerId}/${(await people.metadata.sessions.start(ownerId, from)).id}`
  },
}

/**
 * Every operation of the interface, with the status for each kind of caller: without credentials, with an
 * INGEST token, a user without and with the permission, a manager.
 */
export const permissionRows: readonly PermissionRow[] = [
  row(everybody, 'GET /ping', [200, 200, 200, 200, 200]),
  row(everybody, 'GET /api/monitor', [200, 200, 200, 200, 200]),
  row(allQueries, 'GET /api/monitor/queries', [401, 403, 403, 200, 200]),
  row(allQueries, 'GET /api/monitor/slow-queries', [401, 403, 403, 403, 403], {
    about: 'as a reader of some hosts',
  }),
  row(everybody, 'GET /api/monitor/health', [401, 403, 403, 403, 403], {
    about: 'as a reader of some hosts',
  }),
  row(everybody, 'GET /api/monitor/storage', [401, 403, 403, 403, 403], {
    about: 'as a reader of some hosts',
  }),
  row(everybody, 'GET /version', [200, 200, 200, 200, 200]),
  row(everybody, 'GET /api/version', [200, 200, 200, 200, 200]),
  row(everybody, 'GET /api', [401, 403, 200, 200, 200]),
  row(search, 'GET /api/ingest/health', [401, 403, 403, 200, 200]),
  row(search, 'GET /api/ingest/hosts', [401, 403, 403, 200, 200]),
  row(search, 'POST /api/ingest/hosts/mark', [401, 403, 403, 200, 200], {
    body: { host: 'fw-1', mark: 'ignored' },
  }),
  row(everybody, 'GET /api/listeners', [401, 403, 200, 200, 200]),
  row(everybody, 'GET /api/ledger', [401, 403, 403, 403, 403], {
    about: 'as a reader of some hosts',
  }),
  row(everybody, 'GET /metrics', [401, 403, 403, 403, 403], {
    about: 'as a reader of some hosts',
  }),

  row(everybody, 'GET /api/schema', [200, 200, 200, 200, 200]),
  row(everybody, 'GET /api/docs', [200, 200, 200, 200, 200]),
  row(everybody, 'GET /api/docs/start.js', [200, 200, 200, 200, 200]),
  row(everybody, 'GET /api/docs/swagger-ui-bundle.js', [200, 200, 200, 200, 200]),
  row(everybody, 'GET /api/docs/swagger-ui.css', [200, 200, 200, 200, 200]),
  row(everybody, 'GET /api/docs/favicon-32x32.png', [200, 200, 200, 200, 200]),

  row(everybody, 'POST /api/login', [200, 200, 200, 200, 200], {
    body: { username: 'admin', password: 'secret' },
  }),
  row(everybody, 'GET /api/login/methods', [200, 200, 200, 200, 200]),
  row(everybody, 'GET /api/login/oidc', [404, 404, 404, 404, 404], { about: 'without a provider' }),
  row(everybody, 'GET /api/login/oidc/callback', [404, 404, 404, 404, 404], { about: 'without a provider' }),
  row(everybody, 'POST /api/logout', [204, 204, 204, 204, 204]),
  row(everybody, 'GET /api/auth', [401, 200, 200, 200, 200]),

  row(everybody, 'POST /mcp', [401, 403, 200, 200, 200], {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  }),
  row(search, 'POST /api/query', [401, 403, 403, 200, 200], { body: { type: 'Search', params: {} } }),
  row(query, 'GET /api/query/:qid', [401, 403, 403, [200, 404], 200]),
  row(query, 'GET /api/query/:qid/export', [401, 403, 403, [200, 404], 200]),
  row(query, 'GET /api/query/:qid/recalculate', [401, 403, 403, [200, 404], 200]),
  row(query, 'GET /api/query/:qid/remove', [401, 403, 403, [200, 404], 200]),
  row(query, 'GET /api/query/:qid/stop', [401, 403, 403, [200, 404], 200]),
  row(query, 'POST /api/query/:qid/stop', [401, 403, 403, [200, 404], 200]),

  row({ needs: 'sql' }, 'POST /api/sql', [401, 403, 403, 200, 200], {
    body: { sql: 'SELECT host FROM events' },
  }),

  row(search, 'POST /api/events/arrivals', [401, 403, 403, 200, 200], { body: {} }),
  row(search, 'POST /api/events/extract', [401, 403, 403, 200, 200], { body: { pattern: 'a' } }),
  row(event, 'GET /api/events/:ev_id', [401, 403, 403, [200, 404], [200, 404]]),
  row(event, 'GET /api/events/:ev_id/timestamps', [401, 403, 403, [200, 404], [200, 404]]),
  row(event, 'GET /api/events/:ev_id/triggers', [401, 403, 403, [200, 404], [200, 404]]),
  row(event, 'GET /api/events/:ev_id/notes', [401, 403, 403, [200, 404], [200, 404]]),
  row(event, 'POST /api/events/:ev_id/notes', [401, 403, 403, [201, 404], [201, 404]], {
    body: { text: 'Fan' },
  }),
  row(note, 'PATCH /api/events/:ev_id/notes/:id', [401, 403, 403, [200, 403], [200, 403]], {
    body: { text: 'Disk' },
  }),
  row(note, 'DELETE /api/events/:ev_id/notes/:id', [401, 403, 403, [204, 403], 204]),
  row(search, 'GET /api/dictionaries/severity', [401, 403, 403, 200, 200]),
  row(search, 'GET /api/dictionaries/facility', [401, 403, 403, 200, 200]),
  row(search, 'GET /api/dictionaries/status', [401, 403, 403, 200, 200]),
  row(search, 'GET /api/dictionaries/time_range', [401, 403, 403, 200, 200]),
  row(search, 'GET /api/tags', [401, 403, 403, 200, 200]),
  row(field, 'GET /api/dictionaries/:field', [401, 403, 403, 200, 200]),

  // Without an upgrade; websockets have their own tests.
  row(everybody, 'GET /ws/live-updates', [401, 403, 404, 404, 404], { about: 'not as a websocket' }),

  row(everybody, 'POST /incoming', [401, 200, 200, 200, 200]),
  row(everybody, 'POST /incoming/raw', [401, 200, 200, 200, 200]),
  row(everybody, 'POST /incoming/raw/*', [401, 200, 200, 200, 200]),
  ...receiverRows,
  ...lokiRows,

  row(everybody, 'GET /api/authtokens', [401, 403, 200, 200, 200], { limited: 403 }),
  row(user, 'POST /api/authtokens', [401, 403, [201, 403], [201, 403], 201], {
    about: 'for a user',
    body: id => ({ user: id }),
    limited: 403,
  }),
  row(token, 'GET /api/authtokens/:secret_key', [401, 403, [200, 404], [200, 404], [200, 404]], {
    limited: 403,
  }),
  row(tokenById, 'GET /api/authtokens/:secret_key', [401, 403, [200, 404], [200, 404], 200], {
    about: 'by id',
    limited: 403,
  }),
  row(token, 'DELETE /api/authtokens/:secret_key', [401, 403, [204, 404], [204, 404], [204, 404]], {
    limited: 403,
  }),
  row(tokenById, 'DELETE /api/authtokens/:secret_key', [401, 403, [204, 404], [204, 404], 204], {
    about: 'by id',
    limited: 403,
  }),

  ...ruleRows,
  row({ needs: 'manage_retention' }, 'GET /api/retention', [401, 403, 403, 200, 200]),
  row({ needs: 'manage_retention' }, 'PATCH /api/retention', [401, 403, 403, 200, 200], {
    body: { days: 60 },
  }),
  row(everybody, 'GET /api/archive', [401, 403, 200, 200, 200]),
  row({ needs: 'manage_retention' }, 'GET /api/archive/days', [401, 403, 403, 200, 200]),
  row({ needs: 'manage_retention' }, 'POST /api/archive/verify', [401, 403, 403, 200, 200], {
    body: () => ({ day: '2026-01-01' }),
  }),
  row({ needs: 'manage_retention' }, 'GET /api/archive-restore-logs', [401, 403, 403, 200, 200]),
  row({ needs: 'manage_retention' }, 'POST /api/archive-restore-logs', [401, 403, 403, 202, 202], {
    body: () => ({ day: '2026-01-01' }),
  }),
  row({ needs: 'search' }, 'GET /api/page-settings', [401, 403, 403, 200, 200]),
  row({ needs: 'manage_rules' }, 'PATCH /api/page-settings', [401, 403, 403, 200, 200], {
    body: { deploy_tag: 'deploy' },
  }),
  row({ needs: 'manage_retention' }, 'GET /api/legal-holds', [401, 403, 403, 200, 200]),
  row({ needs: 'manage_retention' }, 'POST /api/legal-holds', [401, 403, 403, 201, 201], {
    body: { name: 'Case 7' },
  }),
  row(hold, 'GET /api/legal-holds/:id', [401, 403, 403, 200, 200]),
  row(hold, 'DELETE /api/legal-holds/:id', [401, 403, 403, 204, 204]),
  ...forwarderRows,
  row({ needs: 'tasks' }, 'GET /api/tasks', [401, 403, 403, 200, 200]),
  row({ needs: 'tasks' }, 'POST /api/tasks', [401, 403, 403, 200, 200], { body: { title: 'Fan' } }),
  row(task, 'GET /api/tasks/:id', [401, 403, 403, [200, 404], 200]),
  row(task, 'PATCH /api/tasks/:id', [401, 403, 403, [200, 404], 200], { body: { status: 'closed' } }),
  row(task, 'PUT /api/tasks/:id', [401, 403, 403, [200, 404], 200], { body: { title: 'Disk' } }),
  row(task, 'DELETE /api/tasks/:id', [401, 403, 403, [204, 404], 204]),

  row(everybody, 'GET /api/users/me', [401, 403, 200, 200, 200]),
  row(everybody, 'PATCH /api/users/me', [401, 403, 200, 200, 200], { body: { last_name: 'Lee' } }),
  row(everybody, 'PATCH /api/users/me', [401, 403, 200, 200, 200], {
    about: 'a password',
    body: { password: 'a pass phrase of somebody' },
    limited: 403,
  }),
  row(everybody, 'PATCH /api/users/me', [401, 403, 200, 200, 200], {
    about: 'an address',
    body: { email: 'lee@example.com' },
    limited: 403,
  }),
  row({ needs: 'tasks', manages: 'manage_users' }, 'GET /api/user-names', [401, 403, 403, 200, 200]),
  row({ needs: 'manage_users', manages: 'tasks' }, 'GET /api/user-names', [401, 403, 403, 200, 200], {
    about: 'with manage_users',
  }),
  row(everybody, 'GET /api/users/me/preferences', [401, 403, 200, 200, 200]),
  row(everybody, 'PUT /api/users/me/preferences', [401, 403, 200, 200, 200], { body: { theme: 'dark' } }),
  row(everybody, 'PATCH /api/users/me/preferences', [401, 403, 200, 200, 200], { body: { theme: 'dark' } }),
  row(everybody, 'GET /api/users/me/sessions', [401, 403, 200, 200, 200]),
  row(everybody, 'DELETE /api/users/me/sessions', [401, 403, 204, 204, 204]),
  row(session, 'DELETE /api/users/me/sessions/:id', [401, 403, [204, 404], [204, 404], [204, 404]]),
  row(user, 'GET /api/users/:id/sessions', [401, 403, 403, 403, 200]),
  row(user, 'DELETE /api/users/:id/sessions', [401, 403, 403, 403, 204]),
  row(sessionOfUser, 'DELETE /api/users/:id/sessions/:session', [401, 403, 403, 403, 204]),
  row({ manages: 'manage_users' }, 'GET /api/users', [401, 403, 403, 403, 200]),
  row({ manages: 'manage_users' }, 'POST /api/users', [401, 403, 403, 403, 201], {
    limited: 403,
    body: { username: 'new' },
  }),
  row(user, 'GET /api/users/:id', [401, 403, 403, 403, 200]),
  row(user, 'PATCH /api/users/:id', [401, 403, 403, 403, 200], { limited: 403, body: { last_name: 'Lee' } }),
  row(user, 'PUT /api/users/:id', [401, 403, 403, 403, 200], {
    limited: 403,
    body: id => ({ username: `user ${id}` }),
  }),
  row(user, 'DELETE /api/users/:id', [401, 403, 403, 403, 204]),
  row({ manages: 'manage_users' }, 'GET /api/groups', [401, 403, 403, 403, 200]),
  row({ manages: 'manage_users' }, 'POST /api/groups', [401, 403, 403, 403, 201], {
    limited: 403,
    body: { name: 'new' },
  }),
  row(group, 'GET /api/groups/:id', [401, 403, 403, 403, 200]),
  row(group, 'PATCH /api/groups/:id', [401, 403, 403, 403, 200], { limited: 403, body: { hosts: [] } }),
  row(group, 'PUT /api/groups/:id', [401, 403, 403, 403, 200], {
    limited: 403,
    body: id => ({ name: `group ${id}` }),
  }),
  row(group, 'DELETE /api/groups/:id', [401, 403, 403, 403, 204]),

  row({ needs: 'audit' }, 'GET /api/audit', [401, 403, 403, 200, 200]),
  row({ needs: 'audit' }, 'GET /api/audit/export', [401, 403, 403, 200, 200]),

  ...searchRows,
  ...triggerRows,
  ...actionRows,
  ...silenceRows,
  ...notificationRows,
  ...dashboardRows,
  ...reportRows,
]
