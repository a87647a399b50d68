import { afterAll, beforeAll, expect, test } from 'vitest'
import type { QueryType } from '../../schema/query/query.ts'
import type { EventStore } from '../../storage/contract/event-store.ts'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import { eagerRollups } from '../../storage/testing/eager-rollups.ts'
import { rowsOf, spoolFile, type TestEvent } from '../../storage/testing/spool-file.ts'
import { eventually } from '../../testing/until.ts'
import { storeWith, testEvent } from '../kinds/testing/open-store.ts'
import type { InMemoryQueryService } from './in-memory-query-service.ts'
import { openQueryService } from './open.ts'
import { anna, ben } from './testing/test-query-service.ts'

const hours = { preset: 'last_6_hours', step: 3_600 }
/** Every type, live. */
const questions: [QueryType, object][] = [
  ['EventRate', { time_range: hours }],
  ['Search', { time_range: hours, page_size: 5 }],
  ['Search', { time_range: hours, filter: [{ field: 'counter', op: 'ge', value: 2 }] }],
  ['TopN', { time_range: hours, field: 'host' }],
  ['TopN', { time_range: hours, field: 'program', with_subperiods: true }],
  ['TopN', { time_range: hours, field: 'ut_user' }],
  ['LastN', { time_range: hours, field: 'host' }],
]

let store: EventStore
let real: SqlStore
let ids = 0

/** An event that happened `ago` seconds ago. */
function happened(ago: number, also: Partial<TestEvent> = {}): TestEvent {
  const second = Math.floor(Date.now() / 1000) - ago
  ids++
  return testEvent(ids, [second, second + 1], {
    host: `fw-${ids % 3}`,
    tags: { user: `u${ids % 4}` },
    ...also,
  })
}

beforeAll(async () => {
  const ago = [1, 100, 4_000, 9_000, 20_000]
  real = await storeWith(
    ago.map(seconds => happened(seconds)),
    eagerRollups,
  )
  // Multiplies the estimate of rows, so that ranges are cut into slices.
  store = Object.create(real, {
    estimateRows: { value: (from: number, to: number) => real.estimateRows(from, to) * 1_000_000 },
  })
})
afterAll(async () => await store.close())

function openAnother(): InMemoryQueryService {
  return openQueryService({
    store,
    timezone: 'UTC',
    log: (_message, error) => expect(error).toBeUndefined(),
    // Waits for answers even on a busy machine.
    limits: { answerWaitMs: 30_000 },
  })
}

test('live queries of every type show what a new query would, while events come in early and late', async () => {
  const live = openAnother()
  const shown: unknown[] = []
  for (const [i, [type, params]] of questions.entries()) {
    const { query } = await live.create(anna, type, params)
    expect(query).toMatchObject({ status: 'SUCCESS' })
    const show = ({ text }: { text: string }) => {
      shown[i] = JSON.parse(text).results
    }
    live.watch(anna, String(query.query_id), show, () => {})
  }
  const rounds = [
    [happened(0)],
    [happened(0), happened(70)],
    [happened(8_000, { host: 'late' }), happened(1)],
  ]
  for (const events of rounds) {
    await store.append(spoolFile(events.flatMap(rowsOf)))
    const wanted = async (): Promise<unknown[]> => {
      const fresh = openAnother()
      const all = await Promise.all(questions.map(([type, params]) => fresh.create(ben, type, params)))
      await fresh.close()
      return all.map(({ query }) => query.results)
    }
    await eventually(async () => [shown, await wanted()]).toSatisfy(isSame)
  }
  expect(JSON.stringify(shown[3])).toContain('late')
  await live.close()
})

function isSame([shown, wanted]: [unknown, unknown]): boolean {
  return JSON.stringify(shown) === JSON.stringify(wanted)
}

test('reports how results were computed: from rows the first time, from memory the next', async () => {
  const queryService = openAnother()
  const ask = async (params: object) => {
    const { query } = await queryService.create(anna, 'TopN', {
      time_range: hours,
      field: 'program',
      ...params,
    })
    const explained = await queryService.explain(anna, String(query.query_id))
    return { query, explained }
  }
  const first = await ask({ filter: [{ field: 'severity', op: 'le', value: 7 }] })
  expect(first.explained).toMatchObject({
    refresh: false,
    messages: 'unread',
    rows_in_range: expect.any(Number),
  })
  expect(first.explained?.engine?.statements).toBeGreaterThan(0)
  expect(first.explained?.slices?.computed).toBeGreaterThan(0)
  expect(first.explained?.engine?.read?.rows).toBeGreaterThanOrEqual(5)
  expect(first.explained?.engine?.read?.bytes).toBeGreaterThan(first.explained?.engine?.read?.rows ?? 0)
  for (let limit = 1; limit < 3; limit++) {
    await ask({ limit })
    await real.rollups.settled()
  }
  const { explained } = await ask({ limit: 3 })
  expect(explained?.counts).toMatchObject({ counted: 0 })
  expect(explained?.counts?.from_memory).toBeGreaterThan(0)
  expect(explained?.engine?.read).toEqual({ statements: 0, rows: 0, bytes: 0 })
  const word = await ask({ filter: [{ field: 'message', value: 'accepted' }] })
  expect(word.explained).toMatchObject({ messages: 'index' })
  const part = await ask({ filter: [{ field: 'message', value: 'accep*' }] })
  expect(part.explained).toMatchObject({ messages: 'scanned' })
  await queryService.close()
})

test('a reader from whom hosts are hidden gets no figure that depends on their events', async () => {
  const queryService = openAnother()
  const carl = { ...ben, userId: 3, hosts: ['fw-1', 'fw-2'] }
  const explained = async (reader: typeof anna, word: string) => {
    const params = { time_range: hours, filter: [{ field: 'message', value: word }] }
    const { query } = await queryService.create(reader, 'Search', params)
    return await queryService.explain(reader, String(query.query_id))
  }
  // A word that only hidden events have, and a word that no event has.
  for (const word of ['accepted', 'zzz']) {
    expect(await explained(carl, word)).toEqual({
      computed_at: expect.any(Number),
      refresh: false,
      messages: 'index',
    })
  }
  expect(await explained(anna, 'accepted')).toHaveProperty('engine.read.rows')
  await queryService.close()
})
