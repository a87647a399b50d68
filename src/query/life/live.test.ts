import { expect, test, vi } from 'vitest'
import type { Reader } from '../query-service.ts'
import { noon, pass, startOfTest, stoppedClock } from './testing/clock.ts'
import { anna, ben, testQueryService } from './testing/test-query-service.ts'
import { watchedQuery } from './testing/watched-query.ts'

stoppedClock()

const now = startOfTest / 1000
const minute = 60
const lastHour = { time_range: { preset: 'last_1_hours' } }

test('a watcher gets the present state at once, then what is new', async () => {
  const { updates, appendEvent, query } = await watchedQuery()
  expect(updates).toEqual([{ ...query, at: 0 }])
  await pass(1_500)
  appendEvent(now + 1)
  await pass(1_000)
  expect(updates.map(({ results }) => results.count)).toEqual([0, 1])
})

test('nothing is sent when nothing changed, though rows came in', async () => {
  const { updates, store, kind } = await watchedQuery()
  const computed = kind.computed.length
  for (let second = 0; second < 20; second++) {
    store.touch(now + second)
    await pass(1_000)
  }
  expect(kind.computed.length).toBeGreaterThan(computed + 10)
  expect(updates.length).toBe(1)
})

test('a query that nothing touches is not computed again', async () => {
  const { kind, store } = await watchedQuery()
  const computed = kind.computed.length
  for (let second = 0; second < 25; second++) {
    store.touch(now - 200_000)
    await pass(1_000)
  }
  expect(kind.computed.length).toBe(computed)
})

test('a steady stream is sent once a second, and costs its newest minute', async () => {
  const { updates, appendEvent, computed } = await watchedQuery()
  appendEvent(now)
  await pass(1_000)
  const before = computed().length
  for (let tenth = 0; tenth < 200; tenth++) {
    appendEvent(now + Math.floor(tenth / 10))
    await pass(100)
  }
  const gaps = updates.slice(1).map(({ at }, i) => at - (updates[i]?.at ?? 0))
  expect(updates.length).toBeGreaterThan(18)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000)
  expect(updates.at(-1)?.results.count).toBeGreaterThan(190)
  for (const slice of computed().slice(before)) expect(slice.to - slice.from).toBe(minute)
})

test('after a rest rows are sent as soon as they are there', async () => {
  const { updates, appendEvent } = await watchedQuery()
  await pass(5_500)
  appendEvent(now + 5)
  await pass(0)
  expect(updates.map(({ at, results }) => [at, results.count])).toEqual([
    [0, 0],
    [5_500, 1],
  ])
})

test('one that takes long by chance does not make all later ones update old news', async () => {
  const { updates, appendEvent, kind } = await watchedQuery()
  await pass(2_050)
  kind.work = async () => {
    kind.work = async () => {}
    await new Promise(resolve => setTimeout(resolve, 400))
  }
  for (let tenth = 20; tenth < 200; tenth++) {
    appendEvent(now + Math.floor(tenth / 10))
    await pass(100)
  }
  const unknown = updates
    .slice(8)
    .map(({ at, results }) => Math.floor((at - 2_050) / 100) + 1 - (results.count ?? 0))
  expect(unknown.length).toBeGreaterThan(8)
  expect(Math.max(...unknown)).toBeLessThanOrEqual(1)
})

test('minutes that are over are not computed again, no matter how long the stream continues', async () => {
  const { appendEvent, computed, updates } = await watchedQuery({
    time_range: { ts_from: noon - 86_400, ts_to: noon + 3_600, step: minute },
  })
  appendEvent(now)
  await pass(1_000)
  const before = computed().length
  for (let second = 1; second < 600; second++) {
    appendEvent(now + second)
    await pass(1_000)
  }
  expect(
    Math.min(
      ...computed()
        .slice(before)
        .map(({ from }) => from),
    ),
  ).toBeGreaterThanOrEqual(noon)
  expect(computed().length - before).toBeLessThan(700)
  expect(updates.at(-1)?.results.count).toBeGreaterThan(595)
})

test('a late event has its own slice computed again and no other', async () => {
  const { updates, appendEvent, computed } = await watchedQuery()
  // All but the newest minutes are one slice so far. The first late event cuts it into several.
  appendEvent(now - 80_000)
  await pass(1_000)
  const before = computed().length
  const late = now - 40_000
  appendEvent(late)
  await pass(1_000)
  const [slice, ...others] = computed().slice(before)
  expect(others).toEqual([])
  expect(slice && slice.from <= late && late < slice.to && slice.to - slice.from < 40_000).toBe(true)
  expect(updates.at(-1)?.results.count).toBe(2)
})

test('a range that moves is sent with the minute that is new', async () => {
  // proves 'Queries relative range'
  const { updates, computed, appendEvent } = await watchedQuery()
  appendEvent(now)
  // All but the newest minutes are one slice so far. The first move cuts it into several.
  await pass(31_000)
  const before = computed().length
  const { from = 0, to = 0 } = updates.at(-1)?.results ?? {}
  expect(to).toBe(noon + 2 * minute)
  await pass(60_000)
  expect(updates.at(-1)?.results).toMatchObject({ from: from + minute, to: to + minute, count: 1 })
  const parts = computed().slice(before)
  expect(parts).toContainEqual({ from: to, to: to + minute })
  expect(parts.length).toBeLessThanOrEqual(3)
})

test('an absolute range shows periods that begin, and late events', async () => {
  const { updates, kind, appendEvent } = await watchedQuery({
    time_range: { ts_from: noon - 600, ts_to: noon + 600, step: minute },
  })
  const { whole } = kind.finished
  await pass(31_000)
  expect(kind.finished.whole).toBe(whole + 1)
  appendEvent(noon - 5)
  await pass(1_000)
  expect(updates.at(-1)?.results).toEqual(
    expect.objectContaining({ from: noon - 600, to: noon + 600, count: 1 }),
  )
})

test.each([
  ['in one piece', 0],
  ['in several, which are one once their counts are there', 3_000],
])('a query that took long only the first time, %s, is refreshed after as long', async (_how, density) => {
  const { queryService, kind, store } = testQueryService()
  let cost = 4_000
  store.density = density
  kind.work = ({ from, to }) => new Promise(resolve => setTimeout(resolve, to - from > 600 ? cost : 10))
  const created = queryService.create(anna, 'Counting', { time_range: { preset: 'last_1_hours' } })
  await pass(4_500)
  const { query } = await created
  const id = String(query.query_id)
  queryService.watch(
    anna,
    id,
    () => {},
    () => {},
  )
  cost = 10
  store.density = 0
  for (let second = 1; second <= 3; second++) {
    kind.events.push(now)
    store.touch(now)
    await pass(2_000)
    expect((await queryService.read(anna, id)).results).toMatchObject({ count: second })
  }
})

test('nothing is refreshed without watchers', async () => {
  const { kind, appendEvent, unwatch } = await watchedQuery()
  unwatch()
  await pass(2_000)
  const computed = kind.computed.length
  for (let second = 0; second < 10; second++) {
    appendEvent(now + second)
    await pass(1_000)
  }
  expect(kind.computed.length).toBe(computed)
})

test('a read answers at once with what there is and watches for a minute', async () => {
  const { queryService, kind, store } = testQueryService()
  const { query } = await queryService.create(anna, 'Counting', lastHour)
  const id = String(query.query_id)
  await pass(10_000)
  kind.events.push(now)
  store.touch(now)
  expect((await queryService.read(anna, id)).results).toMatchObject({ count: 0 })
  await pass(0)
  expect((await queryService.read(anna, id)).results).toMatchObject({ count: 1 })
  await pass(30_000)
  kind.events.push(now + 1)
  store.touch(now + 1)
  await pass(1_000)
  const third = await queryService.read(anna, id)
  expect(third.results).toMatchObject({ count: 2 })
  await pass(90_000)
  const computed = kind.computed.length
  store.touch(now + 1)
  await pass(10_000)
  expect(kind.computed.length).toBe(computed)
})

test('polling does not refresh more often than once a second', async () => {
  const { queryService, kind, store } = testQueryService()
  const { query } = await queryService.create(anna, 'Counting', lastHour)
  const before = kind.computed.length
  for (let tenth = 0; tenth < 100; tenth++) {
    store.touch(now)
    await queryService.read(anna, String(query.query_id))
    await pass(100)
  }
  expect(kind.computed.length - before).toBeLessThanOrEqual(11)
  expect(kind.computed.length - before).toBeGreaterThanOrEqual(9)
})

test('one text serves all who watch the same query, and each gets a refresh when it is made, whenever they came', async () => {
  const { queryService, id, appendEvent } = await watchedQuery()
  const updates: { who: string; at: number; text: string }[] = []
  const watch = (who: string, reader: Reader, query: unknown) =>
    queryService.watch(
      reader,
      String(query),
      ({ text }) => updates.push({ who, at: Date.now(), text }),
      () => {},
    )
  const equal = await queryService.create(ben, 'Counting', {
    time_range: { preset: 'last_24_hours', step: minute },
  })
  watch('anna', anna, id)
  await pass(700)
  watch('anna again', anna, id)
  watch('ben', ben, equal.query.query_id)
  for (let tenth = 0; tenth < 50; tenth++) {
    appendEvent(now + Math.floor(tenth / 10))
    await pass(100)
  }
  const timesOf = (who: string) => updates.filter(each => each.who === who).map(({ at }) => at)
  const times = timesOf('anna').slice(2)
  expect(times.length).toBeGreaterThanOrEqual(3)
  for (const [i, at] of times.slice(1).entries()) expect(at - (times[i] ?? 0)).toBeGreaterThanOrEqual(1_000)
  for (const who of ['anna again', 'ben']) expect(timesOf(who).slice(-times.length)).toEqual(times)
  const last = (who: string) => updates.findLast(each => each.who === who)?.text ?? ''
  expect(last('anna again')).toBe(last('anna'))
  const { query_id, ...others } = JSON.parse(last('ben'))
  expect(query_id).toBe(equal.query.query_id)
  expect({ ...others, owner_id: 1, query_id: id }).toEqual(await queryService.read(anna, id))
})

test('slices of unwatched queries are given back when they take too much memory', async () => {
  const { queryService, kind, store } = testQueryService({ maxSliceBytes: 1_000 })
  kind.isPeriodic = true
  store.density = 100
  kind.events.push(...Array.from({ length: 1_000 }, (_, i) => now - i))
  const { query } = await queryService.create(anna, 'Counting', lastHour)
  const id = String(query.query_id)
  const refreshed = async (): Promise<number> => {
    const before = kind.computed.length
    store.touch(now)
    await queryService.read(anna, id)
    await pass(2_000)
    return kind.computed.length - before
  }
  expect(await refreshed()).toBeGreaterThan(1)
  expect(await refreshed()).toBe(1)
  await pass(120_000)
  expect(await refreshed()).toBeGreaterThan(1)
  expect((await queryService.read(anna, id)).results).toMatchObject({ count: 1_000 })
})

test('a watcher that fails gets nothing more, and the others do', async () => {
  const { queryService, id, appendEvent, updates, logged } = await watchedQuery()
  let tries = 0
  queryService.watch(
    anna,
    id,
    () => {
      if (++tries > 1) throw new Error('the socket is gone')
    },
    () => {},
  )
  for (let second = 0; second < 4; second++) {
    appendEvent(now)
    await pass(1_000)
  }
  expect(tries).toBe(2)
  expect(updates.length).toBeGreaterThan(3)
  expect(logged.length).toBe(1)
})

test('a watcher that fails on the present state is refused, and not kept', async () => {
  const { queryService, id, appendEvent, logged } = await watchedQuery()
  let tries = 0
  const watch = () =>
    queryService.watch(
      anna,
      id,
      () => {
        tries++
        throw new Error('the socket is gone')
      },
      () => {},
    )
  expect(watch).toThrow('the socket is gone')
  appendEvent(now)
  await pass(2_000)
  expect(tries).toBe(1)
  expect(logged).toEqual([])
})

test('watchers get updates as before after the clock was set back', async () => {
  const { appendEvent, updates } = await watchedQuery({
    time_range: { ts_from: noon - 3_600, ts_to: noon + 3_600, step: minute },
  })
  vi.setSystemTime(Date.now() - 3_600_000)
  appendEvent(noon)
  await pass(2_000)
  expect(updates.at(-1)?.results.count).toBe(1)
})
