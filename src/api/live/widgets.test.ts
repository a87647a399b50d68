import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { WidgetQuery } from '../../metadata/dashboards/widget-queries.ts'
import { WidgetBoard } from '../../query/life/testing/widget-board.ts'
import { Fault } from '../../schema/fault.ts'
import { eventually } from '../../testing/until.ts'
import { proves } from '../testing/conformance/proves.ts'
import { LiveClient } from '../testing/live-client.ts'
import { adminId, annId, type TokenName, tokenHeaders } from '../testing/people.ts'
import { portOf, type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
let board: WidgetBoard
let port: number
/** Owned by Ann, on dashboard 1, in this order. */
let first: WidgetQuery
let second: WidgetQuery
const clients: LiveClient[] = []

beforeEach(async () => {
  board = new WidgetBoard()
  server = await testServer({ widgetQueries: board, live: { sweepIntervalMs: 10 } })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = portOf(server.app)
  board.setDashboard(1, annId)
  first = board.setWidget(11, 1, 'TopN', { field: 'host' })
  second = board.setWidget(12, 1, 'Search', {})
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.socket.terminate()
  await server.app.close()
})

async function open(token: TokenName = 'user-ann'): Promise<LiveClient> {
  const client = await LiveClient.open(port, tokenHeaders(token))
  clients.push(client)
  return client
}

const lists = (query: string[], widget: number[], dashboard: number[]) => [
  'subscription-update',
  { query, widget, dashboard },
]
const update = (widget_id: number | null, dashboard_id: number | null, { queryId }: WidgetQuery) => [
  'widget-update',
  { widget_id, dashboard_id, data: expect.objectContaining({ query_id: queryId }) },
]
const told = (widget_id: number | null, dashboard_id: number | null, data: unknown) => [
  'widget-update',
  { widget_id, dashboard_id, data },
]
const watchers = ({ queryId }: WidgetQuery) => server.queryService.watchers.get(queryId)?.size ?? 0

/** A client that has received all initial states. */
async function subscribed(target: [kind: string, id: number | string], token?: TokenName) {
  const client = await open(token)
  client.send(['subscribe', ...target])
  for (let frames = 0; frames < (target[0] === 'dashboard' ? 3 : 2); frames++) await client.next()
  return client
}

/** Expects no unrequested frame. */
async function nothingMore(client: LiveClient): Promise<void> {
  client.send(['ping'])
  expect(await client.next()).toEqual(['pong'])
}

test('a dashboard sends the states of all its widgets, each with its id and the dashboard', async () => {
  proves('WS /ws/live-updates dashboard', 'Events 5')
  const client = await open()
  client.send(['subscribe', 'dashboard', 1])
  expect(await client.next()).toEqual(lists([], [], [1]))
  expect(await client.next()).toEqual(update(11, 1, first))
  expect(await client.next()).toEqual(update(12, 1, second))
  server.queryService.publish(second.queryId, '{"n":1}')
  expect(await client.next()).toEqual(told(12, 1, { n: 1 }))
  await nothingMore(client)
})

test('a widget names no dashboard, a query neither', async () => {
  proves('WS /ws/live-updates widget', 'Update widget_id', 'Update dashboard_id', 'Events 4')
  const client = await open()
  client.send(['subscribe', 'widget', 11])
  expect(await client.next()).toEqual(lists([], [11], []))
  expect(await client.next()).toEqual(update(11, null, first))
  client.send(['subscribe', 'query', first.queryId])
  expect(await client.next()).toEqual(lists([first.queryId], [11], []))
  expect(await client.next()).toEqual(update(null, null, first))
  client.send(['subscribe', 'dashboard', 1])
  expect(await client.next()).toEqual(lists([first.queryId], [11], [1]))
  expect(await client.next()).toEqual(update(11, 1, first))
  expect(await client.next()).toEqual(update(12, 1, second))
  server.queryService.publish(first.queryId, '{"n":1}')
  const frames = [await client.next(), await client.next(), await client.next()]
  expect(frames).toEqual(
    [[11, null] as const, [null, null] as const, [11, 1] as const].map(([w, d]) => told(w, d, { n: 1 })),
  )
})

test('subscriptions end by repeating them and all at once, each for itself', async () => {
  proves('Events 3', 'Events 4')
  const client = await subscribed(['dashboard', 1])
  client.send(['subscribe', 'widget', 11])
  await client.next()
  await client.next()
  expect([watchers(first), watchers(second)]).toEqual([2, 1])
  client.send(['subscribe', 'dashboard', 1])
  expect(await client.next()).toEqual(lists([], [11], [1]))
  client.send(['unsubscribe', 'dashboard', 1])
  expect(await client.next()).toEqual(lists([], [11], []))
  server.queryService.publish(second.queryId, '{"never":"seen"}')
  server.queryService.publish(first.queryId, '{"n":1}')
  expect(await client.next()).toEqual(told(11, null, { n: 1 }))
  client.send(['unsubscribe', 'all'])
  expect(await client.next()).toEqual(lists([], [], []))
  expect([watchers(first), watchers(second)]).toEqual([0, 0])
})

test('commands are obeyed in their order, also when many come at once', async () => {
  const client = await open()
  client.send(['subscribe', 'dashboard', 1])
  client.send(['unsubscribe', 'all'])
  client.send(['subscribe', 'widget', 99])
  client.send(['subscribe', 'widget', 12])
  client.send(['ping'])
  const kinds: unknown[] = []
  while (kinds.at(-1) !== 'pong') {
    const frame = await client.next()
    if (Array.isArray(frame)) kinds.push(frame[0] === 'widget-update' ? frame[1].widget_id : frame[0])
  }
  expect(kinds).toEqual([
    'subscription-update',
    11,
    12,
    'subscription-update',
    'error',
    'subscription-update',
    12,
    'pong',
  ])
})

test.each<[string, TokenName, unknown[], string]>([
  ['an unknown widget', 'user-ann', ['widget', 99], 'not_found'],
  ['an unknown dashboard', 'user-ann', ['dashboard', 99], 'not_found'],
  ['a dashboard without search', 'user-bob', ['dashboard', 1], 'permission_denied'],
])('%s: an error, and no subscription', async (_name, token, target, code) => {
  const client = await open(token)
  const command = ['subscribe', ...target]
  client.send(command)
  expect(await client.next()).toEqual(['error', expect.objectContaining({ code, command })])
  client.send(['unsubscribe', 'all'])
  expect(await client.next()).toEqual(lists([], [], []))
})

test('a hidden object is not there', async () => {
  board.setDashboard(2, adminId)
  const { queryId } = board.setWidget(21, 2, 'Search', {})
  const client = await open()
  for (const target of [['dashboard', 2] as const, ['widget', 21] as const, ['query', queryId] as const]) {
    client.send(['subscribe', ...target])
    expect(await client.next()).toEqual(['error', expect.objectContaining({ code: 'not_found' })])
  }
})

test('a viewer watches with the hosts of their own', async () => {
  board.setDashboard(1, annId, { isPublic: true })
  await subscribed(['dashboard', 1])
  await subscribed(['dashboard', 1], 'user-admin')
  const hosts = [...(server.queryService.watchers.get(first.queryId) ?? [])].map(({ reader }) => reader.hosts)
  expect(hosts).toEqual([['fw-*'], ['*']])
})

describe('when widgets change', () => {
  test('a dashboard sends the states of a new widget, and no more of a removed one', async () => {
    const client = await subscribed(['dashboard', 1])
    const third = board.setWidget(13, 1, 'Search', {})
    expect(await client.next()).toEqual(update(13, 1, third))
    board.removeWidget(11)
    server.queryService.publish(second.queryId, '{"n":2}')
    expect(await client.next()).toEqual(told(12, 1, { n: 2 }))
    await eventually(() => watchers(first)).toBe(0)
    await nothingMore(client)
  })

  test('a widget that asks something else is sent with that; its previous query is over', async () => {
    const [dashboard, widget, query] = await Promise.all([
      subscribed(['dashboard', 1]),
      subscribed(['widget', 11]),
      subscribed(['query', first.queryId]),
    ])
    const changed = board.setWidget(11, 1, 'TopN', { field: 'program' })
    expect(await dashboard.next()).toEqual(update(11, 1, changed))
    expect(await widget.next()).toEqual(update(11, null, changed))
    expect(await query.next()).toEqual(lists([], [], []))
    await eventually(() => watchers(first)).toBe(0)
    for (const client of [dashboard, widget, query]) await nothingMore(client)
  })

  test('a change that changes nothing to be seen is not sent', async () => {
    const client = await subscribed(['dashboard', 1])
    const { looked } = board
    board.setDashboard(1, annId, { isPublic: true })
    await eventually(() => board.looked).toBeGreaterThan(looked)
    await nothingMore(client)
    expect([watchers(first), watchers(second)]).toEqual([1, 1])
  })

  test('a deletion ends its subscriptions, and the clients are sent what is left', async () => {
    const client = await subscribed(['dashboard', 1])
    client.send(['subscribe', 'widget', 11])
    await client.next()
    await client.next()
    client.send(['subscribe', 'query', second.queryId])
    await client.next()
    await client.next()
    board.removeWidget(11)
    expect(await client.next()).toEqual(lists([second.queryId], [], [1]))
    board.removeDashboard(1)
    expect(await client.next()).toEqual(lists([], [], []))
    expect([watchers(first), watchers(second)]).toEqual([0, 0])
  })

  test('a client that may see them no longer is notified, and others see on', async () => {
    board.setDashboard(2, adminId, { isPublic: true })
    const widget = board.setWidget(21, 2, 'Search', {})
    const targets: [string, number | string][] = [
      ['dashboard', 2],
      ['widget', 21],
      ['query', widget.queryId],
    ]
    const anns: LiveClient[] = []
    for (const target of targets) {
      const ann = await open()
      ann.send(['subscribe', ...target])
      await ann.next()
      await ann.next()
      anns.push(ann)
    }
    const admin = await open('user-admin')
    admin.send(['subscribe', 'dashboard', 2])
    await admin.next()
    await admin.next()
    board.setDashboard(2, adminId)
    for (const ann of anns) expect(await ann.next()).toEqual(lists([], [], []))
    expect(watchers(widget)).toBe(1)
    server.queryService.publish(widget.queryId, '{"n":1}')
    expect(await admin.next()).toEqual(told(21, 2, { n: 1 }))
    for (const ann of anns) await nothingMore(ann)
  })

  test('a change while a subscription is being looked up is not missed', async () => {
    const client = await open()
    const ofDashboard = board.ofDashboard.bind(board)
    board.ofDashboard = async (viewer, id) => {
      board.ofDashboard = ofDashboard
      const before = await ofDashboard(viewer, id)
      board.setWidget(13, 1, 'Search', {})
      return before
    }
    client.send(['subscribe', 'dashboard', 1])
    const ids: unknown[] = []
    while (!ids.includes(13)) {
      const frame = await client.next()
      if (Array.isArray(frame)) ids.push(frame[1].widget_id)
    }
    expect(ids).toEqual([undefined, 11, 12, 13])
  })

  test('a look-up that fails ends the subscription', async () => {
    const client = await subscribed(['dashboard', 1])
    board.ofDashboard = async () => {
      throw new Error('the disk is gone')
    }
    board.setWidget(13, 1, 'Search', {})
    expect(await client.next()).toEqual(lists([], [], []))
    expect(server.logLines.join()).toContain('the disk is gone')
  })
})

describe('when the desk', () => {
  test('drops a query of a widget for want of memory, it is watched again', async () => {
    const client = await subscribed(['dashboard', 1])
    const dropped = [...(server.queryService.watchers.get(first.queryId) ?? [])]
    server.queryService.watchers.delete(first.queryId)
    for (const { ended } of dropped) ended()
    expect(await client.next()).toEqual(update(11, 1, first))
    expect(watchers(first)).toBe(1)
    await nothingMore(client)
  })

  test('refuses one widget of a dashboard, the client is notified, and gets the others', async () => {
    const { queryService } = server
    const watchWidget = queryService.watchWidget.bind(queryService)
    queryService.watchWidget = (reader, widget, ...others) => {
      if (widget.widgetId === 11) throw new Fault('throttled', { detail: 'Watched by too many.' })
      return watchWidget(reader, widget, ...others)
    }
    const client = await open()
    client.send(['subscribe', 'dashboard', 1])
    expect(await client.next()).toEqual(lists([], [], [1]))
    const command = ['subscribe', 'dashboard', 1]
    expect(await client.next()).toEqual([
      'error',
      { code: 'throttled', detail: 'Widget 11: Watched by too many.', command },
    ])
    expect(await client.next()).toEqual(update(12, 1, second))
  })
})

describe('when the rights of a client change', () => {
  test('its widgets are watched with the new ones', async () => {
    const client = await subscribed(['dashboard', 1])
    await server.people.metadata.groups.update(1, { hosts: ['edge-*'] })
    server.people.advanceClock(60)
    expect(await client.next()).toEqual(update(11, 1, first))
    expect(await client.next()).toEqual(update(12, 1, second))
    const readers = [...(server.queryService.watchers.get(first.queryId) ?? [])].map(
      ({ reader }) => reader.hosts,
    )
    expect(readers).toEqual([['edge-*']])
  })

  test('subscriptions that it had as a manager end', async () => {
    const { groups } = server.people.metadata
    await groups.update(1, { permissions: ['search', 'manage_dashboards'] })
    server.people.advanceClock(60)
    board.setDashboard(2, adminId)
    board.setWidget(21, 2, 'Search', {})
    const client = await open()
    client.send(['subscribe', 'dashboard', 2])
    expect(await client.next()).toEqual(lists([], [], [2]))
    await client.next()
    await groups.update(1, { permissions: ['search'] })
    server.people.advanceClock(60)
    expect(await client.next()).toEqual(lists([], [], []))
  })

  test('without search all ends', async () => {
    const client = await subscribed(['dashboard', 1])
    await server.people.metadata.groups.update(1, { permissions: [] })
    server.people.advanceClock(60)
    expect(await client.next()).toEqual(lists([], [], []))
    expect([watchers(first), watchers(second)]).toEqual([0, 0])
  })
})

test('a client that leaves while it subscribes leaves no watchers behind', async () => {
  const client = await open()
  const looked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const ofDashboard = board.ofDashboard.bind(board)
  board.ofDashboard = async (viewer, id) => {
    looked.resolve()
    await answer.promise
    return await ofDashboard(viewer, id)
  }
  client.send(['subscribe', 'dashboard', 1])
  await looked.promise
  client.socket.close()
  await client.closed()
  // The server has noticed the disconnect once another client is answered.
  const other = await open()
  await nothingMore(other)
  answer.resolve()
  await nothingMore(other)
  expect([watchers(first), watchers(second)]).toEqual([0, 0])
})

test('a closed server listens to no changes', async () => {
  expect(board.listeners).toBe(1)
  await server.app.close()
  expect(board.listeners).toBe(0)
})
