import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'
import { ownHostNames } from './own-host.ts'

const names = ownHostNames({
  httpHost: '0.0.0.0',
  publicUrl: 'https://logs.example.com:8443/',
  publicHosts: ['old.example.com'],
})
let server: TestServer
let session: string
const login = (host: string) => {
  const payload = { username: 'admin', password: 'secret' }
  return server.app.inject({ method: 'POST', url: '/api/login', headers: { host }, payload })
}
beforeAll(async () => {
  server = await testServer({ ownHosts: names })
  const { cookies } = await login('localhost')
  session = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
})
afterAll(() => server.app.close())

const own = [
  'logs.example.com:8443',
  'LOGS.example.com.',
  'old.example.com',
  'localhost:8080',
  'app.localhost',
  'millrace-1:8080',
  '192.0.2.7:8080',
  '[2001:db8::1]:8080',
  '[::1]',
]
test.each(own)('a session and a login of %s', async host => {
  expect((await login(host)).statusCode).toBe(200)
  const answer = await server.app.inject({ url: '/api/users/me', headers: { host, cookie: session } })
  expect(answer.statusCode).toBe(200)
})

const foreign = [
  'evil.example',
  'logs.example.com.evil.example',
  'evil.example:8443',
  '127.0.0.1.evil.example',
]
test.each(foreign)('none of %s, which leads here', async host => {
  const refused = await login(host)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'permission_denied'])
  expect(refused.cookies).toEqual([])
  for (const url of ['/api/users/me', '/ws/live-updates', '/api/dashboards']) {
    const answer = await server.app.inject({ url, headers: { host, cookie: session } })
    expect([url, answer.statusCode]).toEqual([url, 403])
  }
  const logout = await server.app.inject({
    method: 'POST',
    url: '/api/logout',
    headers: { host, cookie: session },
  })
  expect(logout.statusCode).toBe(403)
  // No web page has a token. Programs may use any name.
  const headers = { host, ...tokenHeaders('user-admin') }
  expect((await server.app.inject({ url: '/api/users/me', headers })).statusCode).toBe(200)
  expect((await server.app.inject({ url: '/ping', headers: { host } })).statusCode).toBe(200)
})

test('names are known where a setting says them, or for this machine alone', () => {
  const none = { publicUrl: undefined, publicHosts: [] }
  expect(ownHostNames({ httpHost: '0.0.0.0', ...none })).toBeUndefined()
  for (const httpHost of ['127.0.0.1', '::1', 'localhost'])
    expect(ownHostNames({ httpHost, ...none })?.has('evil.example')).toBe(false)
})
