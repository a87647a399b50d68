import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { FixedContent } from './fixed-content.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.app.close())

test.each([
  ['br', 'br, gzip'],
  ['gzip', 'gzip, deflate'],
  ['gzip', 'br;q=0, GZIP;q=0.5'],
  [undefined, 'deflate'],
  [undefined, undefined],
])('content is read once, and encoded once as %s for %j', async (encoding, accepted) => {
  let reads = 0
  const content = new FixedContent(async () => {
    reads++
    return Buffer.from('a'.repeat(1_000))
  })
  const sent: Buffer[] = []
  const app = fastify()
  app.get('/', async (request, reply) => {
    const bytes = await content.encodedFor(request, reply)
    sent.push(bytes)
    return reply.send(bytes)
  })
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
  for (let i = 0; i < 3; i++) {
    const answer = await app.inject({ url: '/', headers })
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([encoding, 'accept-encoding'])
  }
  expect(reads).toBe(1)
  expect(sent[1]).toBe(sent[0])
  expect(sent[2]).toBe(sent[0])
  await app.close()
})

test('content that could not be read is read again', async () => {
  let reads = 0
  const content = new FixedContent(async () => {
    if (++reads === 1) throw new Error('no descriptor left')
    return Buffer.from('a')
  })
  const app = fastify()
  app.get('/', async (request, reply) => reply.send(await content.encodedFor(request, reply)))
  const headers = { 'accept-encoding': 'br' }
  const failed = await app.inject({ url: '/', headers })
  expect([failed.statusCode, failed.headers['content-encoding']]).toEqual([500, undefined])
  expect((await app.inject({ url: '/', headers })).statusCode).toBe(200)
  await app.close()
})

test.each([
  '/api/schema',
  '/incoming/openapi.json',
  '/api/docs/swagger-ui-bundle.js',
  '/api/docs/swagger-ui.css',
  '/api/docs/favicon-32x32.png',
])('%s is the same in every encoding, and for a client on this machine not encoded', async url => {
  const plain = await server.app.inject(url)
  expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined])
  const remoteAddress = '192.0.2.1'
  const ask = (accepted: string) =>
    server.app.inject({ url, remoteAddress, headers: { 'accept-encoding': accepted } })
  const br = await ask('gzip, br')
  expect(br.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': plain.headers['content-type'],
  })
  expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect(br.rawPayload.length).toBe(Number(br.headers['content-length']))
  const zipped = await ask('gzip')
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true)
})
