import { METHODS } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RouteTable } from './http/not-found.ts'
import { by } from './testing/people.ts'
import { registeredBy } from './testing/registered-routes.ts'
import { type TestServer, testServer } from './testing/test-server.ts'

let server: TestServer
let routes: string[]
beforeAll(async () => {
  const { built, routes: found } = await registeredBy(() => testServer())
  server = built
  routes = found
})
afterAll(() => server.app.close())

/** Methods of HTTP that inject() can send. CONNECT asks a proxy for a tunnel; it never reaches a route. */
const methods = METHODS.filter(method => method !== 'CONNECT')

test.each(methods)(
  '%s on an address that does not take it is 405 with Allow, or 404, whatever it brings',
  async method => {
    const table = new RouteTable()
    for (const route of routes) {
      const [taken = '', path = ''] = route.split(' ')
      if (path.endsWith('*')) continue
      table.add(path, taken === 'GET' ? ['GET', 'HEAD'] : taken)
    }
    const wrong: string[] = []
    for (const route of routes) {
      const url = (route.split(' ')[1] ?? '').replaceAll(/:\w+/g, '1')
      const allowed = table.methodsOf(url)
      if (allowed.length === 0 || allowed.includes(method)) continue
      for (const payload of [undefined, '{}']) {
        // METHODS has only names of methods.
        const asked = { method: method as 'GET', url, headers: by('user-ann'), ...(payload && { payload }) }
        const { statusCode, headers } = await server.app.inject(asked)
        const named = statusCode === 405 ? headers.allow !== undefined : statusCode === 404
        if (!named) wrong.push(`${url}: ${statusCode}`)
      }
    }
    expect(wrong).toEqual([])
  },
)
