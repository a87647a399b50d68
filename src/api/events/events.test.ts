import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../testing/conformance/proves.ts'
import { type TokenName, tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const place = { country: 'Australia', state: 'Victoria', city: 'Melbourne' }
let server: TestServer
beforeAll(async () => {
  const geoip = { placeOf: (text: string) => (text === '192.0.2.7' ? place : undefined) }
  server = await testServer({ timezone: 'Europe/Berlin', geoip })
})
afterAll(() => server.app.close())

const get = (url: string, token: TokenName = 'user-ann') =>
  server.app.inject({ url, headers: tokenHeaders(token) })

test('an event', async () => {
  proves('GET /api/events/{ev_id} 200')
  const answer = await get('/api/events/42/')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    id: 42,
    _id: '42',
    first_occurrence: 1767225600.120031,
    first_occurrence_date: '2026/01/01 01:00:00',
    counter: 250,
    host: 'fw-1',
    severity_name: 'ERROR',
    user_tags: { SrcIP: '192.0.2.7' },
  })
})

describe('an addition to an event on demand', () => {
  const tagHint = {
    type: 'ipv4',
    value: '192.0.2.7',
    start: 0,
    end: 9,
    actions: [
      { kind: 'search', condition: { field: 'message', op: 'qp', value: '"192.0.2.7"' } },
      { kind: 'filter', condition: { field: 'SrcIP', op: 'eq', value: '192.0.2.7' } },
      { kind: 'exclude', condition: { field: 'SrcIP', op: 'ne', value: '192.0.2.7' } },
    ],
  }
  const hostHint = expect.objectContaining({ type: 'host', value: 'fw-1' })

  test.each<[parameters: string, members: object]>([
    ['', {}],
    ['actions_hint=false&add_geoip_data=0', {}],
    ['actions_hint=true', { actions_hint: { host: [hostHint], SrcIP: [tagHint] } }],
    ['add_geoip_data=1', { geoip: { SrcIP: place } }],
    [
      'actions_hint=1&add_geoip_data=true',
      { actions_hint: { host: [hostHint], SrcIP: [{ ...tagHint, geoip: place }] }, geoip: { SrcIP: place } },
    ],
    ['add_trigger_data=true', { triggers_fired_data: [] }],
  ])('%j', async (parameters, members) => {
    proves('GET /api/events/{ev_id} actions_hint', 'GET /api/events/{ev_id} add_trigger_data')
    const plain = (await get('/api/events/42')).json()
    expect((await get(`/api/events/42?${parameters}`)).json()).toEqual({ ...plain, ...members })
  })

  test('hints offer to make triggers to users who may', async () => {
    const kinds = async (token: TokenName) => {
      const { actions_hint } = (await get('/api/events/42?actions_hint=1', token)).json()
      return actions_hint.SrcIP[0].actions.map(({ kind }: { kind: string }) => kind)
    }
    expect(await kinds('user-ann')).toEqual(['search', 'filter', 'exclude'])
    expect(await kinds('user-admin')).toEqual(['search', 'filter', 'exclude', 'trigger'])
  })

  test('is asked for with true or false', async () => {
    const answer = await get('/api/events/42?actions_hint=maybe&add_geoip_data=2')
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        actions_hint: 'Must be a valid boolean.',
        add_geoip_data: 'Must be a valid boolean.',
        code: 'validation',
      },
    ])
  })
})

test.each<[TokenName, number, number]>([
  ['user-ann', 42, 200],
  ['user-ann', 43, 404],
  ['user-admin', 43, 200],
  ['user-bob', 42, 403],
])('%s asks for %i', async (token, id, status) => {
  for (const part of ['', '/timestamps', '/triggers']) {
    expect((await get(`/api/events/${id}${part}`, token)).statusCode).toBe(status)
  }
})

test('its occurrences, newest first, in pages', async () => {
  proves('GET /api/events/{ev_id}/timestamps 200')
  expect((await get('/api/events/42/timestamps?page=3&page_size=120')).json()).toEqual({
    id: 42,
    count: 250,
    timestamps: Array.from({ length: 10 }, (_, index) => 1767225609.120031 - index).map(time =>
      expect.closeTo(time, 6),
    ),
    item_count: 250,
    page_count: 3,
    page_number: 3,
    page_size: 120,
  })
})

test('its triggers: none', async () => {
  const none = { objects: [], item_count: 0, page_count: 1, page_number: 1 }
  expect((await get('/api/events/42/triggers')).json()).toEqual({ ...none, page_size: 100 })
  expect((await get('/api/events/42/triggers/?page_size=7')).json()).toEqual({ ...none, page_size: 7 })
  const beyond = await get('/api/events/42/triggers?page=2')
  expect([beyond.statusCode, beyond.json()]).toEqual([404, { detail: 'Invalid page.', code: 'invalid_page' }])
})
