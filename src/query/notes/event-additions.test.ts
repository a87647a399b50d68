import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTemporaryMetadata } from '../../metadata/testing/temporary.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import { eventually } from '../../testing/until.ts'
import { storeWith, testEvent } from '../kinds/testing/open-store.ts'
import { openQueryService } from '../life/open.ts'
import { anna } from '../life/testing/test-query-service.ts'
import { EventAdditions } from './event-additions.ts'

const start = Date.UTC(2026, 0, 15, 13) / 1000
const question = { time_range: { ts_from: start, ts_to: start + 60 } }

let store: SqlStore
beforeAll(async () => {
  store = await storeWith([testEvent(1, [start + 1], { triggers: [5] }), testEvent(2, [start + 2])])
})
afterAll(() => store.close())

test('pages of a Search name the triggers with a condition that their events set off, live too, beside notes', async () => {
  const { metadata } = await openTemporaryMetadata()
  const { users, triggers, notes, firedTriggers, feed, db } = metadata
  const { id: ann } = await users.create({ username: 'ann' })
  const { id } = await triggers.create({ userId: ann, managesTriggers: false }, { name: 'Many', filter: [] })
  const queryService = openQueryService({
    store,
    notes: new EventAdditions(notes, firedTriggers),
    timezone: 'UTC',
    log: (message, error) => expect.unreachable(`${message}: ${error}`),
  })
  const { query } = await queryService.create(anna, 'Search', question)
  const told: Record<string, [triggers: number[], notes: number]>[] = []
  queryService.watch(
    anna,
    String(query.query_id),
    ({ text }) => {
      // The complete results of a Search have this shape.
      const { objects } = (JSON.parse(text).results as SearchResults).events
      for (const event of objects) expect(event.triggers_fired_count).toBe(event.trigger_ids.length)
      told.push(Object.fromEntries(objects.map(event => [event._id, [event.trigger_ids, event.notes_count]])))
    },
    () => {},
  )
  expect(told.at(-1)).toEqual({ 1: [[5], 0], 2: [[], 0] })
  const fire = (event_id: number) =>
    db
      .insertInto('trigger_fires')
      .values({ trigger_id: id, event_id, event_at: start * 1_000_000, fired_at: start * 1_000_000 })
      .execute()
  await fire(1)
  await fire(2)
  await fire(2)
  await feed.transaction(async (_, publish) => publish('fires', [1, 2, 2]))
  await eventually(() => told.at(-1)).toEqual({ 1: [[5, id], 0], 2: [[id], 0] })
  await notes.create(ann, { id: 2, ts: (start + 2) * 1_000_000 }, 'Fan')
  await eventually(() => told.at(-1)).toEqual({ 1: [[5, id], 0], 2: [[id], 1] })
  const { signal } = new AbortController()
  const answer = await queryService.answer(anna, { type: 'Search', params: question }, signal)
  expect(answer.events?.triggers).toEqual(
    new Map([
      [1, [id]],
      [2, [id]],
    ]),
  )
  await firedTriggers.removeBefore((start + 1) * 1_000_000)
  expect(await firedTriggers.ofEvents([1, 2])).toEqual(new Map())
  await queryService.close()
})
