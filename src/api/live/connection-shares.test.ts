import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../../testing/until.ts'
import { LiveClient } from '../testing/live-client.ts'
import { annId, tokenHeaders } from '../testing/people.ts'
import { portOf, type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
let port: number
const sockets: WebSocket[] = []

beforeEach(async () => {
  server = await testServer({
    live: { maxPerUser: 3, maxPerScopedToken: 1, commandBurst: 2, commandsPerSecond: 0.001 },
  })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = portOf(server.app)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate()
  await server.app.close()
})

/** The status of a handshake: 101 for an open connection. */
async function handshake(headers: Record<string, string>, path = '/ws/live-updates'): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
  sockets.push(socket)
  const refused = once(socket, 'unexpected-response')
  const opened = once(socket, 'open').then(() => 101)
  socket.on('error', () => {})
  return Promise.race([opened, refused.then(([, response]) => Number(response.statusCode))])
}

async function scopedHeaders(): Promise<Record<string, string>> {
  const { dashboards, tokens } = server.people.metadata
  const editor = { userId: annId, managesDashboards: false, managesWidgets: false, check: () => {} }
  const [board] = await dashboards.create(editor, [{ title: 'a' }])
  const scope = { dashboard_id: board?.id ?? 0 }
  const { secret_key } = await tokens.create({ userId: annId, managesUsers: false }, { scope })
  return { authorization: `token ${secret_key}` }
}

test('a user has a limited number of websockets, of whatever kind, and another user too', async () => {
  const ann = tokenHeaders('user-ann')
  for (let count = 0; count < 3; count++) expect(await handshake(ann)).toBe(101)
  expect(await handshake(ann)).toBe(503)
  expect(await handshake(tokenHeaders('user-bob'))).toBe(101)
  sockets[0]?.terminate()
  await eventually(() => handshake(ann)).toBe(101)
})

test('a token of dashboards has fewer', async () => {
  const scoped = await scopedHeaders()
  expect([await handshake(scoped), await handshake(scoped)]).toEqual([101, 503])
  const ann = tokenHeaders('user-ann')
  expect([await handshake(ann), await handshake(ann), await handshake(ann)]).toEqual([101, 101, 503])
})

test('handshakes at the same time open no more than that', async () => {
  await Promise.all(Array.from({ length: 8 }, () => handshake(tokenHeaders('user-ann'))))
  await eventually(() => sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length).toBe(3)
})

test('commands of a user wait once there are too many, over all connections', async () => {
  const open = async (token: 'user-ann' | 'user-bob') => {
    const client = await LiveClient.open(port, tokenHeaders(token))
    sockets.push(client.socket)
    return client
  }
  const [first, second, other] = [await open('user-ann'), await open('user-ann'), await open('user-bob')]
  first.send(['ping'])
  first.send(['ping'])
  expect([await first.next(), await first.next()]).toEqual([['pong'], ['pong']])
  let answers = 0
  second.socket.on('message', () => answers++)
  second.send(['ping'])
  // The socket itself answers in order. By the second answer the command would have been answered, too.
  for (let count = 0; count < 2; count++) {
    second.socket.ping()
    await once(second.socket, 'pong')
  }
  expect(answers).toBe(0)
  other.send(['ping'])
  expect(await other.next()).toEqual(['pong'])
})
