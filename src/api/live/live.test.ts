import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import nodePath from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Metadata } from '../../metadata/open.ts'
import { eventually } from '../../testing/until.ts'
import { proves } from '../testing/conformance/proves.ts'
import { LiveClient } from '../testing/live-client.ts'
import { adminId, annId, type TokenName, tokenHeaders, tokenSecret } from '../testing/people.ts'
import { portOf, type TestServer, testServer } from '../testing/test-server.ts'
import type { LiveLimits } from './routes.ts'

let server: TestServer
let port: number
const clients: LiveClient[] = []

async function start(live: Partial<LiveLimits> = {}): Promise<void> {
  server = await testServer({ live })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = portOf(server.app)
}

async function open(token: TokenName = 'user-ann'): Promise<LiveClient> {
  const client = await LiveClient.open(port, tokenHeaders(token))
  clients.push(client)
  return client
}

async function makeQuery(token: TokenName = 'user-ann'): Promise<string> {
  const { query } = await server.queryService.create(
    {
      userId: token === 'user-ann' ? annId : adminId,
      managesQueries: false,
      managesDashboards: false,
      managesWidgets: false,
      permissions: new Set(),
      hosts: [],
    },
    'Search',
    {},
  )
  return query.query_id ?? ''
}

const lists = (query: string[]) => ['subscription-update', { query, widget: [], dashboard: [] }]
const update = (data: unknown) => ['widget-update', { widget_id: null, dashboard_id: null, data }]

afterEach(async () => {
  for (const client of clients.splice(0)) client.socket.terminate()
  await server.app.close()
})

test.each([
  ['/ws/live-updates', 101],
  ['/ws/live-updates/', 101],
  ['/ws/live-updates/x', 404],
  ['/nope', 404],
  ['/nope/ws/live-updates', 404],
  ['/ws', 404],
  ['/', 404],
  ['/search', 404],
  ['/ping', 404],
  ['/api/tasks', 404],
  ['/elasticsearch/x', 404],
])('a handshake at %s is answered %i', async (path, status) => {
  const webRoot = mkdtempSync(nodePath.join(tmpdir(), 'millrace-live-'))
  writeFileSync(nodePath.join(webRoot, 'index.html'), '<!doctype html>')
  server = await testServer({ webRoot })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  expect(await handshake(`ws://127.0.0.1:${portOf(server.app)}${path}`, tokenHeaders('user-ann'))).toBe(
    status,
  )
  rmSync(webRoot, { recursive: true })
})

/** The status of a handshake. */
async function handshake(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const socket = new WebSocket(url, { headers })
  const status = await new Promise<number | undefined>((resolve, reject) => {
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode))
    socket.once('error', reject)
  })
  // Ending it before it is open causes an error.
  socket.on('error', () => {})
  socket.terminate()
  return status
}

describe('the handshake', () => {
  const cases: [name: string, url: string, headers: Record<string, string>, status: number][] = [
    ['without credentials', '', {}, 401],
    ['with an unknown token', '', { authorization: 'token user-nobody' }, 401],
    ['with an INGEST token', '', tokenHeaders('ingest-1'), 403],
    ['with a session from nowhere', '', { cookie: 'SESSION' }, 403],
    ['with a session from a foreign page', '', { cookie: 'SESSION', origin: 'https://evil.example' }, 403],
    ['with a session from its own page', '', { cookie: 'SESSION', origin: 'OWN' }, 101],
    ['with a token in the query', `?AUTHTOKEN=${tokenSecret('user-ann')}`, {}, 101],
    ['with a token from any page', '', { ...tokenHeaders('user-ann'), origin: 'https://tool.example' }, 101],
  ]
  test.each(cases)('%s', async (_name, query, headers, status) => {
    proves('Authentication 6')
    await start()
    const { cookie } = await server.people.metadata.identity.login('admin', 'secret', '')
    const filled = Object.entries(headers).map(([name, value]) => [
      name,
      value.replace('SESSION', `millrace_session=${cookie}`).replace('OWN', `http://127.0.0.1:${port}`),
    ])
    const url = `ws://127.0.0.1:${port}/ws/live-updates${query}`
    expect(await handshake(url, Object.fromEntries(filled))).toBe(status)
  })

  test('past the bound of connections: 503, except for a user who has fewer than another', async () => {
    await start({ maxConnections: 3 })
    const url = `ws://127.0.0.1:${port}/ws/live-updates`
    const [first, second, third] = [await open(), await open(), await open()]
    const closed = once(third.socket, 'close')
    expect(await handshake(url, tokenHeaders('user-ann'))).toBe(503)
    const other = await LiveClient.open(port, tokenHeaders('user-admin'))
    clients.push(other)
    expect((await closed)[0]).toBe(1013)
    // The caller would have as many as the user with most.
    expect(await handshake(url, tokenHeaders('user-admin'))).toBe(503)
    for (const { socket } of [first, second, other]) expect(socket.readyState).toBe(socket.OPEN)
  })
})

describe('subscriptions', () => {
  beforeEach(() => start())

  test('are confirmed, then get the current state, then each change', async () => {
    proves('WS /ws/live-updates query', 'Events 1', 'Events 5')
    const id = await makeQuery()
    const client = await open()
    client.send(['subscribe', 'query', id])
    expect(await client.next()).toEqual(lists([id]))
    expect(await client.next()).toEqual(update(expect.objectContaining({ query_id: id, status: 'SUCCESS' })))
    server.queryService.publish(id, '{"query_id":"x","results":{"n":1}}')
    expect(await client.next()).toEqual(update({ query_id: 'x', results: { n: 1 } }))
  })

  test('end by repeating them, or all at once; each time with the lists', async () => {
    const [a, b] = [await makeQuery(), await makeQuery()]
    const client = await open()
    client.send(['subscribe', 'query', a])
    await client.next()
    await client.next()
    client.send(['subscribe', 'query', b])
    expect(await client.next()).toEqual(lists([a, b]))
    await client.next()
    client.send(['subscribe', 'query', b])
    expect(await client.next()).toEqual(lists([a, b]))
    client.send(['unsubscribe', 'query', a])
    expect(await client.next()).toEqual(lists([b]))
    server.queryService.publish(a, '{"never":"seen"}')
    client.send(['unsubscribe', 'widget', 7])
    expect(await client.next()).toEqual(lists([b]))
    client.send(['unsubscribe', 'all'])
    expect(await client.next()).toEqual(lists([]))
    expect([server.queryService.watchers.get(a)?.size, server.queryService.watchers.get(b)?.size]).toEqual([
      0, 0,
    ])
  })

  test('end with their query, and the client is notified', async () => {
    const id = await makeQuery()
    const client = await open()
    client.send(['subscribe', 'query', id])
    await client.next()
    await client.next()
    await server.app.inject({ url: `/api/query/${id}/remove`, headers: tokenHeaders('user-ann') })
    expect(await client.next()).toEqual(lists([]))
  })

  test('of another user or without permission are refused', async () => {
    const id = await makeQuery('user-admin')
    for (const [token, code] of [
      ['user-ann', 'not_found'],
      ['user-bob', 'permission_denied'],
    ] as const) {
      const client = await open(token)
      client.send(['subscribe', 'query', id])
      expect(await client.next()).toEqual([
        'error',
        expect.objectContaining({ code, command: ['subscribe', 'query', id] }),
      ])
    }
  })

  test('are gone when the client is', async () => {
    const id = await makeQuery()
    const client = await open()
    client.send(['subscribe', 'query', id])
    await client.next()
    client.socket.close()
    await client.closed()
    await eventually(() => server.queryService.watchers.get(id)?.size).toBe(0)
  })
})

test('a connection takes no more subscriptions than its bound', async () => {
  await start({ maxSubscriptions: 2 })
  const client = await open()
  for (let i = 0; i < 2; i++) {
    client.send(['subscribe', 'query', await makeQuery()])
    await client.next()
    await client.next()
  }
  client.send(['subscribe', 'query', await makeQuery()])
  expect(await client.next()).toEqual([
    'error',
    {
      code: 'throttled',
      detail: 'A connection takes at most 2 subscriptions.',
      command: ['subscribe', 'query', 'q3'],
    },
  ])
})

describe('rights', () => {
  test.each([
    [
      'its token is revoked',
      ({ tokens }: Metadata) =>
        tokens.remove({ userId: annId, managesUsers: false }, tokenSecret('user-ann')),
    ],
    ['its user is disabled', ({ users }: Metadata) => users.update(annId, { is_active: false })],
    ['its user is deleted', ({ users }: Metadata) => users.remove(annId)],
  ])('a connection ends when %s; others stay', async (_name, end) => {
    await start()
    const [ann, admin] = [await open(), await open('user-admin')]
    const closed = ann.closed()
    await end(server.people.metadata)
    expect(await closed).toBe(1008)
    admin.send(['ping'])
    expect(await admin.next()).toEqual(['pong'])
  })

  test('a connection ends within a sweep when its token has expired', async () => {
    await start({ sweepIntervalMs: 10 })
    const expires_at = Math.floor(Date.now() / 1000) + 60
    const reader = { userId: annId, managesUsers: false }
    const { secret_key } = await server.people.metadata.tokens.create(reader, { expires_at })
    const client = await LiveClient.open(port, { authorization: `token ${secret_key}` })
    const closed = client.closed()
    server.people.advanceClock(61)
    expect(await closed).toBe(1008)
  })

  test('changed hosts: the query is watched with the new ones', async () => {
    await start({ sweepIntervalMs: 10 })
    const id = await makeQuery()
    const client = await open()
    client.send(['subscribe', 'query', id])
    await client.next()
    await client.next()
    await server.people.metadata.groups.update(1, { hosts: ['edge-*'] })
    expect(await client.next()).toEqual(update(expect.objectContaining({ query_id: id })))
    const [watcher, ...others] = server.queryService.watchers.get(id) ?? []
    expect([watcher?.reader.hosts, others]).toEqual([['edge-*'], []])
  })

  test('without search nothing is watched any more, and the client is notified', async () => {
    await start({ sweepIntervalMs: 10 })
    const id = await makeQuery()
    const client = await open()
    client.send(['subscribe', 'query', id])
    await client.next()
    await client.next()
    await server.people.metadata.groups.update(1, { permissions: [] })
    expect(await client.next()).toEqual(lists([]))
    expect(server.queryService.watchers.get(id)?.size).toBe(0)
  })
})

describe('slow and silent readers', () => {
  const state = (n: number) => JSON.stringify({ n, padding: 'x'.repeat(1_000_000) })

  test('get the newest state, not the backlog', async () => {
    await start()
    const id = await makeQuery()
    const client = await open()
    client.send(['subscribe', 'query', id])
    await client.next()
    await client.next()
    client.socket.pause()
    const told = 100
    for (let n = 1; n <= told; n++) {
      server.queryService.publish(id, state(n))
      await new Promise(resolve => setImmediate(resolve))
    }
    client.socket.resume()
    const seen: number[] = []
    while (seen.at(-1) !== told) {
      // Every frame from here on is an update of this query.
      const [, { data }] = (await client.next()) as [string, { data: { n: number } }]
      seen.push(data.n)
    }
    expect(seen.length).toBeLessThan(told / 2)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
  })

  test('are given up with 1013 when they take nothing for long with much waiting', async () => {
    await start({ stalledBytes: 2_000_000, stalledMs: 50, sweepIntervalMs: 10 })
    const client = await open()
    const ids = await Promise.all(Array.from({ length: 30 }, () => makeQuery()))
    for (const id of ids) {
      client.send(['subscribe', 'query', id])
      await client.next()
      await client.next()
    }
    client.socket.pause()
    for (const id of ids) server.queryService.publish(id, state(1))
    await eventually(() => ids.every(id => server.queryService.watchers.get(id)?.size === 0)).toBe(true)
    const closed = client.closed()
    client.socket.resume()
    expect(await closed).toBe(1013)
  })

  test('are pinged; one that answers no ping is gone', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    await start({ pingIntervalMs: 20 })
    const id = await makeQuery()
    const alive = await open()
    const silent = new WebSocket(`ws://127.0.0.1:${port}/ws/live-updates`, {
      headers: tokenHeaders('user-ann'),
      autoPong: false,
    })
    await once(silent, 'open')
    const gone = once(silent, 'close')
    for (let times = 0; times < 3; times++) {
      const pinged = once(alive.socket, 'ping')
      vi.advanceTimersByTime(20)
      await pinged
      // After the answer to the ping, on the same connection.
      alive.send(['ping'])
      expect(await alive.next()).toEqual(['pong'])
    }
    expect((await gone)[0]).toBe(1006)
    alive.send(['subscribe', 'query', id])
    expect(await alive.next()).toEqual(lists([id]))
  })

  test('a client that asks without reading is not read from: answers do not pile up', async () => {
    await start({ highWaterBytes: 100_000 })
    const client = await open()
    client.socket.pause()
    const echo = JSON.stringify(['follow', 'x'.repeat(60_000)])
    let flushed = 0
    const frames = 1_000
    for (let i = 0; i < frames; i++) client.socket.send(echo, () => flushed++)
    // The client's own socket fills up, since the server stops reading: not all of the frames leave.
    await eventually(() => client.socket.bufferedAmount > 0 && flushed > 0).toBe(true)
    const stuck = async () => {
      const before = flushed
      for (let i = 0; i < 200; i++) await new Promise(resolve => setImmediate(resolve))
      return flushed === before
    }
    await eventually(stuck).toBe(true)
    expect(flushed).toBeLessThan(frames)
    client.socket.resume()
    for (let i = 0; i < frames; i++)
      expect(await client.next()).toMatchObject(['error', { code: 'validation' }])
  })
})

test('closing the server takes leave of its clients', async () => {
  await start()
  const client = await open()
  const closed = client.closed()
  await server.app.close()
  expect(await closed).toBe(1001)
})
