import { tokenHeaders } from '../people.ts'
import type { TestServer } from '../test-server.ts'
import { type Area, type PermissionRow, row } from './row.ts'

/** Creates an object with a POST, and returns its id. */
async function create(
  { app }: TestServer,
  url: string,
  headers: Record<string, string>,
  payload: object,
): Promise<number> {
  const answer = await app.inject({ method: 'POST', url, headers, payload })
  return answer.json().id
}

/** A dashboard with a widget. */
const dashboardOf = (isPublic: boolean): Area => ({
  manages: 'manage_dashboards',
  object: (server, { headers }) => {
    const draft = { title: 'Edge', is_public: isPublic, widgets: [{ type: 'Search', config: {} }] }
    return create(server, '/api/dashboards', headers, draft)
  },
})
const dashboard = dashboardOf(false)
const publicDashboard = dashboardOf(true)

/** A template written by its owner. */
const template: Area = {
  manages: 'manage_dashboards',
  object: async (server, { ownerId, headers }) => {
    const id = await create(server, '/api/dashboards', headers, { title: 'Edge' })
    const url = `/api/dashboards/${id}/templates`
    await server.app.inject({ method: 'POST', url, headers, payload: { path: `${ownerId}-${id}.json` } })
    return `${ownerId}-${id}.json`
  },
}

const strangersTemplate = 'shared.json'
/** A dashboard, and another user's template with the same path. */
const templated: Area = {
  ...dashboard,
  object: async (server, ownership) => {
    const stranger = tokenHeaders('user-admin')
    const other = await create(server, '/api/dashboards', stranger, { title: 'Shared' })
    const url = `/api/dashboards/${other}/templates?overwrite=true`
    await server.app.inject({ method: 'POST', url, headers: stranger, payload: { path: strangersTemplate } })
    return create(server, '/api/dashboards', ownership.headers, { title: 'Edge' })
  },
}

/** A widget on its owner's dashboard. */
const widgetOf = (isPublic: boolean): Area => ({
  manages: 'manage_widgets',
  also: 'manage_dashboards',
  object: async (server, { headers }) => {
    const id = await create(server, '/api/dashboards', headers, { title: 'Edge', is_public: isPublic })
    return create(server, `/api/dashboards/${id}/widgets`, headers, { type: 'Search' })
  },
})
const widget = widgetOf(false)
const publicWidget = widgetOf(true)
const widgetForDashboards: Area = { ...widget, manages: 'manage_dashboards', also: 'manage_widgets' }

const about = 'public'
const search = { type: 'Search' }
const onlyThis = (id: string | number) => `?id=${id}`

export const dashboardRows: readonly PermissionRow[] = [
  row({}, 'GET /api/dashboards', [401, 403, 200, 200, 200]),
  row({}, 'POST /api/dashboards', [401, 403, 201, 201, 201], { body: { title: 'Edge' } }),
  row({}, 'GET /api/dashboard-templates', [401, 403, 200, 200, 200]),
  row(template, 'DELETE /api/dashboard-templates', [401, 403, [204, 403], [204, 403], 204], {
    query: path => `?path=${path}`,
  }),

  row(dashboard, 'GET /api/dashboards/:id', [401, 403, [200, 404], [200, 404], 200]),
  row(publicDashboard, 'GET /api/dashboards/:id', [401, 403, 200, 200, 200], { about }),
  row(dashboard, 'PATCH /api/dashboards/:id', [401, 403, [200, 404], [200, 404], 200], {
    body: { title: 'x' },
  }),
  row(publicDashboard, 'PATCH /api/dashboards/:id', [401, 403, [200, 403], [200, 403], 200], {
    about,
    body: { title: 'x' },
  }),
  row(dashboard, 'PUT /api/dashboards/:id', [401, 403, [200, 404], [200, 404], 200], {
    body: { title: 'x' },
  }),
  row(publicDashboard, 'PUT /api/dashboards/:id', [401, 403, [200, 403], [200, 403], 200], {
    about,
    body: { title: 'x' },
  }),
  row(dashboard, 'DELETE /api/dashboards/:id', [401, 403, [204, 404], [204, 404], 204]),
  row(publicDashboard, 'DELETE /api/dashboards/:id', [401, 403, [204, 403], [204, 403], 204], { about }),
  row(dashboard, 'DELETE /api/dashboards', [401, 403, [204, 404], [204, 404], 204], { query: onlyThis }),
  row(publicDashboard, 'DELETE /api/dashboards', [401, 403, [204, 403], [204, 403], 204], {
    about,
    query: onlyThis,
  }),
  row(dashboard, 'POST /api/dashboards/:id/widgets', [401, 403, [200, 404], [200, 404], 200], {
    body: search,
  }),
  row(publicDashboard, 'POST /api/dashboards/:id/widgets', [401, 403, [200, 403], [200, 403], 200], {
    about,
    body: search,
  }),
  row(dashboard, 'DELETE /api/dashboards/:id/widgets', [401, 403, [204, 404], [204, 404], 204]),
  row(publicDashboard, 'DELETE /api/dashboards/:id/widgets', [401, 403, [204, 403], [204, 403], 204], {
    about,
  }),
  row(dashboard, 'POST /api/dashboards/:id/templates', [401, 403, [200, 404], [200, 404], 200], {
    body: id => ({ path: `${id}.json` }),
  }),
  row(publicDashboard, 'POST /api/dashboards/:id/templates', [401, 403, [200, 403], [200, 403], 200], {
    about,
    body: id => ({ path: `${id}.json` }),
  }),
  row(templated, 'POST /api/dashboards/:id/templates', [401, 403, [403, 404], [403, 404], 200], {
    about: "over a stranger's template",
    body: { path: strangersTemplate },
    query: '?overwrite=true',
  }),

  row({}, 'GET /api/widgets', [401, 403, 200, 200, 200]),
  row(widget, 'GET /api/widgets/:id', [401, 403, [200, 404], [200, 404], 200]),
  row(publicWidget, 'GET /api/widgets/:id', [401, 403, 200, 200, 200], { about: 'on a public dashboard' }),
  row(widgetForDashboards, 'GET /api/widgets/:id', [401, 403, [200, 404], [200, 404], 200], {
    about: 'with manage_dashboards',
  }),
  row(widget, 'PATCH /api/widgets/:id', [401, 403, [200, 404], [200, 404], 200], { body: { title: 'x' } }),
  row(publicWidget, 'PATCH /api/widgets/:id', [401, 403, [200, 403], [200, 403], 200], {
    about: 'on a public dashboard',
    body: { title: 'x' },
  }),
  row(widgetForDashboards, 'PATCH /api/widgets/:id', [401, 403, [200, 404], [200, 404], [200, 403]], {
    about: 'with manage_dashboards',
    body: { title: 'x' },
  }),
  row(widget, 'PUT /api/widgets/:id', [401, 403, [200, 404], [200, 404], 200], { body: search }),
  row(widget, 'DELETE /api/widgets/:id', [401, 403, [204, 404], [204, 404], 204]),
  row(publicWidget, 'DELETE /api/widgets/:id', [401, 403, [204, 403], [204, 403], 204], {
    about: 'on a public dashboard',
  }),
]
