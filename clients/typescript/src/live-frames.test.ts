import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { until } from '../../../src/testing/until.ts'
import { ManualClock } from '../../../src/web/live/testing/manual-clock.ts'
import { LiveFrames } from './live-frames.ts'

/** After this time without a frame a ping is sent. */
const quietMs = 20_000
let clock: ManualClock
let service: WebSocketServer
let left: AbortController
beforeEach(async () => {
  service = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'millrace' })
  left = new AbortController()
  clock = new ManualClock()
  await once(service, 'listening')
})
afterEach(() => {
  left.abort()
  for (const client of service.clients) client.terminate()
  service.close()
})

function connect(): LiveFrames {
  // A server that listens on a port has an address with it.
  const { port } = service.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/millrace/`
  return new LiveFrames({ url, token: 'key' }, [], left.signal, clock)
}

test('a connection without an answer to a ping ends', async () => {
  // Reads nothing: neither pings nor the closing handshake have an answer.
  service.on('connection', client => client.pause())
  const frames = connect()
  await until('a connection', () => frames.wasOpen)
  clock.advance(quietMs)
  expect(frames.closeCode).toBeUndefined()
  clock.advance(quietMs)
  expect(await frames.next()).toBeUndefined()
  expect(frames.closeCode).toBe(1006)
})

test('answers to pings keep a quiet connection open; the path of the address is kept', async () => {
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
    client.on('pong', () => clock.advance(quietMs))
  })
  const frames = connect()
  await until('a connection', () => frames.wasOpen)
  clock.advance(quietMs)
  expect(await frames.next()).toEqual(['widget-update', {}])
  expect(pings).toBe(4)
  expect(paths).toEqual(['/millrace/ws/live-updates'])
})
