import type { AuditAction, AuditObject } from '../../schema/people/audit.ts'

/** The action of a route in the audit log. */
export interface AuditedRoute {
  action: AuditAction
  object: AuditObject
}

/** A changing route without an entry in the audit log, and the reason. */
export interface UnauditedRoute {
  without: string
}

const does = (action: AuditAction, object: AuditObject): AuditedRoute => ({ action, object })

/** The usual routes of a kind of object: POST to `path` creates, the other methods take a key in the path. */
function routesOf(
  path: string,
  object: AuditObject,
  methods: readonly ('POST' | 'PATCH' | 'PUT' | 'DELETE')[],
) {
  const key = path === '/api/authtokens' ? 'secret_key' : path === '/api/rules' ? 'name' : 'id'
  const routes = methods.map(method => {
    const action = method === 'POST' ? 'create' : method === 'DELETE' ? 'delete' : 'update'
    return [`${method} ${path}${method === 'POST' ? '' : `/:${key}`}`, does(action, object)] as const
  })
  return Object.fromEntries(routes)
}

const all = ['POST', 'PATCH', 'PUT', 'DELETE'] as const
const personal: UnauditedRoute = { without: 'only how the caller itself sees it changes' }
const storesNothing: UnauditedRoute = { without: 'changes nothing that is stored' }
const received: UnauditedRoute = { without: 'the ledger counts what senders send' }

/** Reads of the Loki API that Grafana may send as a form, with POST. */
function lokiReads(paths: readonly string[]): Record<string, UnauditedRoute> {
  return Object.fromEntries(paths.map(path => [`POST /loki/api/v1${path}`, storesNothing]))
}

/**
 * Every route that changes something or returns many events: its entry in the audit log, or why it has none.
 * Registering a changing route that is missing here fails.
 */
export const auditedRoutes: Readonly<Record<string, AuditedRoute | UnauditedRoute>> = {
  'POST /api/login': does('login', 'session'),
  'GET /api/login/oidc/callback': does('login', 'session'),
  'POST /api/logout': does('logout', 'session'),
  'DELETE /api/users/me/sessions': does('delete', 'session'),
  'DELETE /api/users/me/sessions/:id': does('delete', 'session'),
  'DELETE /api/users/:id/sessions': does('delete', 'session'),
  'DELETE /api/users/:id/sessions/:session': does('delete', 'session'),
  'PATCH /api/users/me': does('update', 'user'),
  'PUT /api/users/me/preferences': personal,
  'PATCH /api/users/me/preferences': personal,
  ...routesOf('/api/users', 'user', all),
  ...routesOf('/api/groups', 'group', all),
  ...routesOf('/api/authtokens', 'token', ['POST', 'DELETE']),

  ...routesOf('/api/dashboards', 'dashboard', all),
  'DELETE /api/dashboards': does('delete', 'dashboard'),
  'POST /api/dashboards/:id/widgets': does('update', 'dashboard'),
  'DELETE /api/dashboards/:id/widgets': does('update', 'dashboard'),
  'POST /api/dashboards/:id/templates': does('create', 'template'),
  'DELETE /api/dashboard-templates': does('delete', 'template'),
  ...routesOf('/api/widgets', 'widget', ['PATCH', 'PUT', 'DELETE']),
  ...routesOf('/api/searches', 'saved_search', all),
  'POST /api/searches/:id/star': personal,
  'POST /api/searches/:id/use': personal,

  ...routesOf('/api/triggers', 'trigger', all),
  'POST /api/triggers/:id/move': does('update', 'trigger'),
  'POST /api/triggers/:id/clone': does('create', 'trigger'),
  'POST /api/triggers/import': does('import', 'trigger'),
  'POST /api/triggers/preview': storesNothing,
  'POST /api/triggers/dry-run': storesNothing,
  'POST /api/actions/:id/retry': does('run', 'trigger_action'),
  'POST /api/actions/retry': does('run', 'trigger_action'),
  ...routesOf('/api/silences', 'silence', all),
  'PATCH /api/notifications/:id': { without: 'who reads what first is no change of a service' },
  'POST /api/notifications/read': { without: 'who reads what first is no change of a service' },
  'DELETE /api/notifications/:id': does('delete', 'notification'),
  'DELETE /api/notifications/:id/events/:entry': does('delete', 'notification'),

  ...routesOf('/api/rules', 'rule_file', ['POST', 'PATCH', 'DELETE']),
  'POST /api/rules/reload': does('reload', 'rule_file'),
  'POST /api/rules/validate': storesNothing,
  'POST /api/rules/test': storesNothing,
  'POST /mcp': storesNothing,
  ...routesOf('/api/legal-holds', 'legal_hold', ['POST', 'DELETE']),
  'PATCH /api/retention': does('update', 'retention'),
  ...routesOf('/api/reports', 'report', ['POST', 'DELETE']),
  'GET /api/reports/:id/file': does('export', 'report'),
  ...routesOf('/api/reports-schedules', 'report_schedule', all),
  'POST /api/reports-schedules/:id/run': does('run', 'report_schedule'),
  ...routesOf('/api/tasks', 'task', all),
  'POST /api/events/:ev_id/notes': does('create', 'event_note'),
  'PATCH /api/events/:ev_id/notes/:id': does('update', 'event_note'),
  'DELETE /api/events/:ev_id/notes/:id': does('delete', 'event_note'),
  'POST /api/ingest/hosts/mark': does('update', 'host'),
  'POST /api/mailer': does('send', 'mail'),
  'GET /api/audit/export': does('export', 'audit_log'),

  'POST /api/sql': does('run', 'sql'),
  'POST /api/query': storesNothing,
  'POST /api/events/arrivals': storesNothing,
  'POST /api/events/extract': storesNothing,
  'GET /api/query/:qid/export': does('export', 'events'),
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
