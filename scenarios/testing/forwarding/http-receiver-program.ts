/**
 * An HTTP receiver of a kind of http-receiver-kinds.ts: a process of its own, which can be killed. `hec` has
 * acknowledgements. Arguments: kind, port, file, file of the certificate and of the key (optional). Whatever
 * it acknowledges is synced to the file: `{"id":...,"message":...}` a line. Messages of the parent set how it
 * answers (`HttpAnswers`).
 */
import { fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { HttpAnswers } from './http-receiver.ts'
import { type HttpEvent, type HttpReceiverKindName, httpReceiverKinds } from './http-receiver-kinds.ts'

const [name = '', port = '0', path = '', cert, key] = process.argv.slice(2)
const kind = httpReceiverKinds[name as HttpReceiverKindName] // the parent gives only these
/** Splunk acknowledges when the events are on disk, some time after its answer. */
const storeMs = 100
const slowMs = 1_000

let answers: HttpAnswers = 'take'
// The parent sends these only.
process.on('message', message => (answers = message as HttpAnswers))

const file = openSync(path, 'a')
/** Stored requests, by channel. */
const stored = new Map<string, Set<number>>()
let requests = 0

function store(events: readonly HttpEvent[]): void {
  writeSync(file, events.map(({ id, message }) => `${JSON.stringify({ id, message })}\n`).join(''))
  fdatasyncSync(file)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  return String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body)
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request)
  const channel = String(request.headers['x-splunk-request-channel'])
  if (request.url?.endsWith('/ack') === true) {
    const [id] = JSON.parse(body).acks
    response.end(JSON.stringify({ acks: { [id]: stored.get(channel)?.has(id) ?? false } }))
    return
  }
  if (answers === 'busy') return void response.writeHead(429, { 'retry-after': '2' }).end('too many requests')
  if (answers === 'unavailable') return void response.writeHead(503).end('in maintenance')
  if (answers === 'slow') await setTimeout(slowMs)
  const isLost = answers === 'lose'
  const events = kind.eventsOf(body)
  if (name === 'hec') {
    const ackId = requests++
    response.end(JSON.stringify({ text: 'Success', code: 0, ackId }))
    if (isLost) return
    await setTimeout(storeMs)
    store(events)
    stored.set(channel, (stored.get(channel) ?? new Set()).add(ackId))
    return
  }
  const taken = events.map((_, position) => answers !== 'some busy' || position % 3 !== 2)
  if (!isLost) store(events.filter((_, position) => taken[position]))
  response.end(kind.answerTo?.(taken))
}

const listener = (request: IncomingMessage, response: ServerResponse) =>
  // The sender has gone: it sends again.
  void answer(request, response).catch(() => response.destroy())
const server =
  cert === undefined || key === undefined
    ? createServer(listener)
    : createTlsServer({ cert: readFileSync(cert), key: readFileSync(key) }, listener)
server.listen(Number(port), '127.0.0.1', () => process.send?.('listening'))
