import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenHeaders } from '../../testing/people.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.app.close())

const condition = (pattern: string) => ({ field: 'message', op: '=~', value: [pattern] })

/** The answer to a body with a widget that has this in its configuration, which may contain anything. */
async function answered(config: object): Promise<[status: number, body: Record<string, unknown>]> {
  const payload = { title: 'Any', widgets: [{ type: 'Search', config }] }
  const { statusCode, json } = await server.app.inject({
    method: 'POST',
    url: '/api/dashboards',
    headers: tokenHeaders('user-admin'),
    payload,
  })
  return [statusCode, json()]
}

test('a body is looked through with the most members that it may have, and as deep as it may be', async () => {
  const wide = Array.from({ length: 100_000 }, () => 0)
  const deep = (levels: number): object => (levels === 0 ? {} : { in: deep(levels - 1) })
  for (const config of [{ wide }, deep(60)]) {
    const [status, body] = await answered(config)
    expect([status, body.filter]).toEqual([expect.toSatisfy(code => code < 500), undefined])
  }
  const many = Array.from({ length: 60 }, (_, at) => condition(`(?:a?){999}${at}`))
  const [status, body] = await answered({ wide, in: [[[{ many }]]] })
  expect([status, body.filter]).toEqual([
    400,
    'Expected at most 100000 steps of regular expressions in one body.',
  ])
})
