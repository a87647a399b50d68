import { describe, expect, test } from 'vitest'
import { eventWith } from '../../filter/testing/event.ts'
import { type GeoipSource, parsePlace, readDatabase } from '../../geoip/geoip-file.ts'
import { parsePublicAddress } from '../../geoip/public-address.ts'
import { melbourne, smallDatabase } from '../../geoip/testing/places.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import { zoneNamed } from '../../time/zone.ts'
import { eventRecord } from '../event-record.ts'
import { decorate } from './decorate.ts'

const utc = zoneNamed('UTC')
if (utc === undefined) throw new Error('there is UTC')

const database = readDatabase(smallDatabase())
const geoip: GeoipSource = {
  placeOf(text) {
    const address = parsePublicAddress(text)
    return address === undefined ? undefined : parsePlace(database.get(address))
  },
}
const { signal } = new AbortController()

function query(
  type: string,
  results: Record<string, unknown>,
): QueryRepresentation & { results: Record<string, unknown> } {
  return frozen({
    query_id: 'q1',
    status: 'SUCCESS',
    type,
    base_time: 1,
    progress: 100,
    results,
    params: {},
    owner_id: 1,
    created_at: 1,
    updated_at: 1,
  })
}

/** Freezes a value deeply: any change throws. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}

const period = { ts_from: 0, ts_to: 60 }
const home = { name: '1.120.0.1', count: 3 }
const abroad = { name: '9.9.9.9', count: 2 }
const topN = query('TopN', {
  totals: {
    ...period,
    values: [
      { ...home, subfields: { SrcIP: [home], severity: [{ name: 3, count: 1 }] } },
      abroad,
      { name: 4, count: 1 },
    ],
    cardinality: 3,
  },
  details: [{ ...period, values: [abroad, home], total_values: [home], total_count: 6 }],
  top_periods: [{ ...period, values: [home, { name: 'other', count: 1 }], total_count: 6 }],
})
const event = eventRecord(
  eventWith({
    host: '1.120.0.1',
    message: 'from 1.120.0.2 and 10.0.0.1',
    tags: { via: 'x 1.120.0.3', ut: '8.8.8.8' },
  }),
  utc,
)
const search = query('Search', {
  totals: { ...period, count: 1, occurrences: 1 },
  events: { page_number: 1, page_size: 100, offset: 0, page_count: 1, item_count: 1, objects: [event] },
})

describe('add_geoip_data', () => {
  const placed = { ...home, geoip: melbourne }

  test('on a TopN: wherever values stand', async () => {
    const { results } = await decorate(topN, { add_geoip_data: true }, geoip, signal)
    expect(results).toEqual({
      totals: {
        ...period,
        values: [
          { ...placed, subfields: { SrcIP: [placed], severity: [{ name: 3, count: 1 }] } },
          abroad,
          { name: 4, count: 1 },
        ],
        cardinality: 3,
      },
      details: [{ ...period, values: [abroad, placed], total_values: [placed], total_count: 6 }],
      top_periods: [{ ...period, values: [placed, { name: 'other', count: 1 }], total_count: 6 }],
    })
  })

  test('on a TopN that is its totals alone, and on a LastN', async () => {
    const totals = { ...period, values: [{ ...home, last_seen: 2.5 }, abroad], cardinality: 2 }
    for (const type of ['TopN', 'LastN']) {
      const { results } = await decorate(query(type, { totals }), { add_geoip_data: true }, geoip, signal)
      expect(results).toEqual({ totals: { ...totals, values: [{ ...placed, last_seen: 2.5 }, abroad] } })
    }
  })

  test('on events: by field, and on each hint', async () => {
    const wishes = { add_geoip_data: true, actions_hint: true }
    const decorated = await decorate(search, wishes, geoip, signal)
    expect(decorated.results).toMatchObject({
      events: {
        objects: [
          {
            geoip: { host: melbourne, ut: { country: 'United States', state: '', city: '' } },
            actions_hint: {
              message: [{ value: '1.120.0.2', geoip: melbourne }, { value: '10.0.0.1' }],
              via: [{ value: '1.120.0.3', geoip: melbourne }],
            },
          },
        ],
      },
    })
    expect(JSON.stringify(decorated).match(/"geoip":/g)).toHaveLength(5)
  })

  test.each(['Search', 'TopN', 'LastN'])('without a file a %s stays as it is', async type => {
    const plain = query(type, type === 'Search' ? search.results : topN.results)
    expect(await decorate(plain, { add_geoip_data: true }, undefined, signal)).toEqual(plain)
  })
})

test('actions_hint is for the events of a Search, and leaves the rest as it is', async () => {
  const { results } = await decorate(search, { actions_hint: true }, geoip, signal)
  expect(results).toEqual({
    ...search.results,
    events: {
      page_number: 1,
      page_size: 100,
      offset: 0,
      page_count: 1,
      item_count: 1,
      objects: [{ ...event, actions_hint: expect.objectContaining({ message: expect.any(Array) }) }],
    },
  })
  expect(await decorate(topN, { actions_hint: true }, geoip, signal)).toBe(topN)
})

test('an answer has no more than about 20,000 hints; later events have no actions_hint', async () => {
  const busy = { ...event, host: '', user_tags: {}, message: '10.0.0.1 '.repeat(100) }
  const { totals } = search.results
  const long = query('Search', { totals, events: { objects: Array.from({ length: 250 }, () => busy) } })
  const { results } = await decorate(long, { actions_hint: true }, undefined, signal)
  // Results of a Search have this shape.
  const { objects } = (results as SearchResults).events
  expect(objects.findIndex(one => one.actions_hint === undefined)).toBe(200)
  expect(objects).toHaveLength(250)
})

test.each([
  ['EventRate', { totals: period, details: [] }],
  ['System_CPU', { totals: {}, details: [] }],
  ['Search', {}],
  ['TopN', {}],
])('a %s with the results %j stays as it is', async (type, results) => {
  const plain = query(type, results)
  expect(await decorate(plain, { actions_hint: true, add_geoip_data: true }, geoip, signal)).toBe(plain)
})

test('nothing is done that was not requested', async () => {
  expect(await decorate(search, {}, geoip, signal)).toBe(search)
  expect(await decorate(search, { actions_hint: false, add_geoip_data: false }, geoip, signal)).toBe(search)
})

test('a reader who has left is not worked for, and others get their turn', async () => {
  const left = new AbortController()
  const message = '10.0.0.1:'.repeat(7_000)
  const objects = Array.from({ length: 1_000 }, () => ({ ...event, message }))
  const { totals } = search.results
  const long = query('Search', { totals, events: { objects } })
  setImmediate(() => left.abort(new Error('gone')))
  await expect(decorate(long, { actions_hint: true }, undefined, left.signal)).rejects.toThrow('gone')
})
