import { expect, test } from 'vitest'
import { Fault } from '../../schema/fault.ts'
import type { SlowQuery } from '../../schema/store/slow-query.ts'
import { emptyAccount } from '../../storage/contract/event-store.ts'
import { eventually } from '../../testing/until.ts'
import { type EndedComputation, SlowQueries } from './slow-queries.ts'

const ended: EndedComputation = {
  queryId: 'q1',
  type: 'TopN',
  userId: 7,
  filter: [{ field: 'host', value: 'fw-1' }],
  range: { from: 100, to: 200 },
  isRefresh: false,
  isStopped: false,
  startedAt: 1_000_000,
  endedAt: 1_002_000,
  waitedMs: 12.6,
  account: {
    ...emptyAccount(),
    statements: 2,
    engineMs: 1_500.4,
    sampleStatements: ['SELECT 1'],
    tilesFromMemory: 3,
  },
}
const rowsOf = (rows: number) => ({ readBounds: async () => ({ rows, bytes: 0 }) })

function noted(threshold: number, store: ConstructorParameters<typeof SlowQueries>[1] = rowsOf(0)) {
  const logged: SlowQuery[] = []
  return { logged, slow: new SlowQueries(threshold, store, entry => logged.push(entry)) }
}

test('a computation above the threshold is logged with what it read, and listed', async () => {
  const { slow, logged } = noted(2_000, rowsOf(5_000))
  slow.record(ended)
  await eventually(() => logged.length).toBe(1)
  const entry: SlowQuery = {
    ended_at: 1_002,
    query_id: 'q1',
    type: 'TopN',
    user_id: 7,
    filter: '[{"field":"host","value":"fw-1"}]',
    from: 100,
    to: 200,
    is_refresh: false,
    outcome: 'answered',
    code: null,
    duration: 2_000,
    waited: 13,
    statements: 2,
    engine_time: 1_500,
    rows_read: 5_000,
    read_from: ['counts', 'sql'],
  }
  expect(logged).toEqual([entry])
  expect(slow.list).toEqual([entry])
})

test.each([
  ['below the threshold', 2_001],
  ['switched off', 0],
])('nothing is noted %s', (_, threshold) => {
  const { slow, logged } = noted(threshold)
  slow.record(ended)
  expect([slow.list, logged]).toEqual([[], []])
})

test('how it ended, where it read, and a filter that is shortened', () => {
  const { slow } = noted(1)
  const account = emptyAccount()
  const { waitedMs, ...unanswered } = { ...ended, account, waitedMs: undefined }
  slow.record({ ...unanswered, waitedMs, error: new Fault('query_timeout') })
  slow.record({ ...unanswered, waitedMs, error: new Error('a secret of the engine') })
  slow.record({ ...unanswered, waitedMs, error: new Error('stopped'), isStopped: true })
  slow.record({ ...ended, account: { ...account, tilesFromMemory: 1 }, filter: ['x'.repeat(1_000)] })
  expect(
    slow.list.map(({ outcome, code, waited, read_from, rows_read }) => [
      outcome,
      code,
      waited,
      read_from,
      rows_read,
    ]),
  ).toEqual([
    ['answered', null, 13, ['counts'], 0],
    ['stopped', null, null, ['rows'], 0],
    ['failed', 'internal', null, ['rows'], 0],
    ['failed', 'query_timeout', null, ['rows'], 0],
  ])
  expect(slow.list[0]?.filter).toHaveLength(300)
  expect(JSON.stringify(slow.list)).not.toContain('secret')
})

test('the newest 200 are listed', () => {
  const { slow } = noted(1)
  for (let at = 0; at < 250; at++) slow.record({ ...ended, queryId: `q${at}`, account: emptyAccount() })
  expect(slow.list).toHaveLength(200)
  expect([slow.list[0]?.query_id, slow.list[199]?.query_id]).toEqual(['q249', 'q50'])
})

test('the engine is asked for one at a time, and one that does not tell keeps nothing from the log', async () => {
  let asked = 0
  const never = Promise.withResolvers<never>()
  const readBounds = () => {
    asked++
    return never.promise
  }
  const { slow, logged } = noted(1, { readBounds })
  for (let at = 0; at < 3; at++) slow.record(ended)
  await eventually(() => logged.length).toBe(2)
  expect([asked, logged[0]?.rows_read]).toEqual([1, null])
  never.reject(new Error('the engine ends'))
  await eventually(() => logged.length).toBe(3)
  expect(logged[2]?.rows_read).toBeNull()
})
