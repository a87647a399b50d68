import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { Certificates } from '../../../ingest/listen/certificates.ts'
import { makeCertificate, type TestCertificate } from '../../../ingest/testing/certificate.ts'
import { portOf, type TestServer, testServer } from '../../testing/test-server.ts'
import { reloadCertificates } from './https.ts'

const authority = makeCertificate('Test authority')
const certificate = makeCertificate('server', authority)

let folder: string
let certificates: Certificates
let server: TestServer | undefined
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'millrace-https-'))
  certificates = await Certificates.open({ ...put(certificate), clientCertificates: 'none' }, () => {})
})
afterEach(async () => {
  await server?.app.close()
  server = undefined
  rmSync(folder, { recursive: true })
})

function put({ cert, key }: TestCertificate) {
  const files = { cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') }
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
  return files
}

async function listen(deps: { publicUrl?: string; hstsDays?: number } = {}): Promise<TestServer> {
  server = await testServer({ certificates, ...deps })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  return server
}

interface Answer {
  message: IncomingMessage
  fingerprint: string
}

/** Sends a request over its own connection. */
function ask({ app }: TestServer, to: string, body?: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port: portOf(app), path: to, ca: authority.cert, agent: false },
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json' },
      },
      message => {
        message.resume()
        // The socket of an HTTPS request.
        const { fingerprint256 } = (message.socket as TLSSocket).getPeerCertificate()
        message.once('end', () => resolve({ message, fingerprint: fingerprint256 }))
      },
    )
    sent.once('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

it('serves the interface over https, with cookies for https alone', async () => {
  const opened = await listen()
  const { message } = await ask(opened, '/api/login', { username: 'admin', password: 'secret' })
  expect(message.statusCode).toBe(200)
  for (const cookie of message.headers['set-cookie'] ?? ['none'])
    expect(cookie).toMatch(/^__Host-millrace_.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

it('serves websockets', async () => {
  const { app } = await listen()
  const socket = new WebSocket(`wss://127.0.0.1:${portOf(app)}/ws/live-updates`, { ca: authority.cert })
  // Without a sign-in: the guard answers.
  const status = await new Promise(resolve =>
    socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode)),
  )
  expect(status).toBe(401)
  socket.on('error', () => {})
  socket.terminate()
})

it.each([
  [{}, undefined],
  [{ publicUrl: 'https://logs.example.com' }, undefined],
  [{ publicUrl: 'http://logs.example.com', hstsDays: 365 }, undefined],
  [{ publicUrl: 'https://logs.example.com', hstsDays: 365 }, 'max-age=31536000'],
  [
    { publicUrl: 'https://logs.example.com', hstsDays: 365, hstsSubdomains: true },
    'max-age=31536000; includeSubDomains',
  ],
])('%j makes browsers use nothing but https: %s', async (deps, value) => {
  const opened = await listen(deps)
  const { message } = await ask(opened, '/ping')
  expect(message.headers['strict-transport-security']).toBe(value)
})

it('does not tell so over plain http', async () => {
  server = await testServer({ publicUrl: 'https://logs.example.com', hstsDays: 365 })
  const { headers } = await server.app.inject('/ping')
  expect(headers).not.toHaveProperty('strict-transport-security')
})

it('gives a new certificate to new connections', async () => {
  const opened = await listen()
  const before = await ask(opened, '/ping')
  put(makeCertificate('renewed', authority))
  await reloadCertificates(opened.app, certificates)
  const after = await ask(opened, '/ping')
  expect(after.message.statusCode).toBe(before.message.statusCode)
  expect(after.fingerprint).not.toBe(before.fingerprint)
})

it('ends a connection that speaks plain http', async () => {
  const { app } = await listen()
  await expect(fetch(`http://127.0.0.1:${portOf(app)}/ping`)).rejects.toThrow()
})

it('closes connections that have sent nothing but their handshake when it ends', async () => {
  const { app } = await listen()
  const socket = connect({
    port: portOf(app),
    host: '127.0.0.1',
    ca: authority.cert,
    servername: 'localhost',
  })
  await once(socket, 'secureConnect')
  const closed = once(socket, 'close')
  socket.resume()
  await app.close()
  await closed
})
