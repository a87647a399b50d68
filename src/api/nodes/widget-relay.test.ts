import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import type { WidgetQuery } from '../../metadata/dashboards/widget-queries.ts'
import type { SeenNode } from '../../metadata/nodes/nodes.ts'
import { Keyring } from '../../metadata/secrets/keyring.ts'
import type { Reader, StateText } from '../../query/query-service.ts'
import { Fault } from '../../schema/fault.ts'
import { eventually } from '../../testing/until.ts'
import { StubQueryService } from '../testing/stub-query-service.ts'
import { portOf, type TestServer, testServer } from '../testing/test-server.ts'
import { NodeLinks } from './node-links.ts'
import { relayPath } from './relay-frames.ts'
import { WidgetRelay, weightOf } from './widget-relay.ts'

interface Watch {
  reader: Reader
  widget: WidgetQuery
  update: (state: StateText) => void
  ended: () => void
}

/** Records what is watched. Tests publish states. */
class RecordingSource extends StubQueryService {
  watches: Watch[] = []
  refuses = false
  /** The first state of a watch. */
  first = state('IN_PROGRESS')

  override watchWidget(
    reader: Reader,
    widget: WidgetQuery,
    update: (state: StateText) => void,
    ended: () => void,
  ): () => void {
    if (this.refuses) throw new Fault('throttled')
    const watch = { reader, widget, update, ended }
    update(this.first)
    this.watches.push(watch)
    return () => {
      this.watches = this.watches.filter(other => other !== watch)
    }
  }

  publishAll(published: StateText): void {
    for (const { update } of this.watches) update(published)
  }
}

const state = (status: string, count = 0): StateText => ({
  text: JSON.stringify({ query_id: 'q', status, count }),
})

const keyring = new Keyring(Buffer.alloc(32, 1))
const linksOf = (id: number, others: () => SeenNode[] = () => []) =>
  new NodeLinks(
    {
      self: { id, name: `node-${id}` },
      find: async () => undefined,
      get others() {
        return others()
      },
      refresh: async () => {},
      clockSkewMs: 0,
    },
    text => keyring.sign(text),
  )

/** Node 2 evaluates; node 1 watches. */
const [here, there] = [1, 2]
let server: TestServer
let remote: RecordingSource
let url: string
beforeAll(async () => {
  remote = new RecordingSource()
  server = await testServer({ queryService: remote, nodes: linksOf(there), sharesEvents: true })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${portOf(server.app)}`
})
afterAll(() => server.app.close())
beforeEach(() => {
  remote.refuses = false
  remote.first = state('IN_PROGRESS')
  remote.watches = []
})

function reader(userId: number, ...hosts: string[]): Reader {
  const none = { managesQueries: false, managesDashboards: false, managesWidgets: false }
  return { userId, hosts, permissions: new Set(), ...none }
}

/** A widget that this node evaluates for readers of all hosts. */
function widgetOf(nodeId: number): WidgetQuery {
  for (let n = 1; ; n++) {
    const key = JSON.stringify([`q${n}`, ['*']])
    if (weightOf(key, nodeId) < weightOf(key, nodeId === here ? there : here)) continue
    return { queryId: `q${n}`, widgetId: 7, dashboardId: 8, ownerId: 9, type: 'TopN', params: { limit: n } }
  }
}

function openRelay() {
  const peer = { id: there, name: 'node-2', url, ageSeconds: 0, counters: null, version: null }
  const peers: SeenNode[] = [{ ...peer, isRemoved: false, clockSkewMs: 0 }]
  let now = 0
  const local = new RecordingSource()
  const relay = new WidgetRelay(
    local,
    linksOf(here, () => peers),
    () => now,
  )
  onTestFinished(() => relay.close())
  const watch = (by: Reader, widget = widgetOf(there)) => {
    const states: string[] = []
    const stop = relay.watchWidget(
      by,
      widget,
      ({ text }) => states.push(text),
      () => states.push('ended'),
    )
    return { states, stop }
  }
  const pass = (ms: number) => {
    now += ms
  }
  return { relay, local, watch, peers, pass }
}

test('one node evaluates a widget for all readers who see the same hosts', async () => {
  const { local, watch } = openRelay()
  const ann = watch(reader(3, '*'))
  await eventually(() => ann.states).toEqual([state('IN_PROGRESS').text])
  const bob = watch(reader(4, '*'))
  expect(bob.states).toEqual(ann.states)
  expect(remote.watches).toMatchObject([{ reader: reader(3, '*'), widget: widgetOf(there) }])
  remote.publishAll(state('SUCCESS', 1))
  await eventually(() => bob.states.at(-1)).toBe(state('SUCCESS', 1).text)
  expect(ann.states).toEqual(bob.states)
  ann.stop()
  remote.publishAll(state('SUCCESS', 2))
  await eventually(() => bob.states.at(-1)).toBe(state('SUCCESS', 2).text)
  expect([ann.states.length, remote.watches.length, local.watches.length]).toEqual([2, 1, 0])
  bob.stop()
  await eventually(() => remote.watches).toEqual([])
})

test('readers of other hosts have an answer of their own', async () => {
  const { local, watch } = openRelay()
  watch(reader(3, '*'))
  for (const host of ['a*', 'b*', 'c*', 'd*', 'e*', 'f*']) {
    watch(reader(3, host, 'x'))
    watch(reader(4, 'x', host))
  }
  const hosts = () => [...remote.watches, ...local.watches].map(each => each.reader.hosts.join()).sort()
  await eventually(hosts).toEqual(['*', 'a*,x', 'b*,x', 'c*,x', 'd*,x', 'e*,x', 'f*,x'])
})

test.each<[about: string, change: Partial<WidgetQuery>]>([
  ['of another node by its hash', widgetOf(here)],
  ['with a range that is frozen when it is asked', { params: { freeze_time: true } }],
  ['about a node', { type: 'System_CPU' }],
  ['of its reader', { type: 'Tasks' }],
  ['of no known type', { type: 'toString' }],
])('a widget stays here: %s', async (_about, change) => {
  const { local, watch } = openRelay()
  const { states, stop } = watch(reader(3, '*'), { ...widgetOf(there), ...change })
  expect([states, local.watches.length]).toEqual([[state('IN_PROGRESS').text], 1])
  stop()
  expect(local.watches).toEqual([])
})

test('the end of a query is passed on, and the next watch is a new one', async () => {
  const { watch } = openRelay()
  const { states } = watch(reader(3, '*'))
  await eventually(() => states.length).toBe(1)
  for (const { ended } of remote.watches.splice(0)) ended()
  await eventually(() => states.at(-1)).toBe('ended')
  watch(reader(3, '*'))
  await eventually(() => remote.watches.length).toBe(1)
})

test('a widget that the other node refuses is evaluated here, and moves there later', async () => {
  const { relay, local, watch, pass } = openRelay()
  remote.refuses = true
  const { states } = watch(reader(3, '*'))
  await eventually(() => local.watches.length).toBe(1)
  local.publishAll(state('SUCCESS', 1))
  remote.refuses = false
  relay.move()
  expect(remote.watches).toEqual([])
  pass(30_001)
  relay.move()
  await eventually(() => remote.watches.length).toBe(1)
  remote.publishAll(state('SUCCESS', 2))
  await eventually(() => states).toEqual(
    [state('IN_PROGRESS'), state('SUCCESS', 1), state('SUCCESS', 2)].map(({ text }) => text),
  )
  expect(local.watches).toEqual([])
})

test('a node that stops is replaced; readers keep the last answer until there is a new one', async () => {
  const { relay, local, watch, peers, pass } = openRelay()
  const other = await testServer({ queryService: remote, nodes: linksOf(there), sharesEvents: true })
  await other.app.listen({ host: '127.0.0.1', port: 0 })
  for (const peer of peers) peer.url = `http://127.0.0.1:${portOf(other.app)}`
  const { states } = watch(reader(3, '*'))
  await eventually(() => states.length).toBe(1)
  remote.publishAll(state('SUCCESS', 1))
  await eventually(() => states.length).toBe(2)
  await other.app.close()
  await eventually(() => local.watches.length).toBe(1)
  local.publishAll(state('IN_PROGRESS', 1))
  expect(states).toEqual([state('IN_PROGRESS').text, state('SUCCESS', 1).text])
  local.publishAll(state('SUCCESS', 2))
  expect(states.at(-1)).toBe(state('SUCCESS', 2).text)
  // Nothing listens there any more.
  pass(30_001)
  relay.move()
  local.publishAll(state('SUCCESS', 3))
  expect(states.at(-1)).toBe(state('SUCCESS', 3).text)
  for (const peer of peers) peer.url = url
  await eventually(() => {
    pass(30_001)
    relay.move()
    return remote.watches.length
  }).toBe(1)
  remote.publishAll(state('SUCCESS', 4))
  await eventually(() => states.at(-1)).toBe(state('SUCCESS', 4).text)
  expect(local.watches).toEqual([])
})

test('a node that does not run is not asked', async () => {
  const { local, watch, peers } = openRelay()
  for (const peer of peers) peer.ageSeconds = 11
  watch(reader(3, '*'))
  expect(local.watches.length).toBe(1)
})

test('if this node refuses too, the watch ends, and a new one gets the error', async () => {
  const { local, watch } = openRelay()
  remote.refuses = true
  local.refuses = true
  const { states } = watch(reader(3, '*'))
  await eventually(() => states).toEqual(['ended'])
  expect(() => watch(reader(3, '*'))).toThrow(Fault)
})

test.each([
  ['without a signature', {}],
  ['with the signature of another path', linksOf(here).headersFor('GET', '/ws/live-updates', '127.0.0.1')],
])('a connection %s is not there', async (_about, headers) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${relayPath}`, { headers })
  const { promise, resolve } = Promise.withResolvers<unknown>()
  socket.once('unexpected-response', (_request, response) => resolve(response.statusCode))
  socket.once('open', () => resolve('open'))
  socket.on('error', () => {})
  expect(await promise).toBe(404)
  socket.terminate()
})

test('of many widgets each of three nodes evaluates about a third', () => {
  const counts = [0, 0, 0]
  for (let n = 0; n < 3_000; n++) {
    const weights = counts.map((_, id) => weightOf(`widget ${n}`, id))
    const owner = weights.indexOf(weights.toSorted().at(-1) ?? '')
    counts[owner] = (counts[owner] ?? 0) + 1
  }
  for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(100)
})
