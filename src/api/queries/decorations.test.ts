import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../testing/conformance/proves.ts'
import { adminId, tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const place = { country: 'Australia', state: 'Victoria', city: 'Melbourne' }
let server: TestServer
beforeAll(async () => {
  server = await testServer({ geoip: { placeOf: text => (text === '192.0.2.7' ? place : undefined) } })
})
afterAll(() => server.app.close())

/** Requests a query of the service that has these results. */
async function ask(type: string, results: Record<string, unknown>) {
  const headers = tokenHeaders('user-ann')
  const payload = { type, params: {} }
  const made = await server.app.inject({ method: 'POST', url: '/api/query', headers, payload })
  const id: string = made.json().query_id
  const query = server.queryService.queries.get(id)
  if (query === undefined) throw new Error('the desk has what it made')
  server.queryService.queries.set(id, { ...query, results })
  return async (parameters: string) =>
    (await server.app.inject({ url: `/api/query/${id}?${parameters}`, headers })).json().results
}

test('add_geoip_data adds places to a TopN, in this answer alone', async () => {
  proves('GET /api/query/{qid} add_geoip_data')
  const values = [{ name: '192.0.2.7', count: 3 }]
  const results = { totals: { ts_from: 0, ts_to: 60, values, cardinality: 1, count: 1 } }
  const get = await ask('TopN', results)
  const placed = { totals: { ...results.totals, values: [{ ...values[0], geoip: place }] } }
  expect(await get('add_geoip_data=true')).toEqual(placed)
  expect(await get('actions_hint=true&add_trigger_data=true')).toEqual(results)
  expect(await get('')).toEqual(results)
})

test('actions_hint adds hints to the events of a Search, in this answer alone', async () => {
  proves('GET /api/query/{qid} actions_hint')
  const event = (await server.app.inject({ url: '/api/events/42', headers: tokenHeaders('user-ann') })).json()
  const page = { page_number: 1, page_size: 100, offset: 0, page_count: 1, item_count: 1 }
  const totals = { ts_from: 0, ts_to: 60, count: 1, occurrences: 250 }
  const results = { totals, events: { ...page, objects: [event] } }
  const get = await ask('Search', results)
  const { events } = await get('actions_hint=1&page=1')
  expect(events.objects[0].actions_hint.SrcIP[0]).toMatchObject({ type: 'ipv4', value: '192.0.2.7' })
  expect(await get('')).toEqual(results)
})

test('add_trigger_data adds what the events of a Search set off, in this answer alone', async () => {
  proves('GET /api/query/{qid} add_trigger_data')
  const { triggers } = server.people.metadata
  const owner = { userId: adminId, managesTriggers: true }
  const { id } = await triggers.create(owner, { name: 'Links', filter: [] })
  const plain = (await server.app.inject({ url: '/api/events/42', headers: tokenHeaders('user-ann') })).json()
  const event = { ...plain, trigger_ids: [id], triggers_fired_count: 1 }
  const other = { ...plain, id: 43 }
  const results = { totals: {}, events: { objects: [event, other] } }
  const get = await ask('Search', results)
  const { events } = await get('add_trigger_data=1')
  const fired = { trigger: { id, name: 'Links' }, fired_at: plain.first_occurrence, actions: [] }
  expect(events.objects).toEqual([{ ...event, triggers_fired_data: [fired] }, other])
  expect(await get('')).toEqual(results)
})
