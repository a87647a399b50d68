import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Description } from '../../src/api/description/openapi.ts'
import { SampleBodies } from '../../src/api/description/testing/bodies.ts'
import { takesRawBody } from '../../src/api/description/testing/raw-bodies.ts'
import { Samples } from '../../src/api/description/testing/sample.ts'
import { badFrames } from '../../src/api/testing/bad-frames.ts'
import { badRequests } from '../../src/api/testing/bad-requests.ts'
import { tokenSecret } from '../../src/api/testing/people.ts'
import type { ShortReport } from '../../src/schema/reports/report.ts'
import { isObject } from '../../src/schema/text/json-object.ts'
import { isDeep } from '../../src/testing/depth.ts'
import { type Client, matching, type Params } from '../testing/client.ts'
import { makersOfTwins } from '../testing/makers-of-twins.ts'
import { keyOf, ObjectsOfTwins } from '../testing/objects-of-twins.ts'
import { oneEvent, startTwinServices, type TwinServices } from '../testing/twin-services.ts'
import type { Both } from '../testing/twins.ts'
import { until } from '../testing/until.ts'
import { watchedBy } from '../testing/watched-widgets.ts'

/** Data of one node, its machine or the moment: it differs on every node, as docs/cluster.md says. */
const ofOneNode: readonly string[] = [
  ...['/ping', '/metrics', '/api/monitor', '/api/monitor/queries', '/api/monitor/health'],
  ...['/api/ledger', '/api/listeners'],
  // Bytes on disk; starts of each node are in the audit log.
  ...['/api/monitor/storage', '/api/audit', '/api/audit/export'],
  ...['/api/ingest/health', '/api/ingest/hosts', '/api/ingest/hosts/mark', '/api/triggers-costs'],
]
const json = 'application/json'

let services: TwinServices
beforeAll(async () => {
  services = await startTwinServices()
})
afterAll(() => services?.end())

/** Checks the differences found so far, and clears them. */
function expectAlike(): void {
  expect(services.twins.faults.splice(0)).toEqual([])
}

const questions: readonly (readonly [type: string, params: Params])[] = [
  ['EventRate', {}],
  ['EventRate', matching('refused')],
  ['TopN', { field: 'host', limit: 3, show_other: true, with_subperiods: true, top_periods: true }],
  ['TopN', { field: 'user', subfields: ['severity', 'host'] }],
  ['TopN', { field: 'message', limit: 20, ...matching('user-3') }],
  ['LastN', { field: 'program' }],
  ['FieldStats', { field: 'bytes' }],
  ['Stats', { functions: ['p95', 'avg', 'distinct'], field: 'bytes', group_by: ['host', 'severity'] }],
  ['Stats', { functions: ['sum'], field: 'bytes', group_by: ['host'], with_subperiods: true }],
  ['Changes', { limit: 500 }],
  ['Patterns', { with_subperiods: true }],
  ['Search', { page_size: 7 }],
  ['Search', { page_size: 50, sort: ['first_occurrence'], ...matching('"is up"') }],
  ['Search', { page_size: 20, filter: [{ field: 'message', op: '=~', value: 'user-1[0-5] .*refused' }] }],
  ['Search', { filter: [{ field: 'severity', op: 'le', value: 3 }] }],
  ['Tasks', {}],
  ['Notifications', { with_events: true }],
]
const pages = ['?page=2', '?page=3', '?offset=5', '?page=1000']
const files = ['json', 'csv'].map(format => `/export?ftype=${format}`)
/** They take long, and are created from the same tables. */
const documents = ['xlsx', 'docx', 'pdf'].map(format => `/export?ftype=${format}`)

test('queries, their pages, files and ends are the same through any node as on one machine', async () => {
  const { twins, start, nodes } = services
  const time_range = { ts_from: start, ts_to: start + 3_600 }
  for (const [type, params] of questions) {
    const body = { type, params: { time_range, ...params } }
    const answers = await twins.ask({ method: 'POST', paths: ['/api/query', '/api/query'], body })
    expect(answers[0].body, type).toMatchObject({ status: 'SUCCESS' })
    const ids = answers.map(answer => keyOf(answer, 'qid'))
    const ask = async (rest: string, method = 'GET') =>
      await twins.ask({
        method,
        paths: [`/api/query/${ids[0]}${rest}`, `/api/query/${ids[1]}${rest}`],
        ...(method === 'POST' && { body: {} }),
      })
    const reads = type === 'Search' ? pages : Array<string>(nodes).fill('')
    const made = type === 'EventRate' ? [...files, ...documents] : files
    for (const rest of [...reads, ...made, '/recalculate', '/stop']) await ask(rest)
    await ask('/stop', 'POST')
    await ask('/remove')
    for (let node = 0; node < nodes; node++) expect((await ask(''))[1].status).toBe(404)
  }
  expectAlike()
})

test('bad requests and frames are refused as by one machine', async () => {
  const { twins, clients, eventIds } = services
  // `fetch` sends texts only as UTF-8.
  for (const { method, url, headers = {}, body } of badRequests.filter(row => !row.headers?.['x-latin1'])) {
    const [one = {}, other = {}] = clients.map(client => {
      const isAdmin = headers.authorization === `token ${tokenSecret('user-admin')}`
      return { ...headers, ...(isAdmin && client.headers) }
    })
    const paths = [withEvent(url, eventIds[0]), withEvent(url, eventIds[1])] as const
    await twins.ask({ method, paths, body, headers: [one, other] })
  }
  const errors = await Promise.all(clients.map(errorsOfFrames))
  expect(errors[1]).toEqual(errors[0])
  expectAlike()
})

/** With the id of an event that the service has, instead of the one of the tests of the API. */
function withEvent(url: string, id: string): string {
  return url.replace('/events/42/', `/events/${id}/`)
}

/** Responses to badFrames. */
async function errorsOfFrames({ url, headers }: Client): Promise<unknown[]> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/live-updates`, { headers: { ...headers } })
  await once(socket, 'open')
  const errors: unknown[] = []
  for (const { frame } of badFrames) {
    const answer = once(socket, 'message')
    socket.send(frame)
    errors.push(JSON.parse(String((await answer)[0])))
  }
  socket.close()
  return errors
}

describe('each operation of the API description is answered as by one machine', () => {
  let document: Description
  let samples: Samples
  let bodies: SampleBodies
  let objects: ObjectsOfTwins
  beforeAll(async () => {
    const { twins, clients, alarms, login } = services
    const [{ body }] = await twins.ask({ method: 'GET', paths: ['/api/schema', '/api/schema'] })
    // The API tests check it.
    document = body as Description
    samples = new Samples(document)
    bodies = new SampleBodies(document, samples)
    const makers = makersOfTwins({ twins, clients, alarms, event: oneEvent, login })
    objects = new ObjectsOfTwins(twins, bodies, makers)
  })

  /** Events on servers have no archive of days (decisions/0046). */
  const needsArchive = new Set(['POST /api/archive/verify', 'POST /api/archive-restore-logs'])
  const operations = () =>
    Object.entries(document.paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
          ...{ method: method.toUpperCase(), path, operation },
          isIntake: takesRawBody(operation),
        })),
      )
      .filter(({ path }) => path !== '/ws/live-updates')

  /** Sends the request with a new object in the path, then reads that object through each node. */
  async function ask(method: string, path: string, optional: boolean) {
    const { twins, login, nodes } = services
    const paths = await objects.pathsOf(path)
    if (path.startsWith('/api/reports')) await reportsMade()
    // Relative days would end a second later for the second service.
    const time_range = { ts_from: 1_700_000_000, ts_to: 1_700_086_400 }
    const own = { '/api/login': login, '/api/triggers/dry-run': { trigger: { filter: [] }, time_range } }
    const body =
      new Map<string, unknown>(Object.entries(own)).get(path) ??
      bodies.of(method.toLowerCase(), path, json, optional)
    const [one, other] = paths
    const query = (await queries[`${method} ${path}`]?.()) ?? (['', ''] as const)
    const onlyShape = ofOneNode.includes(path)
    const asked = { method, paths: [one + query[0], other + query[1]] as const, onlyShape }
    const answers = await twins.ask({ ...asked, bodies: bodiesWithEvent(body) })
    if (method === 'GET' || document.paths[path]?.get === undefined || onlyShape) return answers
    if (path.startsWith('/api/reports')) await reportsMade()
    for (let node = 0; node < nodes; node++) await twins.ask({ method: 'GET', paths })
    return answers
  }

  /** Each service gets its own id of the event that a body names. */
  function bodiesWithEvent(body: unknown): Both<unknown> {
    if (!isObject(body) || body.event_id === undefined) return [body, body]
    const [one, other] = services.eventIds
    return [
      { ...body, event_id: one },
      { ...body, event_id: other },
    ]
  }

  /** Query strings required by operations, with new objects. */
  const queries: Readonly<Record<string, () => Promise<Both<string>>>> = {
    async 'DELETE /api/dashboards'() {
      const [one, other] = await objects.pathsOf('/api/dashboards/{id}')
      return [`?id=${one.split('/').at(-1)}`, `?id=${other.split('/').at(-1)}`]
    },
    async 'DELETE /api/dashboard-templates'() {
      const paths = await objects.pathsOf('/api/dashboards/{id}/templates')
      await services.twins.ask({ method: 'POST', paths, body: { path: 'removed.json' } })
      return ['?path=removed.json', '?path=removed.json']
    },
  }

  /** They are created in the background. */
  async function reportsMade(): Promise<void> {
    for (const client of services.clients)
      await until('all reports', async () => {
        const answer = await client.get('/api/reports?page_size=1000')
        // The shape of this route, which the API tests check.
        const { objects } = (await answer.json()) as { objects: ShortReport[] }
        return objects.every(({ status }) => status === 'SUCCESS' || status === 'FAILURE')
      })
  }

  test('with what it requires', async () => {
    for (const { method, path, isIntake } of operations()) {
      if (isIntake) continue
      const [{ status, body }] = await ask(method, path, false)
      const says = `${method} ${path} ${JSON.stringify(body)}`
      if (needsArchive.has(`${method} ${path}`)) expect(status, says).toBe(404)
      else expect(status, says).toBeLessThan(300)
    }
    expectAlike()
  })

  test.runIf(isDeep)('with every member of its body', async () => {
    for (const { method, path, operation, isIntake } of operations())
      if (operation.requestBody !== undefined && !isIntake) await ask(method, path, true)
    expectAlike()
  })

  test.runIf(isDeep)('with each parameter', async () => {
    for (const { method, path, operation, isIntake } of operations()) {
      const given = (operation.parameters ?? []).filter(one => one.in === 'query')
      if (isIntake || method !== 'GET' || given.length === 0) continue
      const [one, other] = await objects.pathsOf(path)
      if (path.startsWith('/api/reports')) await reportsMade()
      for (const { name, schema } of given) {
        const query = `?${name}=${encodeURIComponent(String(samples.of(schema, true)))}`
        const paths = [one + query, other + query] as const
        await services.twins.ask({ method, paths, onlyShape: ofOneNode.includes(path) })
      }
    }
    expectAlike()
  })

  // Last, because its events change the counts of other tests.
  test('with events', async () => {
    for (const { method, path, isIntake } of operations()) if (isIntake) await ask(method, path, false)
    expectAlike()
  })
})

test('a query that is watched through any node shows what one machine shows', async () => {
  const { clients, twins, nodes } = services
  const shown = await Promise.all(clients.map(client => watchedBy(client, nodes)))
  expect(new Set(shown[1])).toEqual(new Set([shown[0]?.[0]]))
  expect(shown.map(states => states.length)).toEqual([3 * nodes, 3 * nodes])
  expect(twins.faults).toEqual([])
})
