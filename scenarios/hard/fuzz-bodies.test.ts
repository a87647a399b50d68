import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bombs } from '../../src/ingest/testing/bombs.ts'
import { type FuzzBody, seededBodies } from '../../src/ingest/testing/fuzz-bodies.ts'
import { Client } from '../testing/client.ts'
import { isIdleMachine } from '../testing/idle-machine.ts'
import { LineSender } from '../testing/line-sender.ts'
import { Millrace } from '../testing/millrace.ts'
import { settledLedger } from '../testing/service-ledger.ts'
import { until } from '../testing/until.ts'

/** FUZZ_BODIES=1000000 for a quarter of an hour, with all bombs; otherwise each receiver gets one bomb. */
const isLong = process.env.FUZZ_BODIES !== undefined
const count = Number(process.env.FUZZ_BODIES ?? 800)
/** Memory of the first bodies stays; from there on it must not grow with their number. */
const warming = Math.floor(count / 3)
const atOnce = 128
/** KiB. */
const mebibyte = 1024
const requestMillis = 60_000
/** Pause between two bodies of the other kind, so that the bombs are what is measured. */
const othersPauseMillis = 25
/** Maximum bytes of an inflated body in the product's settings. */
const largestBody = 64 * 1024 * 1024
/** Bytes of a datagram that fits through the loopback. */
const largestDatagram = 60_000
/** Mutated bodies per connection. */
const perConnection = 50

/** Listeners, each with its setting. */
const streams = [
  ['syslog_tcp', 'SYSLOG_TCP'],
  ['syslog_rfc5424', 'SYSLOG_RFC5424'],
  ['json_tcp', 'JSON_TCP'],
  ['raw_tcp', 'RAW_TCP'],
  ['gelf_tcp', 'GELF_TCP'],
] as const
const datagrams = [
  ['syslog_udp', 'SYSLOG_UDP'],
  ['raw_udp', 'RAW_UDP'],
  ['gelf_udp', 'GELF_UDP'],
] as const

let millrace: Millrace
let client: Client
beforeAll(async () => {
  millrace = await Millrace.start(
    Object.fromEntries(
      [...streams, ...datagrams].map(([, setting]) => [`MILLRACE_${setting}`, '127.0.0.1:0']),
    ),
  )
  client = new Client(millrace)
})
afterAll(() => millrace.remove())

test(`${count} spoilt bodies to all receivers, and to all listeners: each is answered, and the service is as before`, {
  timeout: 3_600_000,
}, async () => {
  const answers = await sendAll(0, warming)
  const before = memory()
  for (const [status, times] of await sendAll(warming, count)) {
    answers.set(status, (answers.get(status) ?? 0) + times)
  }
  const possible = new Set([200, 201, 202, 204, 400, 413, 415, 422, 503])
  expect([...answers.keys()].filter(status => !possible.has(status))).toEqual([])
  expect(answers.get(200)).toBeGreaterThan(count / 50)
  expect(answers.get(400)).toBeGreaterThan(count / 50)
  // The memory of a single body: `src/ingest/http/bombs.test.ts`, with a heap that has no room for more.
  if (isIdleMachine) expect(memory() - before).toBeLessThan(300 * mebibyte)
  expect(millrace.output).not.toMatch(/request failed|has died/)
  expect(await client.send([{ message: 'stillhere after all' }])).toBe(200)
  await until('the event after all', async () => (await client.count('stillhere')).events === 1)
  const { sources, totals } = await settledLedger(client)
  // Everything accepted was also accepted by the store.
  expect(totals.refused_by.store ?? 0).toBe(0)
  expect(millrace.output).not.toMatch(/set aside/)
  const heard = sources.filter(({ received }) => received > 0).map(({ source }) => source)
  expect(heard).toEqual(
    [
      'elasticsearch',
      'gelf',
      ...[...streams, ...datagrams].map(([name]) => name),
      'incoming',
      'loki',
      'otlp',
      'splunk',
      'webhook',
    ].sort(),
  )
  console.log(JSON.stringify(totals), Object.fromEntries(answers))
})

test('bombs to all receivers: each is refused, and others are answered meanwhile', {
  timeout: 600_000,
}, async () => {
  const before = memory()
  const slowest = { bomb: 0, name: '', other: 0 }
  let goesOn = true
  const others = (async () => {
    while (goesOn) {
      const since = performance.now()
      expect(await client.send([{ message: 'others meanwhile' }])).toBe(200)
      slowest.other = Math.max(slowest.other, performance.now() - since)
      await setTimeout(othersPauseMillis)
    }
  })()
  const wrong: string[] = []
  const bombed = new Set<string>()
  for (const { name, answers, ...body } of bombs(largestBody, true)) {
    const [receiver = ''] = name.split(':')
    if (!isLong && bombed.has(receiver)) continue
    bombed.add(receiver)
    const since = performance.now()
    const status = await send(body)
    const took = performance.now() - since
    if (took > slowest.bomb) Object.assign(slowest, { bomb: took, name })
    if (!answers.includes(status)) wrong.push(`${name}: ${status}`)
  }
  goesOn = false
  await others
  expect(wrong).toEqual([])
  const peak = memory('VmHWM')
  console.log(JSON.stringify({ before, peak, after: memory(), slowest }))
  if (isIdleMachine) expect(peak - before).toBeLessThan(1_000 * mebibyte)
  await settledLedger(client)
})

/** Sends the bodies from number `from` to `to`, some at once; returns the count of each status. */
async function sendAll(from: number, to: number): Promise<Map<number, number>> {
  const answers = new Map<number, number>()
  let next = from
  const sender = async () => {
    while (next < to) {
      const [body] = seededBodies(next++, 1)
      if (body === undefined) return
      const status = await send(body)
      answers.set(status, (answers.get(status) ?? 0) + 1)
      await throwAtListeners(body.bytes, next)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
  return answers
}

const connections = new Map<string, Promise<LineSender>>()
const socket = createSocket('udp4')
afterAll(() => socket.close())

/** Sends the same bytes as a datagram or a piece of a stream, to one listener after the other. */
async function throwAtListeners(bytes: Uint8Array, number: number): Promise<void> {
  const [datagram] = datagrams[number % datagrams.length] ?? datagrams[0]
  const { host, port } = millrace.address(datagram)
  await new Promise(resolve => socket.send(bytes.subarray(0, largestDatagram), port, host, resolve))
  const [stream] = streams[number % streams.length] ?? streams[0]
  const connecting = connections.get(stream) ?? LineSender.connect(millrace.address(stream))
  connections.set(stream, connecting)
  const connection = await connecting
  // A listener may close the connection on bytes that it cannot read.
  const isOpen = (await connection.send(bytes)) && (await connection.send('\n'))
  if (isOpen && number % perConnection > 0) return
  if (connections.get(stream) === connecting) connections.delete(stream)
  await connection.end()
}

const addresses: Record<FuzzBody['receiver'], string> = {
  incoming: '/incoming',
  elasticsearch: '/elasticsearch',
  loki: '/loki/api/v1/push',
  otlp: '/v1/logs',
  splunk: '/services/collector',
  gelf: '/gelf',
}

const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
afterAll(() => agent.destroy())

/** Returns the status. Without fetch(), which uses as much of the processor as the service does. */
async function send({ receiver, path, contentType, contentEncoding, bytes }: FuzzBody): Promise<number> {
  const address = path === 'webhook' ? '/api/events' : addresses[receiver] + path
  const headers = {
    ...client.headers,
    'content-type': contentType,
    'content-length': bytes.length,
    ...(contentEncoding === '' ? {} : { 'content-encoding': contentEncoding }),
  }
  return await new Promise((resolve, reject) => {
    const asked = request(millrace.url + address, { method: 'POST', headers, agent, timeout: requestMillis })
    asked.once('response', answer => {
      answer.once('error', reject)
      answer.once('end', () => resolve(answer.statusCode ?? 0))
      answer.resume()
    })
    asked.once('timeout', () => asked.destroy(new Error(`no answer from ${address}`)))
    asked.once('error', reject)
    asked.end(bytes)
  })
}

/** Resident memory of the server in KiB: now, or the peak since its start. */
function memory(of: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${millrace.pid}/status`, 'utf8')
  const line = status.split('\n').find(one => one.startsWith(`${of}:`)) ?? ''
  return Number.parseInt(line.slice(of.length + 1), 10)
}
