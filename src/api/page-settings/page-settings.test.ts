import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectedTemplate } from '../../schema/page/field-link.ts'
import { tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.app.close())

const call = (
  method: 'GET' | 'PATCH',
  payload?: object,
  token: Parameters<typeof tokenHeaders>[0] = 'user-admin',
) =>
  server.app.inject({
    method,
    url: '/api/page-settings',
    headers: tokenHeaders(token),
    ...(payload && { payload }),
  })
const trace = { field: 'trace_id', label: 'Open trace', url: 'https://jaeger.example/trace/{value}' }

test('links and the tag are kept, a change is in the audit log, absent members stay', async () => {
  const unchanged = { field_links: [], deploy_tag: null, changed_at: null, changed_by: null }
  expect((await call('GET')).json()).toEqual(unchanged)
  const changed = await call('PATCH', { field_links: [trace] })
  const after = { ...unchanged, field_links: [trace], changed_at: expect.any(Number), changed_by: 'admin' }
  expect([changed.statusCode, changed.json()]).toEqual([200, after])
  expect((await call('PATCH', { deploy_tag: 'deploy' })).json()).toEqual({ ...after, deploy_tag: 'deploy' })
  // Every user who searches reads them.
  expect((await call('GET', undefined, 'user-ann')).json()).toEqual({ ...after, deploy_tag: 'deploy' })
  expect((await call('PATCH', { field_links: [], deploy_tag: null })).json()).toMatchObject({
    field_links: [],
    deploy_tag: null,
  })
  const { objects } = await server.people.metadata.audit.list(
    { objects: ['page_settings'] },
    { offset: 0, limit: 9 },
  )
  expect(objects.map(({ action, username, changes }) => [action, username, changes]).at(-1)).toEqual([
    'update',
    'admin',
    [{ member: 'field_links', before: [], after: [trace] }],
  ])
})

test.each([
  [
    { field_links: [trace, { ...trace, url: 'https://{value}.example/' }] },
    { 'field_links[1].url': [expectedTemplate] },
  ],
  [
    { field_links: [{ ...trace, url: 'javascript:alert({value})' }] },
    { 'field_links[0].url': [expectedTemplate] },
  ],
  [{ field_links: [{ ...trace, label: '' }] }, { 'field_links[0].label': [expect.any(String)] }],
  [{ field_links: [{ ...trace, colour: 'red' }] }, { 'field_links[0].colour': ['There is no such field.'] }],
  [{ field_links: Array.from({ length: 101 }, () => trace) }, { field_links: [expect.any(String)] }],
  [{ deploy_tag: '' }, { deploy_tag: [expect.any(String)] }],
])('%j is refused', async (payload, fields) => {
  const answer = await call('PATCH', payload)
  expect([answer.statusCode, answer.json()]).toEqual([400, { ...fields, code: 'validation' }])
})
