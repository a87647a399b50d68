import { sections } from './sections.ts'

/** Names of operations that cannot be derived from their paths. */
const fixedNames: Readonly<Record<string, string>> = {
  'post /api/ingest/hosts/mark': 'markIngestHost',
  'post /api/rules/validate': 'validateRules',
  'post /api/rules/test': 'testRules',
  'post /api/rules/reload': 'reloadRules',
  'get /api': 'listAddresses',
  'post /mcp': 'sendMcpMessage',
  'get /api/schema': 'getDescription',
  'get /version': 'getInterfaceVersion',
  'get /api/docs': 'getDescriptionPage',
  'post /api/login': 'login',
  'post /api/logout': 'logout',
  'get /api/auth': 'getCaller',
  'post /api/sql': 'runSql',
  'post /api/events/extract': 'extractEventValues',
  'post /api/events/arrivals': 'readEventArrivals',
  'get /api/query/{qid}/recalculate': 'recalculateQuery',
  'get /api/query/{qid}/remove': 'removeQuery',
  'get /api/query/{qid}/stop': 'stopQuery',
  'post /api/query/{qid}/stop': 'stopQueryByPost',
  'post /api/dashboards/{id}/templates': 'saveDashboardTemplate',
  'post /api/dashboards/{id}/widgets': 'addDashboardWidget',
  'post /api/reports-schedules/{id}/run': 'runReportSchedule',
  'post /api/triggers/import': 'importTriggers',
  'post /api/triggers/{id}/move': 'moveTrigger',
  'post /api/triggers/{id}/clone': 'cloneTrigger',
  'get /api/searches': 'listSavedSearches',
  'post /api/searches': 'createSavedSearch',
  'get /api/searches/{id}': 'getSavedSearch',
  'patch /api/searches/{id}': 'updateSavedSearch',
  'put /api/searches/{id}': 'replaceSavedSearch',
  'delete /api/searches/{id}': 'deleteSavedSearch',
  'post /api/searches/{id}/star': 'starSavedSearch',
  'post /api/searches/{id}/use': 'useSavedSearch',
  'get /api/events/{ev_id}/notes': 'listEventNotes',
  'post /api/events/{ev_id}/notes': 'addEventNote',
  'patch /api/events/{ev_id}/notes/{id}': 'updateEventNote',
  'delete /api/events/{ev_id}/notes/{id}': 'deleteEventNote',
  'get /api/user-names': 'listUserNames',
  'get /api/users/me': 'getOwnAccount',
  'patch /api/users/me': 'updateOwnAccount',
  'get /api/users/me/preferences': 'getOwnPreferences',
  'put /api/users/me/preferences': 'replaceOwnPreferences',
  'patch /api/users/me/preferences': 'updateOwnPreferences',
  'get /api/users/me/sessions': 'listOwnSessions',
  'delete /api/users/me/sessions': 'endOtherSessions',
  'delete /api/users/me/sessions/{id}': 'endSession',
  'get /ws/live-updates': 'openLiveUpdates',
  'get /incoming/docs': 'getIngestPage',
  'post /api/events': 'sendWebhookEvent',
  'post /elasticsearch/_bulk': 'sendBulk',
  'post /elasticsearch/{index}/_bulk': 'sendBulkTo',
  'post /elasticsearch/{index}/_doc': 'sendDocumentTo',
  'post /elasticsearch/{index}/_doc/{document}': 'sendDocumentWithId',
  'post /elasticsearch/{index}/_create/{document}': 'createDocument',
  'post /loki/api/v1/push': 'pushStreams',
  'post /v1/logs': 'exportLogs',
  'post /services/collector': 'collectEvents',
  'post /services/collector/event': 'collectEventsByEventPath',
  'post /services/collector/raw': 'collectLines',
  'get /services/collector/health': 'getCollectorHealth',
  'post /gelf': 'sendGelf',
  'post /incoming': 'sendEvents',
  'post /incoming/raw': 'sendRawEvent',
  'post /incoming/raw/{path}': 'sendRawEventTo',
}

const verbs: Readonly<Record<string, string>> = {
  get: 'get',
  post: 'create',
  put: 'replace',
  patch: 'update',
  delete: 'delete',
}

/** A path of the server in OpenAPI notation: `/a/:id/*` is `/a/{id}/{path}`. */
export function pathOf(url: string): string {
  return url.replace(/\/\*$/, '/{path}').replace(/:(\w+)/g, '{$1}')
}

/**
 * The operationId, the name of an operation in generated clients. Derived from the path unless `fixedNames`
 * has it: GET /api/events/{ev_id}/timestamps is getEventTimestamps, GET /api/tasks listTasks, DELETE
 * /api/tasks/{id} deleteTask.
 */
export function operationIdOf(method: string, path: string, isList: boolean): string {
  const name = fixedNames[`${method} ${path}`]
  if (name !== undefined) return name
  const segments = path.split('/').filter(segment => segment !== '' && segment !== 'api')
  const words = segments.flatMap((segment, index) => {
    if (segment.startsWith('{')) return []
    const word = segment
      .split(/[^A-Za-z0-9]+/)
      .map(capitalised)
      .join('')
    // Singular before an id and in a POST to a collection.
    const isOne =
      segments[index + 1]?.startsWith('{') === true || (method === 'post' && index === segments.length - 1)
    return [isOne ? singular(word) : word]
  })
  return `${isList ? 'list' : (verbs[method] ?? method)}${words.join('')}`
}

/** The section of the description for a path (a tag in OpenAPI). Throws if there is none. */
export function sectionOf(path: string): string {
  const section = sections.find(({ paths }) =>
    paths.some(start => path === start || path.startsWith(`${start}/`)),
  )
  if (section === undefined) throw new Error(`${path} belongs to no section of the API description`)
  return section.name
}

export function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
}
