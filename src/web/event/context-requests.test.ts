import { expect, test } from 'vitest'
import { testEvent } from '../results/testing/test-event.ts'
import { contextRequest, contextRows, scopePills } from './context-requests.ts'

const event = testEvent({ id: 5, _id: '5', last_occurrence: 700_000.25 })

test('the scopes are filters like others', () => {
  expect(scopePills(event, 'all')).toEqual([])
  expect(scopePills(event, 'program').map(({ field, values }) => [field, ...values])).toEqual([
    ['host', 'web-1'],
    ['program', 'app'],
  ])
})

test('the nearest events come first, on both sides', () => {
  expect(contextRequest(event, 'host', 'before', 10, 604_800).params).toEqual({
    time_range: { ts_from: 95_200, ts_to: 700_001 },
    filter: [
      { field: 'host', op: 'eq', value: 'web-1' },
      { field: 'last_occurrence', op: 'le', value: 700_000.25 },
    ],
    sort: ['-last_occurrence'],
    page_size: 11,
    freeze_time: true,
  })
  expect(contextRequest(event, 'all', 'after', 10, 3_600).params).toMatchObject({
    time_range: { ts_from: 700_000, ts_to: 703_600 },
    filter: [{ field: 'last_occurrence', op: 'ge', value: 700_000.25 }],
    sort: ['last_occurrence'],
  })
})

test('events of the same moment are shown once, and the event itself not among them', () => {
  const at = (id: number, seconds: number) =>
    testEvent({ id, _id: String(id), last_occurrence: 700_000.25 + seconds })
  const rows = contextRows(
    event,
    [at(6, 0), event, at(4, 0), at(3, -1), at(2, -2)],
    [at(4, 0), event, at(6, 0), at(7, 1), at(8, 2)],
    { before: 2, after: 2 },
  )
  expect(rows.after.map(({ id }) => id)).toEqual([7, 6])
  expect(rows.before.map(({ id }) => id)).toEqual([4, 3])
})
