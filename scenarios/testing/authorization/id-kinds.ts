/**
 * Kinds of objects that identifiers name. `none`: not a user's object, such as an index of the Elasticsearch
 * API.
 */
export type Kind =
  | 'action'
  | 'dashboard'
  | 'event'
  | 'forwarder'
  | 'group'
  | 'hold'
  | 'none'
  | 'note'
  | 'notification'
  | 'notification entry'
  | 'query'
  | 'report'
  | 'rule file'
  | 'schedule'
  | 'search'
  | 'session'
  | 'silence'
  | 'task'
  | 'token'
  | 'trigger'
  | 'user'
  | 'widget'

/** By the path up to the parameter. */
const ofPaths: Readonly<Record<string, Kind>> = {
  '/api/actions/{id}': 'action',
  '/api/authtokens/{secret_key}': 'token',
  '/api/dashboards/{id}': 'dashboard',
  '/api/dictionaries/{field}': 'none',
  '/api/events/{ev_id}': 'event',
  '/api/events/{ev_id}/notes/{id}': 'note',
  '/api/forwarders/{id}': 'forwarder',
  '/api/groups/{id}': 'group',
  '/api/legal-holds/{id}': 'hold',
  '/api/notifications/{id}': 'notification',
  '/api/notifications/{id}/events/{entry}': 'notification entry',
  '/api/query/{qid}': 'query',
  '/api/reports-schedules/{id}': 'schedule',
  '/api/reports/{id}': 'report',
  '/api/rules/{name}': 'rule file',
  '/api/searches/{id}': 'search',
  '/api/silences/{id}': 'silence',
  '/api/tasks/{id}': 'task',
  '/api/triggers/{id}': 'trigger',
  '/api/users/me/sessions/{id}': 'session',
  '/api/users/{id}': 'user',
  '/api/users/{id}/sessions/{session}': 'session',
  '/api/widgets/{id}': 'widget',
  '/elasticsearch/{index}': 'none',
  '/elasticsearch/{index}/_doc/{document}': 'none',
  '/elasticsearch/{index}/_create/{document}': 'none',
  '/incoming/raw/{path}': 'none',
}

/** Members of bodies and query parameters that name objects, in every operation. */
const ofNames: Readonly<Record<string, Kind>> = {
  assigned_to: 'user',
  dashboard_id: 'dashboard',
  event: 'event',
  event_id: 'event',
  key: 'none',
  members: 'user',
  message_id: 'none',
  owner: 'user',
  schedule_id: 'schedule',
  source_id: 'dashboard',
  trigger: 'trigger',
  trigger_id: 'trigger',
  trigger_ids: 'trigger',
  user: 'user',
  user_id: 'user',
  widget_id: 'widget',
}

/** The same, if the name alone is ambiguous. */
const ofOperations: Readonly<Record<string, Kind>> = {
  'DELETE /api/dashboards id': 'dashboard',
  'GET /api/audit object_id': 'none',
  'GET /api/audit/export object_id': 'none',
  'POST /api/actions/retry ids': 'action',
  'POST /api/notifications/read ids': 'notification',
  // Groups belong to whoever manages users.
  'POST /api/users groups': 'group',
  'PATCH /api/users/{id} groups': 'group',
  'PUT /api/users/{id} groups': 'group',
  // The trigger itself, not its id.
  'POST /api/triggers/dry-run trigger': 'none',
  'POST /api/triggers/preview trigger': 'none',
  'POST /api/rules/test events': 'none',
  // Settings of a destination.
  ...Object.fromEntries(
    ['POST /api/forwarders', 'PATCH /api/forwarders/{id}', 'PUT /api/forwarders/{id}'].flatMap(operation =>
      ['token', 'user', 'record_key'].map(member => [`${operation} ${member}`, 'none'] as const),
    ),
  ),
  // A text to find.
  'GET /api/ingest/hosts search': 'none',
  // Id of a JSON-RPC message.
  'POST /mcp id': 'none',
}

/** Names that may refer to an object: each needs its kind. */
const mayNameObject =
  /^(id|ids|key|user|users|owner|members?|groups?|assigned_to|trigger|triggers|event|events|report|dashboard|widget|search|task|silence|token|session)$|_(id|ids|key|keys)$/

/** The kind of an identifier in a path, `path` up to it. Throws if it is unknown, saying what to add. */
export function kindOfPath(path: string): Kind {
  const kind = ofPaths[path]
  if (kind === undefined) throw new Error(unknown(path, 'the parameter', 'ofPaths'))
  return kind
}

/** The kind of a body member or query parameter; undefined if it names no object. */
export function kindOfName(operation: string, name: string): Kind | undefined {
  const kind = ofOperations[`${operation} ${name}`] ?? ofNames[name]
  if (kind === undefined && mayNameObject.test(name))
    throw new Error(unknown(`${operation} ${name}`, 'the member', 'ofNames or ofOperations'))
  return kind
}

function unknown(what: string, noun: string, table: string): string {
  return (
    `Nobody said what ${noun} of "${what}" names: add its kind to ${table} in scenarios/testing/authorization/id-kinds.ts ` +
    'and, for a new kind, make one in owned-objects.ts. Then the scan asks for it as people who may not.'
  )
}
