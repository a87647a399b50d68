import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { Millrace } from './millrace.ts'

/** With the status 0 the answer is cut off. */
type Answer = [status: number, body: unknown, headers?: Record<string, string>]

/** Answers of the next requests that create a query; then `created`. */
let creations: Answer[]
/** Status of the refusal of the handshake with this number; other handshakes succeed. */
let refusal: (handshake: number) => number | undefined
/** The first frames of the next connections; then a state of the query. */
let frames: string[]
/** The answer to a plain GET of the address of websockets. */
let plain: Answer
let service: Server
let sockets: WebSocketServer
let url: string

const created: Answer = [200, { query_id: 'q1' }]
/** How the service answers if it would accept a websocket. */
const noUpgrade: Answer = [404, { code: 'not_found' }]

function answer(response: ServerResponse, [status, body, headers = {}]: Answer): void {
  if (status === 0) {
    response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy())
    return
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

function handle(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  if (request.url === '/api/query') answer(response, creations.shift() ?? created)
  else answer(response, request.url === '/ws/live-updates' ? plain : [200, {}])
}

beforeEach(async () => {
  // The longest delays.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  ;[creations, refusal, frames, plain] = [[], () => undefined, [], noUpgrade]
  let handshakes = 0
  service = createServer(handle)
  sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'millrace' })
  service.on('upgrade', (request, socket, head) => {
    const status = refusal(++handshakes)
    if (status !== undefined)
      socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    else
      sockets.handleUpgrade(request, socket, head, client =>
        client.send(frames.shift() ?? '["widget-update", {"data": {"status": "SUCCESS"}}]'),
      )
  })
  await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with it.
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterEach(async () => {
  for (const client of sockets.clients) client.terminate()
  service.closeAllConnections()
  await new Promise(resolve => service.close(resolve))
})

/** A watch, and what it reports while it reconnects. */
function watched() {
  const reports: [error: Error, waitMs: number][] = []
  const states = new Millrace({ url, token: 'user-1' }).watch(
    'Search',
    {},
    { onReconnect: (error, waitMs) => reports.push([error, waitMs]) },
  )
  return { reports, states }
}

test.each([
  [301, ''],
  [400, 'validation'],
  [401, 'authentication_failed'],
  [403, 'permission_denied'],
  [404, 'not_found'],
])('a query that is answered %i ends the watch with that answer', async (status, code) => {
  creations = [[status, { code }, { location: '/elsewhere' }]]
  const { reports, states } = watched()
  await expect(states.next()).rejects.toMatchObject({ name: 'MillraceError', status, code })
  expect(reports).toEqual([])
})

test.each([
  [302, ''],
  [401, 'not_authenticated'],
  [403, 'permission_denied'],
  [404, ''],
])('a websocket that is refused with %i ends the watch with that answer', async (status, code) => {
  refusal = () => status
  plain = [status, { code }]
  const { reports, states } = watched()
  await expect(states.next()).rejects.toMatchObject({ name: 'MillraceError', status, code })
  expect(reports).toEqual([])
})

test('answers that may change are reported and tried again', async () => {
  creations = [
    [503, { code: 'starting' }],
    [429, { code: 'throttled' }, { 'retry-after': '0' }],
  ]
  refusal = handshake => (handshake === 1 ? 503 : undefined)
  const { reports, states } = watched()
  expect((await states.next()).value).toEqual({ status: 'SUCCESS' })
  expect(reports).toEqual([
    [expect.objectContaining({ status: 503, code: 'starting' }), 500],
    [expect.objectContaining({ status: 429 }), 500],
    [expect.objectContaining({ message: expect.stringContaining(`${url} opens no websocket`) }), 2_000],
  ])
  await states.return()
})

test('an answer that is cut off is reported, and the query is created again', async () => {
  creations = [[0, undefined]]
  const { reports, states } = watched()
  expect((await states.next()).value).toEqual({ status: 'SUCCESS' })
  expect(reports).toEqual([[expect.objectContaining({ message: `${url} ended its answer too soon` }), 500]])
  await states.return()
})

test('a lost connection is reported', async () => {
  const { reports, states } = watched()
  await states.next()
  for (const client of sockets.clients) client.terminate()
  expect((await states.next()).value).toEqual({ status: 'SUCCESS' })
  expect(reports).toEqual([
    [expect.objectContaining({ message: `The connection to ${url} ended` }), expect.any(Number)],
  ])
  await states.return()
})

test('a query that the service has lost is created again', async () => {
  frames = ['["error", {"code": "not_found", "detail": "Not found."}]']
  const { reports, states } = watched()
  expect((await states.next()).value).toEqual({ status: 'SUCCESS' })
  expect(reports).toEqual([[expect.objectContaining({ code: 'not_found', message: 'Not found.' }), 500]])
  await states.return()
})

test.each(['notaurl', 'ftp://127.0.0.1'])('the address %s ends the watch with an error', async address => {
  const states = new Millrace({ url: address, token: 'user-1' }).watch('Search', {})
  await expect(states.next()).rejects.toThrow(TypeError)
})
