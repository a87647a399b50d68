import { afterAll, describe, expect, test } from 'vitest'
import { type DescribedOperation, describedServer } from '../../description/testing/described-server.ts'
import { OperationClient } from '../../description/testing/operation-client.ts'
import { proves } from './proves.ts'

const { server, document, operations } = await describedServer()
const caller = new OperationClient(server, document)
afterAll(() => server.app.close())

/** `GET /api/tasks 200` -> the operation and 200; ignores a trailing slash in the interface's spelling. */
function partsOf(row: string): [DescribedOperation, number] {
  const [method, path = '', status] = row.split(' ')
  const found = operations.find(one => one.method === method && one.path === path.replace(/\/$/, ''))
  if (found === undefined) throw new Error(`${row}: there is no such operation`)
  return [found, Number(status)]
}

const json = { type: 'application/json', optional: false }

describe('a proper request is answered with the status of the interface', () => {
  test.each(
    proves(
      'POST /api/query 200',
      'GET /api/query/{qid} 200',
      'GET /api/query/{qid}/recalculate 200',
      'GET /api/query/{qid}/remove 200',
      'GET /api/query/{qid}/stop 200',
      'POST /api/query/{qid}/stop 200',
      'GET /api/dashboards 200',
      'POST /api/dashboards 201',
      'GET /api/dashboards/{id} 200',
      'PATCH /api/dashboards/{id} 200',
      'PUT /api/dashboards/{id} 200',
      'DELETE /api/dashboards/{id} 204',
      'POST /api/dashboards/{id}/templates 200',
      'POST /api/dashboards/{id}/widgets 200',
      'DELETE /api/dashboards/{id}/widgets/ 204',
      'GET /api/widgets 200',
      'GET /api/widgets/{id} 200',
      'PATCH /api/widgets/{id} 200',
      'PUT /api/widgets/{id} 200',
      'DELETE /api/widgets/{id} 204',
      'GET /api/tasks 200',
      'POST /api/tasks 200',
      'GET /api/tasks/{id} 200',
      'PATCH /api/tasks/{id} 200',
      'PUT /api/tasks/{id} 200',
      'DELETE /api/tasks/{id} 204',
      'GET /api/authtokens 200',
      'POST /api/authtokens 201',
      'GET /api/authtokens/{secret_key} 200',
      'DELETE /api/authtokens/{secret_key} 204',
      'GET /api/events/{ev_id} 200',
      'GET /api/events/{ev_id}/timestamps 200',
      'GET /api/events/{ev_id}/triggers 200',
    ),
  )('%s', async row => {
    const [operation, status] = partsOf(row)
    const answer = await caller.call(operation, { body: json })
    expect(answer.statusCode, answer.body).toBe(status)
    if (status === 204) expect(answer.body).toBe('')
  })
})

test('a query that takes longer than a second is answered with 202 and its query_id', async () => {
  proves('POST /api/query 202')
  const [operation, status] = partsOf('POST /api/query 202')
  server.queryService.finishesAtOnce = false
  const answer = await caller.call(operation, { body: json })
  server.queryService.finishesAtOnce = true
  expect([answer.statusCode, answer.json().status]).toEqual([status, 'IN_PROGRESS'])
  expect(answer.json().query_id).toMatch(/./)
})

test('every path answers with and without a trailing slash', async () => {
  proves('Paths trailing slash')
  for (const operation of operations.filter(({ path }) => path !== '/ws/live-updates')) {
    const plain = await caller.call(operation, { body: json })
    const slashed = await caller.call(operation, { query: '/', body: json })
    expect(slashed.statusCode, operation.path).toBe(plain.statusCode)
  }
})

test('paths carry no version', () => {
  proves('Versioning')
  // Other log services' routes keep these services' paths, and so does Prometheus'.
  const own = operations.filter(({ operation }) => !operation.tags.includes('Receivers'))
  for (const { path } of own)
    expect(path).toMatch(/^\/(api|ws|incoming|ping|version|metrics|mcp)(\/[a-z{][\w{}-]*)*$/)
  expect(own.filter(({ path }) => /\/v\d/.test(path))).toEqual([])
})
