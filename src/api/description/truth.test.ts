import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isObject } from '../../schema/text/json-object.ts'
import { isDeep, someOf } from '../../testing/depth.ts'
import { tokenHeaders } from '../testing/people.ts'
import type { Parameter } from './openapi.ts'
import { describedServer } from './testing/described-server.ts'
import { OperationClient } from './testing/operation-client.ts'
import { takesAnyMember, takesRawBody } from './testing/raw-bodies.ts'

const { server, document, operations } = await describedServer()
const caller = new OperationClient(server, document)
afterAll(() => server.app.close())

const json = 'application/json'
const overHttp = operations.filter(({ path }) => path !== '/ws/live-updates')
const withBody = overHttp.filter(({ operation }) => operation.requestBody !== undefined)

describe('a request made from the description is answered as it says', () => {
  test.each(overHttp)('$method $path', async described => {
    const answer = await caller.call(described, { body: { type: json, optional: false } })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
  })

  const forms = withBody.filter(({ operation }) => !takesRawBody(operation))
  test.each(forms)('$method $path with forms', async described => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await caller.call(described, { body: { type, optional: false } })
      expect(answer.statusCode, answer.body).toBeLessThan(300)
    }
  })

  test.each(forms)('$method $path without a body, where it may be left out', async described => {
    const { operationId, requestBody } = described.operation
    const query = operationId === 'createDashboard' ? `?source_id=${await aDashboard()}` : ''
    const answer = await caller.call(described, { query })
    if (requestBody?.required) expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation'])
    else expect(answer.statusCode, answer.body).toBeLessThan(300)
  })

  test.each(withBody)('$method $path with every member', async described => {
    // Members may contradict each other; only a described answer is required.
    await caller.call(described, { body: { type: json, optional: true } })
  })

  const withQuery = overHttp.filter(({ operation }) => queryOf(operation.parameters).length > 0)
  test.runIf(isDeep).each(withQuery)('$method $path with each parameter', async described => {
    for (const { name, schema } of queryOf(described.operation.parameters)) {
      const value = encodeURIComponent(String(caller.samples.of(schema, true)))
      await caller.call(described, { query: `?${name}=${value}`, body: { type: json, optional: false } })
    }
  })
})

describe('a faulty request is answered as the description says', () => {
  let session = ''
  beforeAll(async () => {
    const payload = { username: 'admin', password: 'secret' }
    const answer = await server.app.inject({ method: 'POST', url: '/api/login', payload })
    session = `millrace_session=${answer.cookies[0]?.value}`
  })

  // permissions.test.ts asks every operation without a token and with tokens that lack its permissions.
  test.each(someOf(overHttp, 60))('$method $path: an unknown caller', async described => {
    const answer = await caller.call(described, { headers: {}, body: { type: json, optional: false } })
    expect(answer.statusCode === 401).toBe(described.operation.security.length > 0)
  })

  test.each(someOf(overHttp, 60))('$method $path: who may not', async described => {
    const foreign = { 'sec-fetch-site': 'cross-site' }
    const statuses: number[] = []
    for (const headers of [tokenHeaders('ingest-1'), { cookie: session, ...foreign }, foreign]) {
      const answer = await caller.call(described, { headers, body: { type: json, optional: false } })
      statuses.push(answer.statusCode)
    }
    expect(statuses.includes(403)).toBe('403' in described.operation.responses)
  })

  const withId = overHttp.filter(({ path }) => /\{\w*id\}|\{secret_key\}/.test(path))
  test.each(withId)('$method $path: what is not there', async described => {
    for (const id of ['0', 'nothing']) {
      const url = described.path.replace(/\{\w+\}/, id)
      expect((await caller.call(described, { url, body: { type: json, optional: false } })).statusCode).toBe(
        404,
      )
    }
  })

  const parameters = overHttp.flatMap(described =>
    queryOf(described.operation.parameters).map(parameter => ({ ...described, parameter })),
  )
  test.each(someOf(parameters, 150))('$method $path: an ill-typed $parameter.name', async described => {
    const { name } = described.parameter
    const query = `?${name}=%5B&${name}=%5D`
    const answer = await caller.call(described, { query, body: { type: json, optional: false } })
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [name, 'code']])
  })

  test.each(withBody.filter(({ operation }) => !takesRawBody(operation)))(
    '$method $path: a bad body',
    async described => {
      const sent = (type: string, payload: string) =>
        caller.call(described, { headers: { ...tokenHeaders('user-admin'), 'content-type': type }, payload })
      expect((await sent('text/plain', 'x')).statusCode).toBe(415)
      const broken = await sent(json, '{')
      expect([broken.statusCode, broken.json().code]).toEqual([400, 'parse_error'])
      if (takesAnyMember(described.operation)) return
      const unknown = await sent(json, '{"no_such_member": 1}')
      expect([unknown.statusCode, unknown.json().code]).toEqual([400, 'validation'])
      expect(Object.keys(unknown.json())).toContain('no_such_member')
    },
  )

  // One hook answers this for all of them.
  test.each(someOf(overHttp, 30))('$method $path: an answer that the caller cannot read', async described => {
    const headers = { ...tokenHeaders('user-admin'), accept: 'application/x-nothing' }
    expect((await caller.call(described, { headers })).statusCode).toBe(406)
  })
})

function queryOf(parameters: readonly Parameter[] = []): Parameter[] {
  return parameters.filter(parameter => parameter.in === 'query' && isObject(parameter.schema))
}

async function aDashboard(): Promise<number> {
  const payload = { title: 'to be cloned' }
  const headers = tokenHeaders('user-admin')
  return (await server.app.inject({ method: 'POST', url: '/api/dashboards', headers, payload })).json().id
}
