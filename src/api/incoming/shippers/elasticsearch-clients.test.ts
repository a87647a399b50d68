import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reader } from '../../../query/query-service.ts'
import { tokenHeaders } from '../../testing/people.ts'
import { StubQueryService } from '../../testing/stub-query-service.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

/** Counts the documents of an index as 7 events, some of them repeated, without the shards that are away. */
class Counting extends StubQueryService {
  readonly asked: unknown[] = []
  away: { shard: number; servers: string[] }[] = []
  override async answerPartially(reader: Reader, type: string, params: unknown) {
    this.asked.push(params)
    const query = await super.answerPartially(reader, type, params)
    const totals = { ts_from: 1, ts_to: 2, count: 7, occurrences: 9 }
    const { away } = this
    const events = { page_number: 1, page_size: 1, offset: 0, page_count: 1, item_count: 7, objects: [] }
    return { ...query, missing_shards: away, results: { totals, events } }
  }
}

const queryService = new Counting()
let server: TestServer
beforeAll(async () => {
  server = await testServer({ queryService })
})
afterAll(() => server.app.close())

const shards = { total: 1, successful: 1, failed: 0 }
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
const ask = (method: Method, path: string, payload?: string, token: 'user-ann' | 'ingest-1' = 'user-ann') =>
  server.app.inject({
    method,
    url: `/elasticsearch${path}`,
    headers: {
      ...tokenHeaders(token),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      accept: 'application/vnd.elasticsearch+json; compatible-with=8',
    },
    ...(payload !== undefined && { payload }),
  })

test('clients of Elasticsearch send documents with ids, refresh and count', async () => {
  const answers: [method: Method, path: string, payload: string | undefined, status: number, body: object][] =
    [
      ['PUT', '/logs/_doc/a%2Fb', '{"message":"m"}', 201, { _index: 'logs', _id: 'a/b', result: 'created' }],
      ['POST', '/logs/_doc/_bulk', '{"message":"m"}', 201, { _id: '_bulk' }],
      ['PUT', '/logs/_create/7', '{"message":"m"}', 201, { _id: '7', result: 'created' }],
      ['POST', '/logs/_create/7', '{"message":"m"}', 201, { _index: 'logs', _shards: shards }],
      ['POST', '/logs/_doc', '{"message":"m"}', 201, { _id: expect.stringMatching(/^[\w-]{20}$/) }],
      ['GET', '/logs/_doc/a%2Fb', undefined, 404, { _index: 'logs', _id: 'a/b', found: false }],
      ['POST', '/logs/_refresh', undefined, 200, { _shards: shards }],
      ['GET', '/_refresh', undefined, 200, { _shards: shards }],
      ['GET', '/_count', undefined, 200, { count: 9, _shards: shards }],
      ['POST', '/logs,web-*/_count', '{"query":{"match_all":{}}}', 200, { count: 9 }],
    ]
  for (const [method, path, payload, status, body] of answers) {
    const answer = await ask(method, path, payload)
    expect([answer.statusCode, answer.json()], `${method} ${path}`).toMatchObject([status, body])
    expect(answer.headers['x-elastic-product']).toBe('Elasticsearch')
    expect(answer.headers['content-type']).toContain('application/vnd.elasticsearch+json')
  }
  expect(queryService.asked).toMatchObject([
    { filter: [] },
    { filter: [{ field: 'ut_index', value: ['logs', 'web-*'] }] },
  ])
  const texts = server.intake.shipments.map(({ body }) => Buffer.from(body).toString())
  expect(texts).toEqual(Array(5).fill('{"message":"m"}'))
  expect((await ask('HEAD', '/logs/_doc/7')).statusCode).toBe(404)
})

test('errors have the form of Elasticsearch', async () => {
  const refused = 'illegal_argument_exception'
  const errors: [method: Method, path: string, payload: string | undefined, status: number, type: string][] =
    [
      ['POST', '/logs/_count', '{"query":{"term":{"a":"b"}}}', 400, refused],
      ['POST', '/logs/_count', '{"size":1}', 400, refused],
      ['POST', '/logs/_count', '{', 400, refused],
      ['GET', '/logs/_count?q=a:b', undefined, 400, refused],
      ['PUT', '/logs/_doc/7', '[]', 400, refused],
      ['PUT', '/logs/_create/7', '{', 400, refused],
      ['DELETE', '/logs/_doc/7', undefined, 404, 'resource_not_found_exception'],
      ['POST', '/logs/_search', '{}', 404, 'resource_not_found_exception'],
      ['PATCH', '/logs/_doc/7', '{}', 405, 'exception'],
    ]
  for (const [method, path, payload, status, type] of errors) {
    const answer = await ask(method, path, payload)
    const error = { type, reason: expect.any(String), root_cause: [expect.objectContaining({ type })] }
    expect([answer.statusCode, answer.json()], `${method} ${path}`).toEqual([status, { error, status }])
  }
  queryService.away = [{ shard: 2, servers: ['10.0.0.2'] }]
  const partial = await ask('GET', '/logs/_count')
  queryService.away = []
  expect(partial.json()).toEqual({ count: 9, _shards: { total: 2, successful: 1, failed: 1 } })
  const denied = await ask('GET', '/logs/_count', undefined, 'ingest-1')
  expect([denied.statusCode, denied.json()]).toMatchObject([
    403,
    { error: { type: 'security_exception' }, status: 403 },
  ])
})
