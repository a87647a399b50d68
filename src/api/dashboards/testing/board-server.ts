import type { WidgetQueries } from '../../../metadata/dashboards/widget-queries.ts'
import { noNotifications } from '../../../query/kinds/notifications.ts'
import { openDesk } from '../../../query/life/open.ts'
import { PaperStore } from '../../../query/life/testing/paper-store.ts'
import type { App } from '../../app.ts'
import { by, type TokenName } from '../../testing/people.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

/** The server with the desk of the product, which tells good queries from bad ones; there are no events to compute with. */
export async function boardServer(): Promise<TestServer> {
  const store = new PaperStore()
  // There from the moment that the server is.
  let widgets: WidgetQueries | undefined
  const stored = () => {
    if (widgets === undefined) throw new Error('the server is not there yet')
    return widgets
  }
  const desk = openDesk({
    store,
    sources: {
      figures: { periods: unasked, touched: store.touched },
      counts: { count: unasked, known: true },
      tasks: { list: unasked },
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
  const server = await testServer({ desk })
  widgets = server.people.metadata.widgetQueries
  server.app.addHook('onClose', () => desk.close())
  return server
}

function unasked(): never {
  throw new Error('a desk that only checks queries asks for nothing')
}

/** As if no dashboard had ever been made; ids go on. */
export async function clearBoards({ people: { metadata } }: TestServer): Promise<void> {
  await metadata.db.deleteFrom('dashboards').execute()
  await metadata.db.deleteFrom('widgets').execute()
}

/** Requests of ann, unless told otherwise. */
export function callsOf(app: App) {
  const call =
    (method: 'POST' | 'PUT' | 'PATCH') =>
    (url: string, body: unknown, token: TokenName = 'user-ann') =>
      app.inject({
        method,
        url,
        headers: { ...by(token), 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
  return {
    get: (url: string, token: TokenName = 'user-ann') => app.inject({ url, headers: by(token) }),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    remove: (url: string, token: TokenName = 'user-ann') =>
      app.inject({ method: 'DELETE', url, headers: by(token) }),
    form: (method: 'POST' | 'PUT' | 'PATCH', url: string, form: URLSearchParams) =>
      app.inject({
        method,
        url,
        headers: { ...by('user-ann'), 'content-type': 'application/x-www-form-urlencoded' },
        payload: form.toString(),
      }),
  }
}
