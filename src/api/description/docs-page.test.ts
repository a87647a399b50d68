import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
let page = ''

beforeAll(async () => {
  server = await testServer()
  page = (await server.app.inject({ url: '/api/docs', headers: { accept: 'text/html' } })).body
})
afterAll(() => server.app.close())

test('the page and all that it loads come from this server, for everybody', async () => {
  const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address)
  expect(addresses).toHaveLength(5)
  for (const address of addresses) {
    expect(address).toMatch(/^\/api\//)
    expect((await server.app.inject(address)).statusCode, address).toBe(200)
  }
})

test('with and without a trailing slash', async () => {
  const answer = await server.app.inject({ url: '/api/docs/', headers: { accept: 'text/html' } })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(answer.body).toBe(page)
})

test('nothing in it needs more than the content security policy allows', async () => {
  expect(page).not.toMatch(/<script>|\son\w+=|javascript:/)
  const style = await server.app.inject('/api/docs/swagger-ui.css')
  expect(style.headers['content-type']).toMatch(/^text\/css/)
  const outside = [...style.body.matchAll(/url\(["']?([^)"']*)/g)].filter(
    ([, address = '']) => !address.startsWith('data:'),
  )
  expect(outside).toEqual([])
  const script = await server.app.inject('/api/docs/start.js')
  expect(script.headers['content-type']).toMatch(/^text\/javascript/)
  expect(script.body).not.toMatch(/https?:/)
})
