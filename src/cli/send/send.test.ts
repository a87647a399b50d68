import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { expect, test } from 'vitest'
import { StreamFramer } from '../../ingest/framing/stream-framer.ts'
import { isComplete } from './command.ts'
import { bodyFormats, type EventFormat, socketFormats } from './formats.ts'
import { generateEvents } from './prepare.ts'
import { type SendPlan, send } from './send.ts'
import { bareFrame, countedFrame, type EventSupply, type Frame, lineFrame } from './supply.ts'
import { readTemplates } from './template.ts'

const templates = await readTemplates('mixed')
const never = new AbortController().signal
const count = 4_321

function plan(given: Pick<SendPlan, 'target'> & Partial<SendPlan>): SendPlan {
  return {
    tls: {},
    connections: 3,
    rate: 0,
    count,
    seconds: Infinity,
    timeoutMs: 10_000,
    ...given,
  }
}

function generated(format: EventFormat, frame: Frame, connections = 3): EventSupply {
  return generateEvents({ templates, format, frame, seed: 1, first: 1, variety: 2_000, connections })
}

/** The numbers in messages of `mixed`, in order. */
function numbersOf(texts: readonly string[]): number[] {
  return texts.map(text => Number(/\b0\d{9}\b/.exec(text)?.[0])).sort((a, b) => a - b)
}

const wanted = Array.from({ length: count }, (_, i) => i + 1)

test.each([
  ['lines', lineFrame],
  ['octet counts', countedFrame],
])('over TCP in %s every event arrives once', async (_, frame) => {
  const texts: string[] = []
  const server = createTcpServer(socket => {
    const framer = new StreamFramer({
      maxFrameBytes: 65_536,
      onFrame: (bytes, from, to) => texts.push(bytes.toString('utf8', from, to)),
    })
    socket.on('data', chunk => framer.feed(chunk))
    socket.on('end', () => framer.end())
  })
  const { port } = await listening(server)
  const supply = generated(socketFormats.rfc5424, frame)
  const outcome = await send(supply, plan({ target: { kind: 'tcp', host: '127.0.0.1', port } }), never)
  server.close()
  await once(server, 'close')
  expect(isComplete(outcome)).toBe(true)
  expect(outcome.counters.sent).toBe(count)
  expect(numbersOf(texts)).toEqual(wanted)
  expect(texts.filter(text => !/^<\d+>1 \S+Z host-\d+\.example\.org \w+ - - - \S/.test(text))).toEqual([])
})

test('over TCP to a receiver that hangs up: an error, and what was on its way is unsure', async () => {
  const server = createTcpServer(socket => socket.once('data', () => socket.resetAndDestroy()))
  const { port } = await listening(server)
  const target = { kind: 'tcp', host: '127.0.0.1', port } as const
  const outcome = await send(generated(socketFormats.bsd, lineFrame), plan({ target, count: 1e9 }), never)
  server.close()
  expect(outcome.error?.message).toMatch(/ECONNRESET|EPIPE|closed|ended/)
  expect(isComplete(outcome)).toBe(false)
})

test('to no target: an error', async () => {
  const server = createTcpServer()
  const { port } = await listening(server)
  server.close()
  await once(server, 'close')
  const target = { kind: 'tcp', host: '127.0.0.1', port } as const
  const { error, counters } = await send(generated(socketFormats.bsd, lineFrame), plan({ target }), never)
  expect(error?.message).toContain('ECONNREFUSED')
  expect(counters.sent).toBe(0)
})

test('over UDP a datagram an event', async () => {
  // Room for everything: a busy machine reads late.
  const socket = createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 * 1024 })
  const texts: string[] = []
  const all = new Promise<void>(resolve => {
    socket.on('message', message => {
      texts.push(message.toString())
      if (texts.length === 500) resolve()
    })
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const target = { kind: 'udp', host: '127.0.0.1', port: socket.address().port } as const
  const supply = generated(socketFormats.gelf, bareFrame(), 1)
  const outcome = await send(supply, plan({ target, count: 500, connections: 1, rate: 2_000 }), never)
  await all
  socket.close()
  expect(outcome.counters).toMatchObject({ sent: 500, refused: 0 })
  expect(numbersOf(texts)).toEqual(wanted.slice(0, 500))
  expect(JSON.parse(texts[0] ?? '')).toMatchObject({ version: '1.1', _program: expect.any(String) })
})

test('over HTTP: put off, cut off and sent again under the same key; acknowledged once', async () => {
  const taken = new Map<string, string[]>()
  const server = await service((request, answer, body) => {
    const key = String(request.headers['idempotency-key'])
    expect(request.headers.authorization).toBe('Bearer key')
    const times = taken.get(key) ?? []
    taken.set(key, [...times, body])
    if (times.length === 0 && taken.size === 2) answer.writeHead(503, { 'retry-after': '0.01' }).end('full')
    else if (times.length === 0 && taken.size === 3) request.socket.destroy()
    else answer.writeHead(200).end('{"status": "ok"}')
  })
  const format = bodyFormats.incoming
  const supply = generated(format, bareFrame(format.separator), 1)
  const body = { format, token: 'key', batch: 1_000, keys: true }
  const target = { kind: 'http', url: server.url } as const
  const outcome = await send(supply, plan({ target, body, connections: 1 }), never)
  server.close()
  expect(outcome.error).toBeUndefined()
  expect(outcome.counters).toMatchObject({
    sent: count,
    acknowledged: count,
    refused: 0,
    unsure: 0,
    retries: 2,
  })
  const bodies = [...taken.values()]
  expect(bodies.map(times => times.length)).toEqual([1, 2, 2, 1, 1])
  const events = bodies.flatMap(
    ([first = '']) => (JSON.parse(first) as { events: { message: string }[] }).events,
  )
  expect(numbersOf(events.map(({ message }) => message))).toEqual(wanted)
  for (const [first, second] of bodies) if (second !== undefined) expect(second).toBe(first)
})

test('over HTTP: refusals are counted, in the words of the service; documents of a bulk one by one', async () => {
  const server = await service((_, answer, body) => {
    const documents = body.trim().split('\n').length / 2
    const items = Array.from({ length: documents }, (__, i) => ({ create: { status: i < 7 ? 400 : 201 } }))
    if (documents === 1_000) answer.writeHead(200).end(JSON.stringify({ errors: true, items }))
    else answer.writeHead(422).end('no such thing')
  })
  const format = bodyFormats.elasticsearch
  const supply = generated(format, bareFrame(format.separator), 1)
  const target = { kind: 'http', url: server.url } as const
  const body = { format, token: undefined, batch: 1_000, keys: false }
  const outcome = await send(supply, plan({ target, body, connections: 1, count: 2_300 }), never)
  server.close()
  expect(outcome.counters).toMatchObject({ sent: 2_300, acknowledged: 1_986, refused: 314, unsure: 0 })
  expect(outcome.counters.refusal).toContain('"errors":true')
  expect(isComplete(outcome)).toBe(false)
})

test('over HTTP: without leave it ends at once', async () => {
  const server = await service((_, answer) => answer.writeHead(401).end('who are you?'))
  const format = bodyFormats.raw
  const target = { kind: 'http', url: new URL('/under/', server.url) } as const
  const body = { format, token: undefined, batch: 1_000, keys: false }
  const outcome = await send(generated(format, bareFrame(), 1), plan({ target, body, connections: 1 }), never)
  server.close()
  expect(outcome.error?.message).toBe('/under/incoming/raw was answered 401')
  expect(outcome.counters).toMatchObject({
    sent: 1,
    acknowledged: 0,
    refused: 1,
    refusal: '401: who are you?',
  })
})

async function service(
  answer: (request: IncomingMessage, answer: ServerResponse, body: string) => void,
): Promise<{ url: URL; close(): void }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => answer(request, response, Buffer.concat(chunks).toString()))
  })
  const { port } = await listening(server)
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: new URL(`http://127.0.0.1:${port}`), close }
}

async function listening(server: Server): Promise<AddressInfo> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server listening on a port has such an address.
  return server.address() as AddressInfo
}
