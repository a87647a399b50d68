import { METHODS } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RouteTable } from './http/errors/not-found.ts'
import { tokenHeaders } from './testing/people.ts'
import { watchRoutes } from './testing/registered-routes.ts'
import { type TestServer, testServer } from './testing/test-server.ts'

let server: TestServer
const table = new RouteTable()
const paths = new Set<string>()
beforeAll(async () => {
  server = await watchRoutes(testServer, ({ method, url }) => {
    // Paths behind a star follow other services' rules.
    if (url.endsWith('*') || url.startsWith('/elasticsearch')) return
    table.add(url, method)
    paths.add(url)
  })
})
afterAll(() => server.app.close())

/** HTTP methods that inject() can send. CONNECT asks a proxy for a tunnel and never reaches a route. */
const methods = METHODS.filter(method => method !== 'CONNECT')

test.each(methods)(
  '%s on an address that does not take it is 405 with Allow, whatever it brings',
  async method => {
    const wrong: string[] = []
    for (const path of paths) {
      const url = path.replaceAll(/:\w+/g, '1')
      const allowed = table.methodsOf(url)
      if (allowed.includes(method)) continue
      for (const payload of [undefined, '{}']) {
        // METHODS has only names of methods.
        const asked = {
          method: method as 'GET',
          url,
          headers: tokenHeaders('user-ann'),
          ...(payload && { payload }),
        }
        const { statusCode, headers } = await server.app.inject(asked)
        const named = statusCode === 405 && headers.allow === allowed.join(', ')
        if (!named) wrong.push(`${url}: ${statusCode} ${headers.allow}`)
      }
    }
    expect(wrong).toEqual([])
  },
)

test('a HEAD of the way back from a provider does not sign in: the audit log has no entry for it', async () => {
  const url = '/api/login/oidc/callback?code=x&state=x'
  const { statusCode, headers } = await server.app.inject({ method: 'HEAD', url })
  expect([statusCode, headers.allow, headers['set-cookie']]).toEqual([405, 'GET', undefined])
})
