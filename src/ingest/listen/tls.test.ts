import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/until.ts'
import { fingerprintOf, makeCertificate, type TestCertificate } from '../testing/certificate.ts'
import { Certificates } from './certificates.ts'
import type { ListenerSettings, TlsSettings } from './settings.ts'
import { TestListeners } from './testing/test-listeners.ts'

const authority = makeCertificate('Test authority')
const stranger = makeCertificate('Another authority')
const server = makeCertificate('server', authority)

let opened: TestListeners
beforeEach(() => {
  opened = new TestListeners()
})
afterEach(() => opened.close())

const received = (events: number) => eventually(async () => (await opened.counters()).received).toBe(events)
const turnedAway = (connections: number) =>
  eventually(async () => (await opened.counters()).turnedAway.tls).toBe(connections)

function file(name: string, text: string): string {
  const full = path.join(opened.folder, name)
  writeFileSync(full, text)
  return full
}

function put(certificate: TestCertificate): TlsSettings {
  return {
    cert: file('cert.pem', certificate.cert),
    key: file('key.pem', certificate.key),
    ca: file('ca.pem', authority.cert),
    clientCertificates: 'none',
  }
}

async function open(changes: Partial<TlsSettings> = {}, more: Partial<ListenerSettings> = {}): Promise<void> {
  await opened.listen([{ kind: 'syslog-tls', tls: { ...put(server), ...changes }, ...more }])
}

/** A connection that has sent the pieces; undefined when it was refused. */
async function client(options: ConnectionOptions, ...pieces: string[]): Promise<TLSSocket | undefined> {
  const { host, port } = opened.at()
  const socket = connect({ host, port, ca: authority.cert, ...options })
  socket.on('error', () => {})
  const isOpen = await new Promise(resolve => {
    socket.once('secureConnect', () => resolve(true))
    socket.once('close', () => resolve(false))
  })
  if (!isOpen) return undefined
  for (const piece of pieces) socket.write(piece)
  return socket
}

it('takes both framings, and reports the sender’s address', async () => {
  await open()
  const socket = await client({}, '14 <13>app: first<13>app: second\n', '<13>app: th', 'ird')
  expect(socket?.authorized).toBe(true)
  socket?.end()
  await received(3)
  const rows = await opened.rows()
  expect(rows.map(({ message, host }) => [message, host])).toEqual([
    ['first', '127.0.0.1'],
    ['second', '127.0.0.1'],
    ['third', '127.0.0.1'],
  ])
  await eventually(async () => (await opened.counters()).connections).toBe(0)
})

it('gives new certificates to new connections, and keeps open connections open', async () => {
  await open()
  const before = await client({}, '<13>app: before\n')
  await received(1)
  const renewed = makeCertificate('renewed', authority)
  put(renewed)
  await opened.ingest.reloadCertificates()
  before?.write('<13>app: still\n')
  const after = await client({}, '<13>app: after\n')
  expect(before?.getPeerCertificate().fingerprint256).toBe(fingerprintOf(server))
  expect(after?.getPeerCertificate().fingerprint256).toBe(fingerprintOf(renewed))
  await received(3)
  expect(await opened.messages()).toEqual(['after', 'before', 'still'])
  before?.destroy()
  after?.destroy()
})

it('keeps the certificate while the files are no pair, and says so', async () => {
  await open()
  file('cert.pem', makeCertificate('half', authority).cert)
  await opened.ingest.reloadCertificates()
  const socket = await client({})
  expect(socket?.getPeerCertificate().fingerprint256).toBe(fingerprintOf(server))
  expect(opened.warnings).toEqual([
    expect.stringMatching(
      /^it: The certificate \S+cert\.pem and the key \S+key\.pem cannot be used: .*; the certificate that was read before stays in use$/,
    ),
  ])
  socket?.destroy()
})

it.each([
  [
    'not there',
    () => ({ cert: '/nowhere/cert.pem' }),
    /^The listener it cannot listen: The file \/nowhere\/cert\.pem is not there$/,
  ],
  [
    'no certificate',
    () => ({ cert: file('empty.pem', 'nothing') }),
    /empty\.pem has no certificate in PEM form$/,
  ],
  [
    'no roots, though it should have some',
    () => ({ ca: file('roots.pem', '') }),
    /roots\.pem has no certificate in PEM form$/,
  ],
  [
    'a folder',
    () => ({ cert: opened.folder }),
    /^The listener it cannot listen: The file \S+ cannot be read \(EISDIR\)$/,
  ],
  ['another key', () => ({ key: file('other.pem', stranger.key) }), /cannot be used: key values mismatch$/],
] as const)('does not start with a file that is %s', async (_, changes, fault) => {
  await expect(open(changes())).rejects.toThrow(fault)
})

it('warns of a certificate that ends soon', async () => {
  const short = makeCertificate('short', authority, 3)
  await opened.listen([{ kind: 'syslog-tls', tls: put(short) }])
  expect(opened.warnings).toEqual([expect.stringMatching(/cert\.pem ends within 2 days$/)])
})

it('warns once a day of a certificate that comes to its end while it is in use', async () => {
  const dayMs = 86_400_000
  const warnings: string[] = []
  let now = Date.now()
  const settings = put(makeCertificate('short', authority, 20))
  const certificates = await Certificates.open(
    settings,
    line => warnings.push(line),
    () => now,
  )
  const said = async (afterMs: number) => {
    now += afterMs
    expect(await certificates.refresh()).toBe(false)
    return warnings.splice(0).map(line => line.replace(settings.cert, 'it'))
  }
  expect(await said(0)).toEqual([])
  expect(await said(5 * dayMs)).toEqual(['The certificate it ends within 14 days'])
  expect(await said(dayMs - 1)).toEqual([])
  expect(await said(1)).toEqual(['The certificate it ends within 13 days'])
  expect(await said(20 * dayMs)).toEqual(['The certificate it has ended; most clients will not accept it'])
})

describe('certificates of senders', () => {
  const shown = {
    good: makeCertificate('sender', authority),
    bad: makeCertificate('sender', stranger),
    expired: makeCertificate('sender', authority, 0.5),
    no: undefined,
  }
  it.each([
    ['required', 'good', true],
    ['required', 'no', false],
    ['required', 'bad', false],
    ['required', 'expired', false],
    ['optional', 'good', true],
    ['optional', 'no', true],
    ['optional', 'bad', false],
    ['none', 'bad', true],
  ] as const)('are %s, a %s one is shown: taken %s', async (clientCertificates, which, isTaken) => {
    const certificate = shown[which]
    await open({ clientCertificates })
    const pair = certificate && { cert: certificate.cert, key: certificate.key }
    // With TLS 1.3 a client learns of a refusal after its handshake.
    const socket = await client({ ...pair }, '<13>app: hello\n')
    if (isTaken) await received(1)
    else await turnedAway(1)
    expect(await opened.messages()).toEqual(isTaken ? ['hello'] : [])
    socket?.destroy()
  })
})

it('continues with the roots that it has while their file is empty, and does not believe public roots', async () => {
  await open({ clientCertificates: 'required' })
  file('ca.pem', '')
  await opened.ingest.reloadCertificates()
  expect(opened.warnings).toEqual([
    expect.stringMatching(/ca\.pem has no certificate in PEM form; the certificate that/),
  ])
  const { cert, key } = makeCertificate('sender', authority)
  const socket = await client({ cert, key }, '<13>app: hello\n')
  await received(1)
  socket?.destroy()
})

it('turns away what is no TLS, and what the list of senders does not have', async () => {
  await open()
  await opened.send('<13>app: in plain text\n')
  await turnedAway(1)
  expect(await opened.messages()).toEqual([])
  await opened.close()
  opened = new TestListeners()
  await open({}, { allow: ['10.0.0.0/8'] })
  expect(await client({}, '<13>app: no\n')).toBeUndefined()
  expect((await opened.counters()).turnedAway).toEqual({ not_allowed: 1 })
})

it('reads the header of a proxy before the handshake', async () => {
  await open({}, { trustedProxies: ['127.0.0.1'], allow: ['203.0.113.0/24'] })
  const plain = await opened.connect('PROXY TCP4 203.0.113.7 192.0.2.1 40000 6514\r\n')
  const socket = connect({ socket: plain, ca: authority.cert, host: 'localhost' })
  socket.on('error', () => {})
  socket.write('<13>app: through\n')
  await received(1)
  expect((await opened.rows())[0]).toMatchObject({ host: '203.0.113.7', message: 'through' })
  socket.destroy()
})
