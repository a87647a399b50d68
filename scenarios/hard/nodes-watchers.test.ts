import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Dashboard } from '../../src/schema/dashboards/dashboard.ts'
import { Client, matching } from '../testing/client.ts'
import { Cluster } from '../testing/cluster.ts'
import { RoundRobin } from '../testing/round-robin.ts'
import { until } from '../testing/until.ts'

/** WATCHERS=1000 for an idle machine. */
const watcherCount = Number(process.env.WATCHERS ?? 60)
const openAtOnce = 50
const nodeCount = 3
const rounds = 3
/** A fixed range, so that only events cause a new computation; each widget has a different query. */
const now = Math.floor(Date.now() / 1_000)
const range = { time_range: { ts_from: now - 3_600, ts_to: now + 3_600 }, ...matching('watched') }
const widgets = ['host', 'program', 'message', 'severity'].flatMap(field =>
  [5, 6, 7].map(limit => ({ type: 'TopN', config: { title: `${field} ${limit}`, field, limit, ...range } })),
)

let cluster: Cluster
let proxy: RoundRobin
let client: Client
beforeAll(async () => {
  cluster = await Cluster.start({
    nodes: nodeCount,
    settings: { MILLRACE_WEBSOCKETS_PER_USER: String(Math.max(100, watcherCount)) },
  })
  proxy = await RoundRobin.start(cluster.nodes.map(({ url }) => url))
  client = new Client({ url: proxy.url, token: cluster.first.token })
})
afterAll(async () => {
  await proxy?.close()
  await cluster?.remove()
})

/** A websocket that is subscribed to a dashboard. */
class Watcher {
  /** The last shown sum of all values, by widget. */
  readonly sums = new Map<number, number>()
  readonly #socket: WebSocket

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', bytes => {
      const [kind, body] = JSON.parse(String(bytes))
      if (kind !== 'widget-update') return
      const values: { count: number }[] = body.data.results.totals?.values ?? []
      this.sums.set(
        body.widget_id,
        values.reduce((sum, { count }) => sum + count, 0),
      )
    })
  }

  static async open({ url, headers }: Client, dashboard: number): Promise<Watcher> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/live-updates`, {
      headers: { ...headers },
      perMessageDeflate: false,
    })
    await once(socket, 'open')
    const watcher = new Watcher(socket)
    socket.send(JSON.stringify(['subscribe', 'dashboard', dashboard]))
    return watcher
  }

  get isClosed(): boolean {
    return this.#socket.readyState === WebSocket.CLOSED
  }

  /** Whether every widget shows this many events. */
  shows(events: number): boolean {
    return this.sums.size === widgets.length && [...this.sums.values()].every(sum => sum === events)
  }

  close(): void {
    this.#socket.terminate()
  }
}

/** What the nodes evaluate: how often they computed in all, and how many queries are watched. */
async function activity(): Promise<{ computations: number; watched: number }> {
  const nodes = await Promise.all(
    cluster.clients.map(async node => {
      const answer = await node.get('/api/monitor/queries')
      // The shape of this route, which the API tests check.
      return (await answer.json()) as { computations: number; list: { is_watched: boolean }[] }
    }),
  )
  return {
    computations: nodes.reduce((sum, node) => sum + node.computations, 0),
    watched: nodes.flatMap(({ list }) => list.filter(query => query.is_watched)).length,
  }
}

test('one node evaluates a widget for all who watch it, at any node', async () => {
  const answer = await client.post('/api/dashboards', { title: 'watched', widgets })
  // The shape of this route, which the API tests check.
  const { id } = (await answer.json()) as Dashboard
  const watchers: Watcher[] = []
  while (watchers.length < watcherCount) {
    const more = Math.min(openAtOnce, watcherCount - watchers.length)
    watchers.push(...(await Promise.all(Array.from({ length: more }, () => Watcher.open(client, id)))))
  }
  const all = (events: number, left = watchers) =>
    until(`${events} events at each watcher`, () => left.every(one => one.shows(events)))
  await all(0)
  // A node that had not seen the others when its clients subscribed moves its watches a little later.
  await until('each widget at one node', async () => (await activity()).watched === widgets.length)
  const before = await activity()
  for (let sent = 1; sent <= rounds; sent++) {
    await send(sent)
    await all(sent)
  }
  const computed = (await activity()).computations - before.computations
  console.log(
    `${watcherCount} watchers, ${widgets.length} widgets, ${rounds} events: computed ${computed} times`,
  )
  expect(computed).toBeLessThanOrEqual(rounds * widgets.length)

  // The other nodes continue with the widgets that this one evaluated.
  await cluster.nodes.at(-1)?.kill9()
  await until('closed watchers', () => watchers.some(one => one.isClosed))
  const left = watchers.filter(one => !one.isClosed)
  expect(left.length).toBeGreaterThan(0)
  await send(rounds + 1)
  await all(rounds + 1, left)
  for (const one of watchers) one.close()
})

/** Sends the nth event to the first node. */
async function send(nth: number): Promise<void> {
  const event = { host: 'fw-1', program: 'link', message: 'watched', priority: 11, ts: now + nth }
  expect(await cluster.clients[0].send([event])).toBe(200)
}
