import { afterEach, expect, test } from 'vitest'
import { testQueryService } from '../../query/life/testing/test-query-service.ts'
import { LiveClient } from '../testing/live-client.ts'
import { annId, type TokenName, tokenHeaders } from '../testing/people.ts'
import { portOf, type TestServer, testServer } from '../testing/test-server.ts'

const connections = 200
const widgets = 8
const rounds = 3

let server: TestServer | undefined
const clients: LiveClient[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.socket.terminate()
  await server?.app.close()
})

/** A public dashboard of eight widgets on a real query service that counts its evaluations. */
async function dashboard() {
  const under = testQueryService()
  const { board, kind, store, queryService } = under
  const now = Math.floor(Date.now() / 1_000)
  board.setDashboard(1, annId, { isPublic: true })
  for (let widget = 1; widget <= widgets; widget++) {
    const time_range = { ts_from: now - 3_600, ts_to: now + 3_600 }
    board.setWidget(widget, 1, 'Counting', { time_range, label: `widget ${widget}` })
  }
  server = await testServer({ queryService, widgetQueries: board, live: { maxPerUser: connections } })
  server.app.addHook('onClose', () => queryService.close())
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const happen = () => {
    kind.events.push(now)
    store.touch(now)
  }
  const evaluations = () => {
    // The service's own figure equals the count here.
    expect(queryService.activity.computations).toBe(kind.finished.whole)
    return kind.finished.whole
  }
  return { port: portOf(server.app), board, evaluations, happen }
}

async function subscribe(port: number, token: TokenName): Promise<LiveClient> {
  const client = await LiveClient.open(port, tokenHeaders(token))
  clients.push(client)
  client.send(['subscribe', 'dashboard', 1])
  await client.next()
  return client
}

/** Frames that the client gets until each of the widgets shows `count` events. */
async function toldUntil(client: LiveClient, count: number): Promise<number> {
  const seen = new Set<number>()
  let frames = 0
  while (seen.size < widgets) {
    // Every frame from the confirmation on is an update.
    const [, update] = (await client.next()) as [
      string,
      { widget_id: number; data: { results: { count?: number } } },
    ]
    frames++
    if (update.data.results.count === count) seen.add(update.widget_id)
  }
  return frames
}

test(`${connections} connections on a dashboard cost one evaluation for each widget and change`, async () => {
  const { port, board, evaluations, happen } = await dashboard()
  await Promise.all(Array.from({ length: connections }, () => subscribe(port, 'user-ann')))
  await Promise.all(clients.map(client => toldUntil(client, 0)))
  expect(evaluations()).toBe(widgets)
  for (let round = 1; round <= rounds; round++) {
    happen()
    const frames = await Promise.all(clients.map(client => toldUntil(client, round)))
    expect(evaluations()).toBe(widgets * (1 + round))
    expect(new Set(frames)).toEqual(new Set([widgets]))
  }
  // All of them are one user, so when the dashboard changes they share one look-up.
  const { looked } = board
  board.setDashboard(1, annId)
  board.removeWidget(widgets)
  board.setWidget(widgets, 1, 'Counting', { label: 'changed' })
  for (const client of clients) {
    const [, update] = (await client.next()) as [string, { widget_id: number; dashboard_id: number }]
    expect([update.widget_id, update.dashboard_id]).toEqual([widgets, 1])
  }
  expect(board.looked - looked).toBeLessThanOrEqual(3)
})

test('viewers with other hosts cost one evaluation more, no matter how many they are', async () => {
  const { port, evaluations, happen } = await dashboard()
  const tokens: TokenName[] = ['user-ann', 'user-admin']
  await Promise.all(Array.from({ length: 20 }, (_, i) => subscribe(port, tokens[i % 2] ?? 'user-ann')))
  await Promise.all(clients.map(client => toldUntil(client, 0)))
  expect(evaluations()).toBe(2 * widgets)
  happen()
  await Promise.all(clients.map(client => toldUntil(client, 1)))
  expect(evaluations()).toBe(4 * widgets)
})
