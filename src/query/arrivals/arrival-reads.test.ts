import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import { storeWith, testEvent } from '../kinds/testing/open-store.ts'
import { immediateTurns } from '../logql/testing/no-events.ts'
import { ArrivalReads, decodeCursor, encodeCursor } from './arrival-reads.ts'

const start = 1_767_225_600
let store: SqlStore
beforeAll(async () => {
  store = await storeWith([
    testEvent(1, [start], { host: 'fw-1' }),
    testEvent(2, [start + 60], { host: 'web-1' }),
    testEvent(3, [start + 120], { host: 'fw-1', message: 'm'.repeat(60_000) }),
  ])
})
afterAll(() => store.close())

test('a reader gets arrivals of its hosts, with dates of its zone and notes', async () => {
  const note = { id: 7, text: 'Fan' }
  const arrivals = new ArrivalReads({
    store,
    turns: immediateTurns,
    // The reads use no other member of notes.
    notes: { ofEvents: async () => new Map([[3, { count: 1, notes: [note] as never[] }]]) },
    timezone: 'Asia/Tokyo',
  })
  const { signal } = new AbortController()
  const after = encodeCursor({ since: { batch: 0, missing: [] } })
  const read = async (hosts: string[], also: object = {}) => {
    const { objects, has_more } = await arrivals.read({ userId: 1, hosts }, { after, ...also }, signal)
    return [
      objects.map(({ id, first_occurrence_date, notes_count }) => [id, first_occurrence_date, notes_count]),
      has_more,
    ]
  }
  expect(await read(['fw-*'])).toEqual([
    [
      [1, '2026/01/01 09:00:00', 0],
      [3, '2026/01/01 09:02:00', 1],
    ],
    false,
  ])
  expect(await read(['*'], { limit: 1, from: start + 60, timezone: 'UTC' })).toEqual([
    [[2, '2026/01/01 00:01:00', 0]],
    true,
  ])
  expect(await read([])).toEqual([[], false])
})

test('cursors are read back, and nothing else is one', () => {
  const place = (batch: number, ...missing: number[]) => ({ batch, missing })
  for (const cursor of [
    { since: place(7, 3, 5) },
    { since: place(7), rest: { upTo: place(2 ** 53 - 1, 8), afterId: 12 } },
  ])
    expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor)
  for (const parts of [
    '',
    '7',
    '[7]',
    '[7,8]',
    '[-1,[]]',
    '[1.5,[]]',
    '["7",[]]',
    '[7,["8"]]',
    '[7,[],8,[]]',
    '[7,[],8,[],"9"]',
    '[7,[],8,[],9,9]',
  ])
    expect(decodeCursor(Buffer.from(parts).toString('base64url')), parts).toBeUndefined()
})
