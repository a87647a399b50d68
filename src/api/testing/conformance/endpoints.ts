const page = 'Page number in the paginated set'
const pageSize = 'Number of results a page'
const ordering = 'Field to order by'
const exported = 'Exportable fields only'
const none = 'Deleted; no body'
const kinds = {
  'json body': 'application/json',
  'form body': 'application/x-www-form-urlencoded',
  'multipart body': 'multipart/form-data',
} as const

/**
 * The endpoints of the interface by method and path: answers, parameters and kinds of body, each with its
 * promise. A row of the conformance table is named like `GET /api/tasks owner`.
 */
export const endpoints = {
  'POST /api/query': {
    200: 'The complete query when it is done within a second',
    202: 'The query so far, with its query_id, when it takes longer',
    validate_only: 'Only validates, computes nothing',
    ...kinds,
  },
  'GET /api/query/{qid}': {
    200: 'The query, at once, even if it is not complete',
    page: 'Search: page number',
    page_size: 'Search: results a page',
    offset: 'Search: first result',
    add_geoip_data: 'TopN and LastN: locations of public addresses',
    actions_hint: 'Search: possible actions for values',
    add_trigger_data: 'Search: triggers that fired',
  },
  'GET /api/query/{qid}/export': {
    200: 'The results as a file',
    ftype: 'csv, xslx, docx, pdf or json (default)',
    timezone: 'Zone of the time ranges',
    filename: 'Name of the file',
  },
  'GET /api/query/{qid}/recalculate': { 200: 'The query, computed again' },
  'GET /api/query/{qid}/remove': { 200: 'The last representation; then the query is gone' },
  'GET /api/query/{qid}/stop': { 200: 'The query, stopped; partial results stay' },
  'POST /api/query/{qid}/stop': { 200: 'The same', ...kinds },

  'GET /api/dashboards': {
    200: 'PaginatedDashboardList',
    title: 'Equal title, in any case',
    title__iregex: 'Regular expression found in the title',
    owner: 'Owned by any of these',
    ordering,
    page,
    page_size: pageSize,
    export: exported,
    show_all: 'Also dashboards of other users, with manage_dashboards',
  },
  'POST /api/dashboards': {
    201: 'The dashboard made from a whole body',
    source_id: 'A clone of that dashboard',
    clone_widgets: 'Widgets are cloned instead of attached read-only',
    ...kinds,
  },
  'GET /api/dashboards/{id}': { 200: 'Dashboard', export: exported },
  'PATCH /api/dashboards/{id}': { 200: 'The dashboard, some members changed', ...kinds },
  'PUT /api/dashboards/{id}': { 200: 'The dashboard, replaced', ...kinds },
  'DELETE /api/dashboards/{id}': { 204: none },
  'POST /api/dashboards/{id}/templates': { 200: 'DashboardTemplatePath: written as a template', ...kinds },
  'POST /api/dashboards/{id}/widgets': { 200: 'The widget, added', ...kinds },
  'DELETE /api/dashboards/{id}/widgets/': { 204: 'Widgets taken off; no body' },

  'GET /api/widgets': {
    200: 'PaginatedWidgetList',
    title: 'Equal title, in any case',
    ordering,
    page,
    page_size: pageSize,
    show_all: 'Also widgets of other users, with manage_widgets',
    export: exported,
  },
  'GET /api/widgets/{id}': { 200: 'Widget', export: exported },
  'PATCH /api/widgets/{id}': { 200: 'The widget, some members changed', ...kinds },
  'PUT /api/widgets/{id}': { 200: 'The widget, replaced', ...kinds },
  'DELETE /api/widgets/{id}': { 204: none },

  'GET /api/tasks': {
    200: 'PaginatedTaskList',
    owner: 'Owned by any of these',
    assigned_to: 'Assigned to any of these; me',
    title: 'Equal title, in any case',
    is_open: 'Not resolved or closed',
    is_overdue: 'Open past their due time',
    unassigned: 'Not assigned',
    ordering,
    page,
    page_size: pageSize,
  },
  'POST /api/tasks': { 200: 'The task, made', ...kinds },
  'GET /api/tasks/{id}': { 200: 'Task' },
  'PATCH /api/tasks/{id}': { 200: 'The task, some members changed', ...kinds },
  'PUT /api/tasks/{id}': { 200: 'The task, replaced', ...kinds },
  'DELETE /api/tasks/{id}': { 204: none },

  'GET /api/authtokens': {
    200: 'PaginatedAuthTokenList of active tokens',
    token_type: 'INGEST or USER',
    ordering,
    page,
    page_size: pageSize,
    show_all: 'Also tokens of other users',
  },
  'POST /api/authtokens': { 201: 'The token, made', ...kinds },
  'GET /api/authtokens/{secret_key}': { 200: 'AuthToken' },
  'DELETE /api/authtokens/{secret_key}': { 204: none },

  'GET /api/reports': { 200: 'PaginatedShortReportList', ordering, page, page_size: pageSize },
  'GET /api/reports/{id}': { 200: 'ShortReport' },
  'GET /api/reports/{id}/file': { 200: 'The report as a file', saveas: 'Name of the file' },
  'DELETE /api/reports/{id}': { 204: none },

  'GET /api/events/{ev_id}': {
    200: 'The event',
    actions_hint: 'Possible actions for values, by field',
    add_trigger_data: 'Triggers that fired',
  },
  'GET /api/events/{ev_id}/timestamps': { 200: 'The times of its occurrences' },
  'GET /api/events/{ev_id}/triggers': { 200: 'The triggers that fired on it' },
} as const
