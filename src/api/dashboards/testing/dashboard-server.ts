import { afterAll, beforeAll } from 'vitest'
import type { WidgetQueries } from '../../../metadata/dashboards/widget-queries.ts'
import { noNotifications } from '../../../query/kinds/notifications.ts'
import { openQueryService } from '../../../query/life/open.ts'
import { EmptyStore } from '../../../query/life/testing/empty-store.ts'
import type { App } from '../../http/app.ts'
import { type TokenName, tokenHeaders } from '../../testing/people.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

/** A server with the real query service, which validates queries, and without events. */
export async function dashboardServer(): Promise<TestServer> {
  const store = new EmptyStore()
  // Set once the server is built.
  let widgets: WidgetQueries | undefined
  const stored = () => {
    if (widgets === undefined) throw new Error('the server is not there yet')
    return widgets
  }
  const queryService = openQueryService({
    store,
    sources: {
      figures: { periods: neverCalled, journal: store.journal },
      counts: { count: neverCalled },
      tasks: { list: neverCalled },
      notifications: noNotifications,
    },
    widgets: {
      byQueryId: (viewer, id) => stored().byQueryId(viewer, id),
      ofWidget: (viewer, id) => stored().ofWidget(viewer, id),
      ofDashboard: (viewer, id) => stored().ofDashboard(viewer, id),
      onChange: () => () => {},
    },
    timezone: 'UTC',
    log: (message, error) => {
      throw new Error(message, { cause: error })
    },
  })
  const server = await testServer({ queryService })
  widgets = server.people.metadata.widgetQueries
  server.app.addHook('onClose', () => queryService.close())
  return server
}

function neverCalled(): never {
  throw new Error('a query service that only checks queries computes nothing')
}

/** The server of a test file, opened before its tests and closed after them, with helpers for requests. */
export function dashboardTests() {
  let opened: TestServer | undefined
  beforeAll(async () => {
    opened = await dashboardServer()
  })
  afterAll(() => opened?.app.close())
  const server = () => {
    if (opened === undefined) throw new Error('the server opens before the first test')
    return opened
  }
  return { server, calls: clientOf(() => server().app) }
}

/** Deletes all dashboards and widgets; ids continue to rise. */
export async function clearDashboards({ people: { metadata } }: TestServer): Promise<void> {
  await metadata.db.deleteFrom('dashboards').execute()
  await metadata.db.deleteFrom('widgets').execute()
}

/** Requests of ann by default. */
export function clientOf(app: () => App) {
  const call =
    (method: 'POST' | 'PUT' | 'PATCH') =>
    (url: string, body: unknown, token: TokenName = 'user-ann') =>
      app().inject({
        method,
        url,
        headers: { ...tokenHeaders(token), 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
  return {
    get: (url: string, token: TokenName = 'user-ann') => app().inject({ url, headers: tokenHeaders(token) }),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    remove: (url: string, token: TokenName = 'user-ann') =>
      app().inject({ method: 'DELETE', url, headers: tokenHeaders(token) }),
    form: (method: 'POST' | 'PUT' | 'PATCH', url: string, form: URLSearchParams) =>
      app().inject({
        method,
        url,
        headers: { ...tokenHeaders('user-ann'), 'content-type': 'application/x-www-form-urlencoded' },
        payload: form.toString(),
      }),
  }
}
