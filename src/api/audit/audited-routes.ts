import type { AuditAction, AuditObject } from '../../schema/people/audit.ts'

/** The action of a route in the audit log. */
export interface AuditedRoute {
  action: AuditAction
  object: AuditObject
}

/** A changing route without an entry in the audit log. */
export interface UnauditedRoute {
  whyUnaudited: string
}

const audits = (action: AuditAction, object: AuditObject): AuditedRoute => ({ action, object })

/** Names of the path parameter with the key of an object, where it is not `id`. */
const keyParameters: Readonly<Record<string, string>> = {
  '/api/authtokens': 'secret_key',
  '/api/rules': 'name',
}
const actionsOfMethods = { POST: 'create', PATCH: 'update', PUT: 'update', DELETE: 'delete' } as const

/** The usual routes of a kind of object: POST to `path` creates, the other methods take a key in the path. */
function routesOf(path: string, object: AuditObject, methods: readonly (keyof typeof actionsOfMethods)[]) {
  const pathOfOne = `${path}/:${keyParameters[path] ?? 'id'}`
  const routes = methods.map(method => {
    const route = `${method} ${method === 'POST' ? path : pathOfOne}`
    return [route, audits(actionsOfMethods[method], object)] as const
  })
  return Object.fromEntries(routes)
}

const all = ['POST', 'PATCH', 'PUT', 'DELETE'] as const
const personal: UnauditedRoute = { whyUnaudited: 'changes only what the caller sees' }
const storesNothing: UnauditedRoute = { whyUnaudited: 'changes nothing that is stored' }
const received: UnauditedRoute = { whyUnaudited: 'the ledger counts received events' }
const marksAsRead: UnauditedRoute = { whyUnaudited: 'only marks notifications as read' }

/** Reads of the Loki API that Grafana may send as a form, with POST. */
function lokiReads(paths: readonly string[]): Record<string, UnauditedRoute> {
  return Object.fromEntries(paths.map(path => [`POST /loki/api/v1${path}`, storesNothing]))
}

/**
 * Every route that changes something or returns many events: its entry in the audit log, or why it has none.
 * Registering a changing route that is missing here fails.
 */
export const auditedRoutes: Readonly<Record<string, AuditedRoute | UnauditedRoute>> = {
  'POST /api/login': audits('login', 'session'),
  'GET /api/login/oidc/callback': audits('login', 'session'),
  'POST /api/logout': audits('logout', 'session'),
  'DELETE /api/users/me/sessions': audits('delete', 'session'),
  'DELETE /api/users/me/sessions/:id': audits('delete', 'session'),
  'DELETE /api/users/:id/sessions': audits('delete', 'session'),
  'DELETE /api/users/:id/sessions/:session': audits('delete', 'session'),
  'PATCH /api/users/me': audits('update', 'user'),
  'PUT /api/users/me/preferences': personal,
  'PATCH /api/users/me/preferences': personal,
  ...routesOf('/api/users', 'user', all),
  ...routesOf('/api/groups', 'group', all),
  ...routesOf('/api/authtokens', 'token', ['POST', 'DELETE']),

  ...routesOf('/api/dashboards', 'dashboard', all),
  'DELETE /api/dashboards': audits('delete', 'dashboard'),
  'POST /api/dashboards/:id/widgets': audits('update', 'dashboard'),
  'DELETE /api/dashboards/:id/widgets': audits('update', 'dashboard'),
  'POST /api/dashboards/:id/templates': audits('create', 'template'),
  'DELETE /api/dashboard-templates': audits('delete', 'template'),
  ...routesOf('/api/widgets', 'widget', ['PATCH', 'PUT', 'DELETE']),
  ...routesOf('/api/searches', 'saved_search', all),
  'POST /api/archive-restore-logs': audits('run', 'archived_day'),
  'POST /api/archive/verify': storesNothing,
  'POST /api/searches/:id/star': personal,
  'POST /api/searches/:id/use': personal,

  ...routesOf('/api/triggers', 'trigger', all),
  'POST /api/triggers/:id/move': audits('update', 'trigger'),
  'POST /api/triggers/:id/clone': audits('create', 'trigger'),
  'POST /api/triggers/import': audits('import', 'trigger'),
  'POST /api/triggers/preview': storesNothing,
  'POST /api/triggers/dry-run': storesNothing,
  'POST /api/actions/:id/retry': audits('run', 'trigger_action'),
  'POST /api/actions/retry': audits('run', 'trigger_action'),
  ...routesOf('/api/silences', 'silence', all),
  'PATCH /api/notifications/:id': marksAsRead,
  'POST /api/notifications/read': marksAsRead,
  'DELETE /api/notifications/:id': audits('delete', 'notification'),
  'DELETE /api/notifications/:id/events/:entry': audits('delete', 'notification'),

  ...routesOf('/api/rules', 'rule_file', ['POST', 'PATCH', 'DELETE']),
  'POST /api/rules/reload': audits('reload', 'rule_file'),
  'POST /api/rules/validate': storesNothing,
  'POST /api/rules/test': storesNothing,
  'POST /mcp': storesNothing,
  ...routesOf('/api/legal-holds', 'legal_hold', ['POST', 'DELETE']),
  'PATCH /api/retention': audits('update', 'retention'),
  'PATCH /api/page-settings': audits('update', 'page_settings'),
  ...routesOf('/api/forwarders', 'forwarder', all),
  'POST /api/forwarders/:id/skip': audits('update', 'forwarder'),
  'POST /api/forwarders/:id/test': audits('run', 'forwarder'),
  ...routesOf('/api/reports', 'report', ['POST', 'DELETE']),
  'GET /api/reports/:id/file': audits('export', 'report'),
  ...routesOf('/api/reports-schedules', 'report_schedule', all),
  'POST /api/reports-schedules/:id/run': audits('run', 'report_schedule'),
  ...routesOf('/api/tasks', 'task', all),
  'POST /api/events/:ev_id/notes': audits('create', 'event_note'),
  'PATCH /api/events/:ev_id/notes/:id': audits('update', 'event_note'),
  'DELETE /api/events/:ev_id/notes/:id': audits('delete', 'event_note'),
  'POST /api/ingest/hosts/mark': audits('update', 'host'),
  'POST /api/mailer': audits('send', 'mail'),
  'GET /api/audit/export': audits('export', 'audit_log'),

  'POST /api/sql': audits('run', 'sql'),
  'POST /api/query': storesNothing,
  'POST /api/events/arrivals': storesNothing,
  'POST /api/events/extract': storesNothing,
  'GET /api/query/:qid/export': audits('export', 'events'),
  'GET /api/query/:qid/stop': storesNothing,
  'POST /api/query/:qid/stop': storesNothing,
  'GET /api/query/:qid/remove': storesNothing,
  'GET /api/query/:qid/recalculate': storesNothing,

  ...lokiReads([
    '/query',
    '/query_range',
    '/labels',
    '/label',
    '/label/:name/values',
    '/series',
    '/format_query',
    '/index/stats',
    '/index/volume',
    '/index/volume_range',
    '/detected_labels',
    '/detected_fields',
    '/detected_field/:name/values',
    '/patterns',
  ]),

  'POST /incoming': received,
  'POST /incoming/raw': received,
  'POST /incoming/raw/*': received,
  'POST /api/events': received,
  'PUT /elasticsearch/*': received,
  'POST /elasticsearch/*': received,
  'POST /elasticsearch/_bulk': received,
  'PUT /elasticsearch/_bulk': received,
  'POST /elasticsearch/:index/_bulk': received,
  'PUT /elasticsearch/:index/_bulk': received,
  'POST /elasticsearch/:index/_doc': received,
  'POST /elasticsearch/:index/_doc/:document': received,
  'PUT /elasticsearch/:index/_doc/:document': received,
  'POST /elasticsearch/:index/_create/:document': received,
  'PUT /elasticsearch/:index/_create/:document': received,
  'DELETE /elasticsearch/*': storesNothing,
  'POST /elasticsearch/_refresh': storesNothing,
  'POST /elasticsearch/:index/_refresh': storesNothing,
  'POST /elasticsearch/_count': storesNothing,
  'POST /elasticsearch/:index/_count': storesNothing,
  'POST /loki/api/v1/push': received,
  'POST /v1/logs': received,
  'POST /gelf': received,
  'POST /services/collector': received,
  'POST /services/collector/event': received,
  'POST /services/collector/event/1.0': received,
  'POST /services/collector/raw': received,
  'POST /services/collector/raw/1.0': received,
  'POST /services/collector/ack': received,
}
