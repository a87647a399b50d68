import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../../../testing/until.ts'
import { type TokenName, tokenSecret } from '../../testing/people.ts'
import { portOf, type TestServer, testServer } from '../../testing/test-server.ts'

let server: TestServer
const sockets: Socket[] = []

async function start(options: Parameters<typeof testServer>[0]): Promise<void> {
  server = await testServer(options)
  await server.app.listen({ host: '127.0.0.1', port: 0 })
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.app.close()
})

/** A client that collects its answer in `text`, and reads nothing once paused. */
async function client(localAddress = '127.0.0.1') {
  const { app } = server
  const socket = connect({ port: portOf(app), host: '127.0.0.1', localAddress }).on('error', () => {})
  sockets.push(socket)
  const received = { text: '', isClosed: false }
  socket.setEncoding('utf8').on('data', text => {
    received.text += text
  })
  socket.on('close', () => {
    received.isClosed = true
  })
  await once(socket, 'connect')
  return { socket, received }
}

const head = (path: string, length: number, token?: TokenName) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: a',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    ...(token === undefined ? [] : [`Authorization: token ${tokenSecret(token)}`]),
    '\r\n',
  ].join('\r\n')

test('bodies that do not come take half of the room of HTTP intake, and leave the rest to other tokens', async () => {
  await start({ maxIncomingBodyBytes: 1_000 })
  for (let count = 0; count < 2; count++) {
    const { socket } = await client()
    socket.write(head('/incoming', 1_000, 'ingest-1') + 'x'.repeat(999))
  }
  const sendAs = async (token: TokenName) => {
    const { socket, received } = await client()
    socket.write(head('/incoming', 999, token) + ' '.repeat(999))
    await eventually(() => received.text).toMatch(/^HTTP\/1.1 \d+/)
    return received.text.slice(9, 12)
  }
  await eventually(() => sendAs('ingest-1')).toBe('503')
  expect(await sendAs('user-ann')).toBe('200')
})

test.each(['/api/login', '/api/logout'])('%s reads 8 KiB of anybody', async path => {
  await start({})
  const { socket, received } = await client()
  socket.write(`${head(path, 8_193)}{`)
  await eventually(() => received.text).toMatch(/^HTTP\/1.1 413/)
  expect(received.text).toContain('The body is larger than the limit of 8192 bytes.')
})

test('the body of an address that does not exist is not read', async () => {
  await start({})
  const { socket, received } = await client()
  socket.write(`${head('/nothing', 1_000_000)}{`)
  await eventually(() => received.text).toMatch(/^HTTP\/1.1 404/)
})

test('connections beyond the maximum are closed and logged, once for many', async () => {
  await start({ maxConnections: 2 })
  const first = await client()
  const second = await client()
  for (let count = 0; count < 3; count++) {
    const { received } = await client()
    await eventually(() => received.isClosed).toBe(true)
  }
  expect([first.received.isClosed, second.received.isClosed]).toEqual([false, false])
  expect(server.logLines.filter(line => line.includes('MILLRACE_HTTP_MAX_CONNECTIONS'))).toHaveLength(1)
  first.socket.destroy()
  await eventually(async () => {
    const { socket, received } = await client()
    socket.write('GET /ping HTTP/1.1\r\nHost: a\r\n\r\n')
    await eventually(() => received.text !== '' || received.isClosed).toBe(true)
    return received.text
  }).toMatch(/^HTTP\/1.1 200/)
})

const isServed = async (localAddress: string) => {
  const { socket, received } = await client(localAddress)
  socket.write('GET /ping HTTP/1.1\r\nHost: a\r\n\r\n')
  await eventually(() => received.text !== '' || received.isClosed).toBe(true)
  return received.text.startsWith('HTTP/1.1 200')
}

// Other systems have only one address on the loopback interface.
test.runIf(process.platform === 'linux')('connections of one address leave room for others', async () => {
  await start({ maxConnections: 10, maxConnectionsPerAddress: 2 })
  const held = [await client('127.0.0.2'), await client('127.0.0.2')]
  for (let count = 0; count < 3; count++) {
    const { received } = await client('127.0.0.2')
    await eventually(() => received.isClosed).toBe(true)
  }
  expect(await isServed('127.0.0.3')).toBe(true)
  expect(held.map(({ received }) => received.isClosed)).toEqual([false, false])
  const logged = server.logLines.filter(line => line.includes('MILLRACE_HTTP_MAX_PER_ADDRESS'))
  expect(logged).toEqual([expect.stringContaining('"address":"127.0.0.2"')])
  held[0]?.socket.destroy()
  await eventually(() => isServed('127.0.0.2')).toBe(true)
})

test('a connection that has sent nothing does not delay the end', async () => {
  await start({})
  const { received } = await client()
  await server.app.close()
  await eventually(() => received.isClosed).toBe(true)
})

test('a trusted proxy may hold any number of connections', async () => {
  await start({ maxConnectionsPerAddress: 1, trustedProxies: ['127.0.0.0/8'] })
  for (let count = 0; count < 3; count++) expect(await isServed('127.0.0.1')).toBe(true)
})
