import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portOf, type TestServer, testServer } from '../testing/test-server.ts'

const html = '<!doctype html><title>Millrace</title>'
const script = 'console.log("page")\n'.repeat(200)
let root: string
let server: TestServer

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'millrace-page-'))
  mkdirSync(path.join(root, 'assets'))
  writeFileSync(path.join(root, 'index.html'), html)
  writeFileSync(path.join(root, 'favicon.svg'), '<svg/>')
  writeFileSync(path.join(root, 'assets', 'app-1a2b.js'), script)
  writeFileSync(path.join(root, 'assets', 'app-3c4d.js'), script)
  writeFileSync(path.join(root, 'assets', 'app-3c4d.js.br'), brotliCompressSync(script))
  writeFileSync(path.join(root, '..', `${path.basename(root)}.secret`), 'outside')
  server = await testServer({ webRoot: root })
})
afterAll(async () => {
  await server.app.close()
  rmSync(root, { recursive: true })
  rmSync(`${root}.secret`)
})

/** Sends an address as written; inject() and fetch() would normalise it. */
async function sent(
  { app }: TestServer,
  method: string,
  address: string,
): Promise<{ status: number | undefined; body: string }> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const request = http.request({ port: portOf(app), method, path: address, headers: browser })
  request.end()
  const [response] = (await once(request, 'response')) as [http.IncomingMessage] // what 'response' brings
  return { status: response.statusCode, body: await text(response) }
}

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the page', () => {
  test.each(['/', '/index.html', '/search?q=error', '/dashboard', '/reports/', '/tasks/7', '/triggers/7'])(
    'is at %s',
    async url => {
      const answer = await server.app.inject({ url, headers: browser })
      expect([answer.statusCode, answer.body]).toEqual([200, html])
      expect(answer.headers['content-type']).toMatch(/^text\/html/)
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.headers['content-security-policy']).toContain("script-src 'self';")
    },
  )

  test('has hashed files that may be kept for ever, and others that may not', async () => {
    const hashed = await server.app.inject('/assets/app-1a2b.js')
    expect([hashed.statusCode, hashed.body]).toEqual([200, script])
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await server.app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  test.each(['/assets/app-1a2b.js', '/assets/app-3c4d.js'])('packs %s', async url => {
    const answer = await server.app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, 'br'])
    expect(answer.rawPayload.length).toBeLessThan(script.length / 4)
  })
})

describe('is never shown for', () => {
  const notFound = { detail: 'Not found.', code: 'not_found' }
  test.each([
    ['GET', '/api/nothing', browser],
    ['GET', '/ws/nothing', browser],
    ['GET', '/incoming/nothing', browser],
    ['GET', '/assets/gone-9f.js', browser],
    ['GET', '/search', { accept: 'application/json' }],
    ['GET', '/search', {}],
    ['POST', '/search', browser],
    ['GET', '/..%2f%2e%2e/etc/passwd', { accept: '*/*;q=0' }],
  ] as const)('%s %s', async (method, url, headers) => {
    const answer = await server.app.inject({ method, url, headers })
    expect([answer.statusCode, answer.json()]).toEqual([404, notFound])
  })

  test('nothing outside its folder is served', async () => {
    for (const up of ['/../', '/%2e%2e/', '/assets/..%2f..%2f']) {
      const answer = await server.app.inject(`${up}${path.basename(root)}.secret`)
      expect(answer.body).not.toContain('outside')
    }
  })

  test.each([
    '/../package.json',
    '//etc/passwd',
    '/assets/%00',
    '/assets/..\\..\\package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/./app-1a2b.js',
    '/%',
    '/assets/',
    '/assets',
    '/.env',
    '/.git/config',
    '/search/.env',
    '/wp-admin',
  ])('%s, which is refused without a line in the log', async address => {
    const before = server.logLines.length
    const { status, body } = await sent(server, 'GET', address)
    expect([400, 404]).toContain(status)
    expect(JSON.parse(body)).toMatchObject({ code: status === 404 ? 'not_found' : 'parse_error' })
    expect(server.logLines.slice(before)).toEqual([])
  })

  test('an address of the interface under another method', async () => {
    const answer = await server.app.inject({ url: '/api/login', headers: browser })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST'])
  })
})
