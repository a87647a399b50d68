import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { until } from '../../../src/testing/until.ts'
import { LiveSocket } from './live-socket.ts'

const pingIntervalMs = 50
let service: WebSocketServer
let left: AbortController
beforeEach(async () => {
  service = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'millrace' })
  left = new AbortController()
  await once(service, 'listening')
})
afterEach(() => {
  left.abort()
  for (const client of service.clients) client.terminate()
  service.close()
})

function connect(): LiveSocket {
  // A server that listens on a port has an address with it.
  const { port } = service.address() as AddressInfo
  return new LiveSocket(
    { url: `http://127.0.0.1:${port}/millrace/`, token: 'key' },
    left.signal,
    pingIntervalMs,
  )
}

test('a connection without an answer to a ping ends', async () => {
  // Reads nothing: neither pings nor the closing handshake have an answer.
  service.on('connection', client => client.pause())
  const socket = connect()
  expect(await socket.next()).toBeUndefined()
  expect(socket.closeCode).toBe(1006)
})

test('answers to pings keep a quiet connection open; the path of the address is kept', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let pings = 0
  const paths: unknown[] = []
  service.on('connection', (client, { url }) => {
    paths.push(url)
    client.on('message', data => {
      expect(String(data)).toBe('["ping"]')
      client.send('["pong"]')
      if (++pings === 4) client.send('["widget-update", {}]')
      // Answered by the socket itself, once it has read what came before.
      else client.ping()
    })
    client.on('pong', () => vi.advanceTimersByTime(pingIntervalMs))
  })
  const socket = connect()
  await until('a connection', () => vi.getTimerCount() === 1)
  vi.advanceTimersByTime(pingIntervalMs)
  expect(await socket.next()).toEqual(['widget-update', {}])
  expect(pings).toBe(4)
  expect(paths).toEqual(['/millrace/ws/live-updates'])
})
