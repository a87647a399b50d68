import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from '../testing/certificate.ts'
import { Client } from '../testing/client.ts'
import { isIdleMachine } from '../testing/idle-machine.ts'
import { Millrace } from '../testing/millrace.ts'
import { startSend } from '../testing/millrace-send.ts'
import { until } from '../testing/until.ts'

const count = 2_000

let folder: string
let ca: string
let millrace: Millrace
let client: Client
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'millrace-send-'))
  const { cert, key } = await makeCertificate(folder)
  ca = cert
  millrace = await Millrace.start({
    MILLRACE_SYSLOG_TLS: '127.0.0.1:0',
    MILLRACE_SYSLOG_TLS_CERT: cert,
    MILLRACE_SYSLOG_TLS_KEY: key,
    MILLRACE_JSON_TCP: '127.0.0.1:0',
  })
  client = new Client(millrace)
})
afterAll(async () => {
  await millrace.remove()
  rmSync(folder, { recursive: true })
})

/** Generated events in every format that the product accepts, each with its own word. */
const ways: { word: string; listener?: string; scheme?: string; args: string[] }[] = [
  { word: 'sentlines', listener: 'syslog_tcp', scheme: 'tcp', args: ['--connections', '3'] },
  {
    word: 'sentcounted',
    listener: 'syslog_rfc5424',
    scheme: 'tcp',
    args: ['--as', 'bsd', '--framing', 'octets'],
  },
  { word: 'sentudp', listener: 'syslog_udp', scheme: 'udp', args: ['--rate', '4000'] },
  { word: 'senttls', listener: 'syslog_tls', scheme: 'tls', args: [] },
  { word: 'sentjson', listener: 'json_tcp', scheme: 'tcp', args: ['--as', 'json'] },
  { word: 'sentincoming', args: ['--batch', '300', '--connections', '2'] },
  { word: 'sentgelf', args: ['--as', 'gelf'] },
  { word: 'sentbulk', args: ['--as', 'elasticsearch'] },
]

test.each(ways)('$word $args: every event once', async ({ word, listener, scheme, args }) => {
  const file = path.join(folder, `${word}.yaml`)
  const event = {
    host: 'made-{1..9}',
    program: 'made',
    priority: 'local3.err',
    message: `${word} {number} {hex 8}`,
  }
  writeFileSync(file, JSON.stringify({ events: [event] }))
  const at = listener === undefined ? undefined : millrace.address(listener)
  const to = at === undefined ? millrace.url : `${scheme}://${at.host}:${at.port}`
  const sending = startSend(millrace, [
    ...['--to', to, '--template', file, '--count', String(count), '--ca', ca, ...args],
  ])
  const http = at === undefined
  expect(await sending.ended).toMatchObject({
    code: 0,
    report: { sent: count, acknowledged: http ? count : null, refused: 0, unsure: 0, error: null },
  })
  await until(`${count} events of ${word}`, async () => (await client.count(word)).events >= count)
  const events = await client.events(word)
  const numbers = events.map(({ message }) => Number(message.split(' ')[1])).sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: count }, (_, i) => i + 1))
  const [first] = events
  expect(first).toMatchObject({ counter: 1, severity_name: 'ERROR', program: 'made' })
  expect(first?.host).toMatch(/^made-\d$/)
})

test('a recording over HTTP, the service killed in the middle: every line once', async () => {
  const file = path.join(folder, 'recorded.log')
  const now = Date.now()
  const messages = Array.from({ length: 3 * count }, (_, i) => `sentagain line ${i}`)
  const lines = messages.map(
    (message, i) => `<14>1 ${new Date(now - 60_000 + i).toISOString()} rec-1 app - - - ${message}`,
  )
  writeFileSync(file, lines.join('\n'))
  const sending = startSend(millrace, [
    ...['--to', millrace.url, '--rate', '2000', '--batch', '100', '--connections', '4', file],
  ])
  await until('some of it', async () => (await client.count('sentagain')).events > count / 2)
  await millrace.kill9()
  await millrace.restart()
  const { code, report } = await sending.ended
  expect(report).toMatchObject({
    sent: messages.length,
    acknowledged: messages.length,
    refused: 0,
    unsure: 0,
  })
  expect(code).toBe(0)
  await until('all of it', async () => (await client.count('sentagain')).events >= messages.length)
  const events = await client.events('sentagain')
  expect(events.map(({ message }) => message).sort()).toEqual(messages.sort())
  expect(events.filter(({ counter }) => counter !== 1)).toEqual([])
})

/** Less than a third of the data. */
const heapLimit = '--max-old-space-size=64'

test('no matter how much it sends, its memory stays the same', async () => {
  const file = path.join(folder, 'large.log')
  writeFileSync(file, `<14>1 2001-02-03T04:05:06Z big-1 app - - - ${'x'.repeat(400)}\n`.repeat(50_000))
  const sink = createServer(socket => socket.resume()).listen(0, '127.0.0.1')
  await once(sink, 'listening')
  // A server that listens on a port has such an address.
  const { port } = sink.address() as AddressInfo
  const most = async (lines: number) => {
    const args = ['--to', `tcp://127.0.0.1:${port}`, '--loop', '--count', String(lines), file]
    const { code, mostBytes, report } = await startSend(millrace, args, [heapLimit]).ended
    expect([code, report]).toMatchObject([0, { sent: lines }])
    return mostBytes
  }
  // 222 MB, or 333 MB.
  const whole = await most(isIdleMachine ? 750_000 : 500_000)
  // The timing of garbage collection makes up to 190 MB of difference.
  if (isIdleMachine) expect(whole - (await most(150_000))).toBeLessThan(250e6)
  sink.close()
})
