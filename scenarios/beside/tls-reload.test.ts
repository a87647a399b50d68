import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingerprintOf, makeCertificate, type TestCertificate } from '../../src/ingest/testing/certificate.ts'
import { Client } from '../testing/client.ts'
import { Millrace } from '../testing/millrace.ts'
import { run } from '../testing/programs.ts'
import { Rsyslog } from '../testing/rsyslog.ts'
import { until } from '../testing/until.ts'

const lines = 5_000
const folder = mkdtempSync(path.join(tmpdir(), 'millrace-tls-'))
const authority = makeCertificate('Authority of the test')
const [cert, key, ca] = ['cert.pem', 'key.pem', 'ca.pem'].map(name => path.join(folder, name)) as [
  // As many as there are names.
  string,
  string,
  string,
]

let millrace: Millrace
let client: Client
beforeAll(async () => {
  writeFileSync(ca, authority.cert)
  put(makeCertificate('localhost', authority))
  millrace = await Millrace.start({
    MILLRACE_SYSLOG_TLS: '127.0.0.1:0',
    MILLRACE_SYSLOG_TLS_CERT: cert,
    MILLRACE_SYSLOG_TLS_KEY: key,
  })
  client = new Client(millrace)
})
afterAll(async () => {
  await millrace.remove()
  rmSync(folder, { recursive: true })
})

function put(certificate: TestCertificate): void {
  writeFileSync(cert, certificate.cert)
  writeFileSync(key, certificate.key)
}

/** The certificate presented to a new connection. */
async function shown(): Promise<string> {
  const { host, port } = millrace.address('syslog_tls')
  const socket = connect({ host, port, ca: authority.cert })
  await once(socket, 'secureConnect')
  const { fingerprint256 } = socket.getPeerCertificate()
  socket.destroy()
  return fingerprint256
}

const forward = () => `
  global(defaultNetstreamDriverCAFile="${ca}")
  action(type="omfwd" target="127.0.0.1" port="${millrace.address('syslog_tls').port}" protocol="tcp"
         TCP_Framing="octet-counted" template="RSYSLOG_SyslogProtocol23Format"
         StreamDriver="gtls" StreamDriverMode="1" StreamDriverAuthMode="x509/name"
         StreamDriverPermittedPeers="localhost" action.resumeRetryCount="-1" action.resumeInterval="1")`

const messagesOf = (word: string) => Array.from({ length: lines }, (_, i) => `${word} line ${i} over TLS`)

async function log(rsyslog: Rsyslog, word: string): Promise<void> {
  await run('logger', ['--socket', rsyslog.socket, '--tag', 'relayed'], messagesOf(word).join('\n'))
}

async function expectAll(word: string): Promise<void> {
  await until(`all lines of ${word}`, async () => (await client.count(word)).events >= lines)
  const events = await client.events(word)
  expect(events.map(({ message, counter }) => [message, counter]).sort()).toEqual(
    messagesOf(word)
      .map(message => [message, 1])
      .sort(),
  )
}

test('a certificate is renewed while rsyslog sends: its connection continues, new connections have it, nothing is lost', async () => {
  const renewed = makeCertificate('localhost', authority)
  const first = await Rsyslog.start(forward())
  let second: Rsyslog | undefined
  try {
    const early = log(first, 'early')
    await until('its first lines', async () => (await client.count('early')).events > 0)
    put(renewed)
    process.kill(millrace.pid, 'SIGHUP')
    await until('the new certificate', async () => (await shown()) === fingerprintOf(renewed))
    await early
    second = await Rsyslog.start(forward())
    await Promise.all([log(first, 'late'), log(second, 'newcomer')])
    for (const word of ['early', 'late', 'newcomer']) await expectAll(word)
  } finally {
    await first.stop()
    await second?.stop()
  }
})

test('openssl s_client sends a line', async () => {
  const { port } = millrace.address('syslog_tls')
  const to = ['-connect', `127.0.0.1:${port}`, '-CAfile', ca, '-verify_return_error']
  await run('openssl', ['s_client', '-quiet', '-no_ign_eof', ...to], '<13>by-hand: onlyonce by openssl\n')
  await until('the line', async () => (await client.count('onlyonce')).events === 1)
})
