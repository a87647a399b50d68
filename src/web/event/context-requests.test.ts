import { expect, test } from 'vitest'
import { testEvent } from '../results/testing/test-event.ts'
import {
  contextRequest,
  contextSide,
  contextTags,
  moreTies,
  scopeOf,
  scopePills,
} from './context-requests.ts'

const event = testEvent({ id: 5, _id: '5', last_occurrence: 700_000.25 })

test('the scopes are filters like others', () => {
  expect(scopePills(event, 'all')).toEqual([])
  expect(scopePills(event, 'program').map(({ field, values }) => [field, ...values])).toEqual([
    ['host', 'web-1'],
    ['program', 'app'],
  ])
})

test('a tag of the event is a scope, and a tag that it lacks is not', () => {
  const tagged = { ...event, user_tags: { trace: '4bf', empty: '', long: 'x'.repeat(2_000) } }
  expect(contextTags(tagged)).toEqual(['trace'])
  expect(scopePills(tagged, 'tag:trace')).toEqual([{ field: 'trace', op: 'eq', values: ['4bf'], off: false }])
  expect(scopeOf(tagged, 'tag:trace')).toBe('tag:trace')
  expect((['tag:empty', 'tag:other', undefined, 'host'] as const).map(one => scopeOf(tagged, one))).toEqual([
    'program',
    'program',
    'program',
    'host',
  ])
})

test('the nearest events come first, on both sides', () => {
  expect(
    contextRequest(event, 'host', 'before', { count: 10, ties: 0, reachSeconds: 604_800 }).params,
  ).toEqual({
    time_range: { ts_from: 95_200, ts_to: 700_001 },
    filter: [
      { field: 'host', op: 'eq', value: 'web-1' },
      { field: 'last_occurrence', op: 'le', value: 700_000.25 },
    ],
    sort: ['-last_occurrence'],
    page_size: 11,
    freeze_time: true,
  })
  expect(
    contextRequest(event, 'all', 'after', { count: 10, ties: 100, reachSeconds: 3_600 }).params,
  ).toMatchObject({
    time_range: { ts_from: 700_000, ts_to: 703_600 },
    filter: [{ field: 'last_occurrence', op: 'ge', value: 700_000.25 }],
    sort: ['last_occurrence'],
    page_size: 111,
  })
})

const at = (id: number, seconds: number) =>
  testEvent({ id, _id: String(id), last_occurrence: 700_000.25 + seconds })

test('events of the same moment are on one side, and the event itself on none', () => {
  const before = { objects: [at(6, 0), event, at(4, 0), at(3, -1), at(2, -2)], item_count: 5 }
  const after = { objects: [at(4, 0), event, at(6, 0), at(7, 1), at(8, 2)], item_count: 5 }
  const ids = (side: 'before' | 'after') =>
    contextSide(event, side, 2, side === 'before' ? before : after).events.map(({ id }) => id)
  expect(ids('after')).toEqual([6, 7])
  expect(ids('before')).toEqual([4, 3])
})

const ties = [at(9, 0), at(8, 0), at(7, 0)]

test.each<[about: string, objects: (typeof event)[], items: number, wanted: object]>([
  ['a full page', [event, at(4, -1), at(3, -2)], 9, { hasMore: true, lacks: undefined }],
  [
    'more than the wanted events',
    [event, at(4, -1), at(3, -2), at(2, -3)],
    4,
    { hasMore: true, lacks: undefined },
  ],
  [
    'a range with no others than the wanted events',
    [event, at(4, -1), at(3, -2)],
    3,
    { hasMore: false, lacks: 'reach' },
  ],
  ['a page with one moment only', ties, 9, { events: [], hasMore: true, lacks: 'rows' }],
  ['a range that ends too early', [...ties, event, at(4, 0)], 5, { hasMore: false, lacks: 'reach' }],
])('%s', (_about, objects, item_count, wanted) => {
  expect(contextSide(event, 'before', 2, { objects, item_count })).toMatchObject(wanted)
})

test('pages grow over events of one moment up to the maximum of an answer', () => {
  expect([0, 100, 500].map(moreTies)).toEqual([100, 500, 2_100])
  const wanted = { count: 10, ties: 34_100, reachSeconds: 3_600 }
  expect(contextRequest(event, 'all', 'before', wanted).params.page_size).toBe(10_000)
  const objects = Array.from({ length: 10_000 }, (_, i) => at(20_000 - i, 0))
  expect(contextSide(event, 'before', 2, { objects, item_count: 20_000 }).lacks).toBeUndefined()
})
