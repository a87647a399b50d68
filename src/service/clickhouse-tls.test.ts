import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { makeCertificate, type TestCertificate } from '../ingest/testing/certificate.ts'
import { temporaryFolder } from '../metadata/testing/temporary.ts'
import { Server } from '../storage/clients/server/server.ts'
import { openServerStore } from '../storage/store/server/open.ts'
import { TestServer } from '../storage/testing/clickhouse-server.ts'
import { ordinary, rowsOf, spoolFile } from '../storage/testing/spool-file.ts'

const start = 1_767_225_600
const authority = makeCertificate('authority')
const ca = Buffer.from(authority.cert)
const own = makeCertificate('localhost', authority)

const server = await TestServer.start()
afterAll(() => server.kill())

/** Puts TLS with this certificate in front of the server, which has none in the tests. Returns the port. */
async function startTls({ cert, key }: TestCertificate): Promise<number> {
  const tls = createServer({ cert, key }, client => {
    const there = connect(server.port, '127.0.0.1')
    client.pipe(there).pipe(client)
    client.on('error', () => there.destroy())
    there.on('error', () => client.destroy())
  })
  // Listens on all of 127.0.0.0/8, of which the certificate names one address.
  tls.listen(0, '0.0.0.0')
  tls.on('tlsClientError', () => {})
  await once(tls, 'listening')
  onTestFinished(() => void tls.close())
  const address = tls.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

const addressOf = (base: string, password = '') => {
  const { host, href } = new URL(base)
  return { url: href, name: host, username: 'default', password }
}

test('a store is opened, written and read over https, with an authority of our own', async () => {
  const port = await startTls(own)
  const caFile = path.join(temporaryFolder(), 'ca.pem')
  writeFileSync(caFile, ca)
  const options = { owner: 'tls', window: 60, retentionDays: 100_000, log: () => {} }
  const addresses = [addressOf(`https://localhost:${port}`)] as const
  const store = await openServerStore({ ...options, addresses, caFile })
  onTestFinished(() => store.close())
  const event = { ...ordinary, id: 1, occurrences: [start * 1_000_000], message: 'login', tags: {} }
  await store.append(spoolFile(rowsOf(event)))
  const read = { signal: new AbortController().signal, lane: 'short', timeout: 30 } as const
  expect(await store.event(1, { kind: 'const', value: true }, read)).toMatchObject({ message: 'login' })
  const missing = openServerStore({ ...options, addresses, caFile: `${caFile}.gone` })
  await expect(missing).rejects.toThrow(`the file of MILLRACE_CLICKHOUSE_CA, ${caFile}.gone, cannot be read`)
})

test.each<
  [string, { base: (port: number) => string; own?: TestCertificate; ca?: Buffer; password?: string }, string]
>([
  [
    'the certificate of an authority that is not known',
    { base: port => `https://localhost:${port}` },
    'its certificate is not of an authority that is known here; MILLRACE_CLICKHOUSE_CA names one (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
  ],
  [
    'the certificate of another authority',
    { base: port => `https://localhost:${port}`, ca: Buffer.from(makeCertificate('other').cert) },
    'its certificate is not of an authority that is known here; MILLRACE_CLICKHOUSE_CA names one (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
  ],
  [
    'a certificate for another name',
    { base: port => `https://127.0.0.2:${port}`, ca },
    'its certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)',
  ],
  [
    'a certificate that has expired',
    { base: port => `https://localhost:${port}`, ca, own: makeCertificate('localhost', authority, 0.5) },
    'its certificate has expired (CERT_HAS_EXPIRED)',
  ],
  ['http where https is', { base: port => `http://localhost:${port}` }, 'ECONNRESET'],
  [
    'https where http is',
    { base: () => `https://127.0.0.1:${server.port}`, ca },
    'it does not speak TLS there (EPROTO)',
  ],
  [
    'a wrong password',
    { base: port => `https://localhost:${port}`, ca, password: 'geheim' },
    'it refuses the user or the password',
  ],
])('%s is named, and no secret', async (_name, given, reason) => {
  const port = await startTls(given.own ?? own)
  const said: string[] = []
  const address = addressOf(given.base(port), given.password)
  const common = { isReplicated: false, owner: 'tls', log: (message: string) => said.push(message) }
  const stranger = new Server({ ...common, address, ...(given.ca && { ca: given.ca }) }, 1)
  onTestFinished(() => stranger.close())
  await stranger.health.check()
  expect(stranger.health.fault().detail).toBe(
    `The ClickHouse server ${address.name} cannot be used: ${reason}.`,
  )
  expect(said.join()).toContain(address.name)
  expect(said.join()).not.toContain('geheim')
})
