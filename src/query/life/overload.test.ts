import { expect, test } from 'vitest'
import { Fault } from '../../schema/fault.ts'
import { pass, startOfTest, stoppedClock } from './testing/clock.ts'
import { anna, ben, gate, testQueryService } from './testing/test-query-service.ts'

stoppedClock()

const now = startOfTest / 1000
const lastHour = { time_range: { preset: 'last_1_hours' } }
const takes = (milliseconds: number) => () => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

test('a query that waits for others shows how many, when it is asked for and to its watchers', async () => {
  const { queryService, kind } = testQueryService({ shortSlots: 1 })
  const { work, open } = gate()
  kind.work = work
  const ask = (reader: typeof anna, label: string) =>
    queryService.create(reader, 'Counting', { ...lastHour, label })
  const asked = Promise.all([ask(anna, 'a'), ask(anna, 'b'), ask(anna, 'c'), ask(ben, 'd')])
  await pass(1_000)
  const queries = (await asked).map(({ query }) => query)
  expect(queries.map(query => query.queue_position)).toEqual([undefined, 1, 3, 2])
  const [first, , last] = queries.map(({ query_id }) => String(query_id))
  const updates: (number | undefined)[] = []
  const update = ({ text }: { text: string }) => updates.push(JSON.parse(text).queue_position)
  queryService.watch(anna, last ?? '', update, () => {})
  await queryService.stop(anna, first ?? '')
  await pass(3_000)
  expect(await queryService.read(anna, last ?? '')).toMatchObject({
    status: 'IN_PROGRESS',
    queue_position: 2,
  })
  open()
  await pass(1_000)
  const answered = await queryService.read(anna, last ?? '')
  expect([answered.status, answered.queue_position]).toEqual(['SUCCESS', undefined])
  expect(updates).toEqual([3, 2, undefined])
})

test('a user who asks little gets a turn between the queries of one who asks much', async () => {
  const { queryService, kind } = testQueryService({ shortSlots: 1 })
  kind.work = takes(100)
  const answered: string[] = []
  const ask = (reader: typeof anna, label: string) =>
    void queryService.create(reader, 'Counting', { ...lastHour, label }).then(({ finished }) => {
      if (finished) answered.push(label)
    })
  for (let i = 1; i <= 40; i++) ask(anna, `anna ${i}`)
  ask(ben, 'ben 1')
  ask(ben, 'ben 2')
  await pass(600)
  expect(answered.slice(0, 5)).toEqual(['anna 1', 'ben 1', 'anna 2', 'ben 2', 'anna 3'])
})

test('an update that had to wait shows of which moment it is, and when it was made', async () => {
  const { queryService, kind, store } = testQueryService({ shortSlots: 1 })
  const { query } = await queryService.create(ben, 'Counting', lastHour)
  const updates: { base_time: number; updated_at: number; results: { count?: number } }[] = []
  const update = ({ text }: { text: string }) => updates.push(JSON.parse(text))
  queryService.watch(ben, String(query.query_id), update, () => {})
  kind.work = takes(5_000)
  void queryService.create(anna, 'Counting', { ...lastHour, label: 'what takes the turn' })
  await pass(10)
  kind.work = async () => {}
  kind.events.push(now)
  store.touch(now)
  await pass(6_000)
  expect(updates.map(({ results }) => results.count)).toEqual([0, 1])
  const { base_time = 0, updated_at = 0 } = updates[1] ?? {}
  expect(base_time).toBe(now + 1)
  expect(updated_at - base_time).toBe(4)
})

test('progress resumes from where it was after a restart of the engine, and never falls', async () => {
  const { queryService, kind, store } = testQueryService()
  store.density = 30_000
  Object.assign(kind, { costPerRow: 'scan', isPeriodic: true })
  kind.work = takes(100)
  const created = queryService.create(anna, 'Counting', { time_range: { preset: 'last_24_hours', step: 60 } })
  await pass(1_000)
  const { query } = await created
  const progress: number[] = []
  const update = ({ text }: { text: string }) => progress.push(JSON.parse(text).progress)
  queryService.watch(anna, String(query.query_id), update, () => {})
  await pass(9_000)
  const before = progress.at(-1) ?? 0
  const computed = kind.computed.length
  kind.work = () => Promise.reject(new Fault('storage_unavailable'))
  await pass(100)
  kind.work = takes(100)
  await pass(1_000)
  expect(kind.computed.length).toBeGreaterThan(computed)
  expect(progress.at(-1)).toBeGreaterThanOrEqual(before)
  await pass(100_000)
  expect(progress.at(-1)).toBe(100)
  expect(before).toBeGreaterThan(10)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
})

test('a question whose reader left before its answer is given up', async () => {
  const { queryService, kind } = testQueryService({ shortSlots: 1, maxWaitingPerUser: 1 })
  kind.work = gate().work
  const left = new AbortController()
  const ask = (label: string, signal?: AbortSignal) =>
    queryService.create(anna, 'Counting', { ...lastHour, label }, signal)
  const asked = ['a', 'b'].map(label =>
    expect(ask(label, left.signal)).rejects.toThrow('the page was closed'),
  )
  await pass(10)
  left.abort(new Error('the page was closed'))
  await Promise.all(asked)
  kind.work = async () => {}
  expect(await ask('c')).toMatchObject({ finished: true })
  expect(queryService.activity.queries).toBe(1)
})
