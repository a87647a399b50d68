import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../testing/until.ts'
import { portOf } from '../../testing/test-server.ts'
import type { App } from '../app.ts'
import { installErrors } from '../errors/errors.ts'
import { boundWaitingAnswers } from './waiting-answers.ts'

const timeoutMs = 30_000
const large = Buffer.alloc(16 * 1024 ** 2)

let app: App
/** An answer that is produced while it is sent. */
let parts: PassThrough
/** The server's sockets, in the order of their connections. */
const accepted: Socket[] = []
const clients: Socket[] = []

beforeEach(async () => {
  const plain: App = Fastify()
  app = plain
  // As the guard does; here the caller's name is its id.
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async request => {
    const id = Number(request.headers['x-user'] ?? 0)
    // The members of a caller that identify it.
    if (id > 0) request.caller = { user: { id }, authenticatedBy: { session: 1 } } as never
  })
  installErrors(app)
  boundWaitingAnswers(app, { maxBytes: 24 * 1024 ** 2, timeoutMs })
  app.get('/large', async () => large)
  app.get('/medium', async () => large.subarray(0, 7 * 1024 ** 2))
  parts = new PassThrough()
  app.get('/made', (_request, reply) => reply.send(parts))
  app.get('/late', () => new Promise(() => {}))
  app.get('/small', async () => 'small')
  app.server.on('connection', socket => accepted.push(socket))
  await app.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(async () => {
  for (const socket of clients.splice(0)) socket.destroy()
  accepted.length = 0
  await app.close()
})

/** A client that has sent a request and reads nothing. */
async function silentClient(path: string, user: number): Promise<{ client: Socket; side: Socket }> {
  const client = connect(portOf(app), '127.0.0.1')
  clients.push(client)
  client.on('error', () => {}).pause()
  await once(client, 'connect')
  await eventually(() => accepted.length).toBe(clients.length)
  const side = accepted.at(-1)
  if (side === undefined) throw new Error('nothing was accepted')
  client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-User: ${user}\r\n\r\n`)
  return { client, side }
}

const ask = (path: string, user: number) => app.inject({ url: path, headers: { 'x-user': String(user) } })

test('a connection that takes nothing of its answer ends', async () => {
  const { client, side } = await silentClient('/large', 1)
  await eventually(() => side.writableLength > 0).toBe(true)
  expect(side.timeout).toBe(timeoutMs)
  const closed = once(client, 'close')
  side.emit('timeout')
  expect(side.destroyed).toBe(true)
  client.resume()
  await closed
})

test('a connection whose answer is still being made does not end', async () => {
  const { client, side } = await silentClient('/made', 1)
  client.resume()
  parts.write('first')
  await once(client, 'data')
  side.emit('timeout')
  expect([side.destroyed, side.timeout]).toEqual([false, timeoutMs])
  parts.end('rest')
  await eventually(() => side.timeout).not.toBe(timeoutMs)
})

test('a request behind an answer that was read may take its time', async () => {
  const { client, side } = await silentClient('/small', 1)
  client.resume()
  client.write('GET /late HTTP/1.1\r\nHost: a\r\n\r\n')
  await eventually(() => side.bytesWritten > 0).toBe(true)
  await eventually(() => side.timeout).toBe(0)
})

test('large answers of one sender are refused while too much waits, and sent when it has been read', async () => {
  const { client, side } = await silentClient('/large', 1)
  await eventually(() => side.writableLength > 0).toBe(true)
  const refused = await ask('/large', 1)
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    503,
    '1',
    { code: 'overloaded', detail: 'Too many answers to earlier requests have not been read.' },
  ])
  expect([(await ask('/small', 1)).statusCode, (await ask('/large', 2)).statusCode]).toEqual([200, 200])
  client.resume()
  await eventually(async () => (await ask('/large', 1)).statusCode).toBe(200)
})

test('room is returned when the connection of an answer ends', async () => {
  const { client, side } = await silentClient('/large', 1)
  await eventually(() => side.writableLength > 0).toBe(true)
  expect((await ask('/large', 1)).statusCode).toBe(503)
  client.destroy()
  await eventually(async () => (await ask('/large', 1)).statusCode).toBe(200)
})

test('answers that were read leave the room as it was, also answers to this very process', async () => {
  for (let count = 0; count < 4; count++) expect((await ask('/large', 1)).statusCode).toBe(200)
})

test('all senders together fill a bounded room', async () => {
  for (let user = 1; user <= 12; user++) {
    const { side } = await silentClient(user === 12 ? '/medium' : '/large', user)
    await eventually(() => side.writableLength > 0).toBe(true)
  }
  // 183 of 192 MiB wait. The first answer of a sender is sent nevertheless.
  expect((await ask('/large', 12)).statusCode).toBe(503)
  expect((await ask('/large', 13)).statusCode).toBe(200)
})
