import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { Heartbeat } from './heartbeat.ts'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
await once(server, 'listening')
afterAll(() => server.close())

async function connect(options: { autoPong: boolean }): Promise<{ client: WebSocket; heartbeat: Heartbeat }> {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const connected = once(server, 'connection')
  const client = new WebSocket(`ws://127.0.0.1:${address.port}`, options)
  await once(client, 'open')
  const [socket] = await connected
  return { client, heartbeat: new Heartbeat(socket) }
}

/** Waits until the client has the ping. */
async function ping({ client, heartbeat }: Awaited<ReturnType<typeof connect>>): Promise<void> {
  const heard = once(client, 'ping')
  heartbeat.ping()
  await heard
}

test('a client that answers stays, also one that only sends', async () => {
  for (const autoPong of [true, false]) {
    const connection = await connect({ autoPong })
    const { client } = connection
    const [socket] = [...server.clients].slice(-1)
    for (let times = 0; times < 6; times++) {
      const answered = socket && once(socket, autoPong ? 'pong' : 'message')
      await ping(connection)
      if (!autoPong) client.send('["ping"]')
      await answered
    }
    expect(client.readyState).toBe(WebSocket.OPEN)
    client.terminate()
  }
})

test('a client that answers two pings with nothing is cut off', async () => {
  const connection = await connect({ autoPong: false })
  await ping(connection)
  await ping(connection)
  const closed = once(connection.client, 'close')
  connection.heartbeat.ping()
  expect((await closed)[0]).toBe(1006)
})
