import type { RouteOptions } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { CheckingQueryService } from '../testing/checking-query-service.ts'
import { tokenHeaders } from '../testing/people.ts'
import { watchRoutes } from '../testing/registered-routes.ts'
import { describedServer } from './testing/described-server.ts'
import { bodiesBeyondBudget, LargestBodies, type LargestBody } from './testing/largest-bodies.ts'
import { takesRawBody } from './testing/raw-bodies.ts'

const routes: RouteOptions[] = []
const { server, document, operations } = await watchRoutes(
  () => describedServer({ queryService: new CheckingQueryService() }),
  route => routes.push(route),
)
afterAll(() => server.app.close())

const json = 'application/json'
const bodies = new LargestBodies(document)
/** All other operations: ingest reads its bodies in its own thread. */
const withBody = operations
  .filter(({ operation }) => operation.requestBody?.content[json] !== undefined && !takesRawBody(operation))
  .map(({ method, path, operation }) => ({
    method,
    path,
    schema: operation.requestBody?.content[json]?.schema ?? {},
    limit: bodyLimit(method, path),
  }))

/** The default of a route is 1 MiB. */
function bodyLimit(method: string, path: string): number {
  const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
  const route = routes.find(one => one.url === url && [one.method].flat().includes(method))
  if (route === undefined) throw new Error(`${method} ${path} is described, but is not a route`)
  return route.config?.bodyLimit ?? 1024 ** 2
}

/**
 * CPU time of the main thread; rules are read in other threads. Measured on a busy machine: at most 70 ms,
 * and 150 ms for the 34 MB of rules. The first request of a route compiles its schema, so the fastest of
 * three tries counts.
 */
const goalMs = 200
/** A machine may be slow or busy. Work quadratic in the values takes tens of seconds. */
const maxCpuMs = process.env.IDLE_MACHINE === '1' ? goalMs : 10 * goalMs
const tries = 3

async function expectCheapRefusal(
  method: string,
  path: string,
  { form, json: text }: LargestBody,
  type = json,
) {
  const headers = { ...tokenHeaders('user-admin'), 'content-type': type }
  const url = path.replaceAll(/\{\w+\}/g, '1')
  let cheapestMs = Number.POSITIVE_INFINITY
  for (let i = 0; i < tries && cheapestMs >= goalMs; i++) {
    const payload = Buffer.from(text)
    const before = process.threadCpuUsage()
    // The description's methods are HTTP methods.
    const answer = await server.app.inject({ method: method as 'POST', url, headers, payload })
    const { user, system } = process.threadCpuUsage(before)
    cheapestMs = Math.min(cheapestMs, (user + system) / 1_000)
    expect(answer.statusCode, `${form}: ${answer.body.slice(0, 300)}`).toBeLessThan(500)
  }
  expect(cheapestMs, form).toBeLessThan(maxCpuMs)
}

test.each(withBody)(
  '$method $path takes the most values that are parsed without keeping others waiting',
  async ({ method, path, schema, limit }) => {
    for (const body of bodies.of(schema, limit)) await expectCheapRefusal(method, path, body)
  },
)

const byLimit = [...new Map(withBody.map(route => [route.limit, route])).values()]
test.each(byLimit)(
  'the largest bodies of $limit bytes are refused before they are parsed',
  async ({ method, path, limit }) => {
    for (const body of bodiesBeyondBudget(limit)) await expectCheapRefusal(method, path, body)
  },
)

/** Refused before the route sees them, so one route represents all. Measured: at most 150 ms. */
test.each([
  ['application/x-www-form-urlencoded', 'a&'],
  ['application/x-www-form-urlencoded', '&'],
  ['application/x-www-form-urlencoded', 'assigned_to=1&'],
  ['application/x-www-form-urlencoded', 'a[b][c]=1&'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'],
])('the largest forms are refused without keeping others waiting: %s of %j', async (type, field) => {
  const text = field.repeat(Math.floor((1024 ** 2 - 10) / field.length))
  const end = type.startsWith('multipart') ? '--x--\r\n' : ''
  await expectCheapRefusal('POST', '/api/tasks', { form: field, json: `${text}${end}` }, type)
})
