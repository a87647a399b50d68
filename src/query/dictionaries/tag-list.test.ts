import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { EventStore } from '../../storage/contract/event-store.ts'
import { storeWith, testEvent } from '../kinds/testing/open-store.ts'
import { sampleSpans } from '../range/sample-spans.ts'
import type { TimeSpan } from '../time-span.ts'
import { TagList } from './tag-list.ts'

const now = 1_767_225_600
let store: EventStore
let tags: TagList

beforeAll(async () => {
  store = await storeWith([
    testEvent(1, [now - 10, now - 9, now - 8], { tags: { SrcIP: '192.0.2.7', 'x.y': '1', empty: '' } }),
    testEvent(2, [now - 600], { host: 'edge-1', tags: { SrcIP: '192.0.2.8', srcport: '22' } }),
    testEvent(3, [now - 7_200], { tags: { SrcIP: '192.0.2.9', old: 'x' } }),
  ])
  tags = new TagList(store, 'UTC', () => now * 1_000)
})
afterAll(() => store.close())

const { signal } = new AbortController()
async function list({ preset = 'last_1_hours', prefix = '', limit = 100, hosts = ['*'] } = {}) {
  const answer = await tags.list({ userId: 1, hosts }, { range: { preset }, prefix, limit }, signal)
  return [answer.total, ...answer.list.map(({ name, count, values }) => `${name} ${count} ${values}`)]
}

test('tags of a range, most frequent first, ties by name, with occurrences and different values', async () => {
  // The total counts a tag whose values are all empty, but the list leaves it out.
  expect(await list()).toEqual([4, 'SrcIP 4 2', 'x.y 3 1', 'srcport 1 1'])
  expect(await list({ preset: 'last_3_hours' })).toEqual([
    5,
    'SrcIP 5 3',
    'x.y 3 1',
    'old 1 1',
    'srcport 1 1',
  ])
  expect(await list({ preset: 'last_5_minutes', limit: 1 })).toEqual([3, 'SrcIP 3 1'])
})

test('numbers are distinguished from other values, and the occurrences of all events', async () => {
  const range = { preset: 'last_3_hours' }
  const answer = await tags.list({ userId: 1, hosts: ['*'] }, { range, prefix: '', limit: 9 }, signal)
  expect(answer.count).toBe(5)
  const numeric = answer.list.filter(({ numeric }) => numeric).map(({ name }) => name)
  expect(numeric).toEqual(['x.y', 'srcport'])
})

test('names that begin with a prefix, whatever its case', async () => {
  expect(await list({ prefix: 'SRC' })).toEqual([2, 'SrcIP 4 2', 'srcport 1 1'])
  expect(await list({ prefix: 'x.' })).toEqual([1, 'x.y 3 1'])
  expect(await list({ prefix: "'" })).toEqual([0])
})

test('nothing of hosts that the reader may not see', async () => {
  expect(await list({ hosts: ['edge-*'] })).toEqual([2, 'SrcIP 1 1', 'srcport 1 1'])
  expect(await list({ hosts: [] })).toEqual([0])
})

test('where counting takes long a sample estimates, and all names are there', async () => {
  const from = now - 3_600
  const events = Array.from({ length: 3_000 }, (_, at) => {
    const some = { often: `${at % 3}`, ...(at % 4 === 0 && { quarter: 'x' }), ...(at === 1 && { rare: 'y' }) }
    // Most events fall in one of the sixty minutes.
    return testEvent(at + 1, [from + (at % 10 === 0 ? at : 60 + (at % 60))], { tags: some })
  })
  const large = await storeWith(events)
  const asked: (readonly TimeSpan[] | undefined)[] = []
  const sampling: ConstructorParameters<typeof TagList>[0] = {
    countPeriods: (scope, bounds, read) => large.countPeriods(scope, bounds, read),
    tagNames: (scope, query, read) => large.tagNames(scope, query, read),
    tagValues: (scope, query, read) => {
      asked.push(query.within)
      return large.tagValues(scope, query, read)
    },
    estimateTagValues: () => Number.POSITIVE_INFINITY,
  }
  const query = { range: { ts_from: from, ts_to: now }, prefix: '', limit: 100 }
  const answer = await new TagList(sampling, 'UTC', () => now * 1_000, { sampleSize: 600 }).list(
    { userId: 1, hosts: ['*'] },
    query,
    signal,
  )
  expect(asked).toHaveLength(1)
  expect(answer.count).toBe(3_000)
  expect(answer.sampled).toBeGreaterThan(300)
  expect(answer.sampled).toBeLessThan(1_200)
  const [often, quarter, rare] = ['often', 'quarter', 'rare'].map(name =>
    answer.list.find(one => one.name === name),
  )
  expect(often).toMatchObject({ count: 3_000, values: 3, numeric: true })
  expect(quarter?.count).toBeGreaterThan(450)
  expect(quarter?.count).toBeLessThan(1_050)
  expect(rare?.count).toBeLessThan(100)
  await large.close()
})

test('of very many events the names of a part are read, and a wait that is too long is reported', async () => {
  const spans: (readonly TimeSpan[] | undefined)[] = []
  const signals: AbortSignal[] = []
  const store: ConstructorParameters<typeof TagList>[0] = {
    countPeriods: async (_, bounds) => bounds.slice(1).map(() => 10),
    tagNames: async (_, { within }, read) => {
      spans.push(within)
      signals.push(read.signal)
      return { names: ['a'], total: 1 }
    },
    tagValues: async () => [{ rows: [], values: 1, count: 1 }],
    estimateTagValues: () => 1,
  }
  const asked = { range: { ts_from: now - 600, ts_to: now }, prefix: '', limit: 100 }
  const reader = { userId: 1, hosts: ['*'] }
  const listOf = (maxNamed: number) =>
    new TagList(store, 'UTC', () => now * 1_000, { maxNamed }).list(reader, asked, signal)
  await listOf(10_000)
  await listOf(100)
  expect(spans[0]).toBeUndefined()
  const seconds = (spans[1] ?? []).reduce((sum, { from, to }) => sum + to - from, 0)
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThan(60)

  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort('too long'))
  await expect(listOf(100)).rejects.toMatchObject({ code: 'query_timeout' })
  vi.restoreAllMocks()
})

test('many tags are counted as a few are', async () => {
  const events = Array.from({ length: 12 }, (_, event) => {
    const names = Array.from({ length: 80 }, (_, tag) => `t${tag}`)
    const some = names.filter((_, tag) => (tag * event) % 7 !== 3)
    return Object.fromEntries(some.map((name, at) => [name, at % 5 === 0 ? '' : `${(event * at) % 4}`]))
  })
  const many = await storeWith(
    events.map((tags, at) =>
      testEvent(at + 1, [now - 60 - at, now - 30 - at], { host: at % 3 === 0 ? 'edge-1' : 'fw-1', tags }),
    ),
  )
  const list = new TagList(many, 'UTC', () => now * 1_000)
  for (const [host, seen] of [
    ['*', events],
    ['edge-*', events.filter((_, at) => at % 3 === 0)],
  ] as const) {
    const query = { range: { preset: 'last_1_hours' }, prefix: '', limit: 1_000 }
    const answer = await list.list({ userId: 1, hosts: [host] }, query, signal)
    const wanted = Array.from({ length: 80 }, (_, tag) => {
      const values = seen.map(tags => tags[`t${tag}`] ?? '').filter(value => value !== '')
      return { name: `t${tag}`, count: 2 * values.length, values: new Set(values).size, numeric: true }
    }).filter(({ count }) => count > 0)
    wanted.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    expect(answer.list).toEqual(wanted)
  }
  await many.close()
})

type Row = [says: string, bounds: number[], counts: number[], size: number, wanted: [number, number][]]

test.each<Row>([
  ['nothing', [0, 60], [0], 10, []],
  ['no period', [5], [], 10, []],
  ['all of what is less than the size', [0, 10], [100], 1_000, [[0, 10]]],
  ['nothing of periods without events', [0, 100, 200, 300], [0, 6_400, 0], 6_400, [[100, 200]]],
  ['a whole second at least', [100, 200], [1_000_000], 16, [[149, 150]]],
])('a sample is %s', (_, bounds, counts, size, wanted) => {
  expect(sampleSpans(bounds, counts, size).map(({ from, to }) => [from, to])).toEqual(wanted)
})

test('it is in order, within the periods, spread over the events, and of about its size', () => {
  const period = fc.record({
    seconds: fc.integer({ min: 600, max: 3_600 }),
    rate: fc.integer({ max: 400, min: 0 }),
  })
  fc.assert(
    fc.property(fc.array(period, { minLength: 1, maxLength: 256 }), periods => {
      const bounds = [1_000]
      for (const { seconds } of periods) bounds.push((bounds.at(-1) ?? 0) + seconds)
      const counts = periods.map(({ seconds, rate }) => seconds * rate)
      const total = counts.reduce((sum, count) => sum + count, 0)
      const size = 50_000
      const spans = sampleSpans(bounds, counts, size)
      let last = bounds[0] ?? 0
      let taken = 0
      for (const { from, to } of spans) {
        expect(from).toBeGreaterThanOrEqual(last)
        expect(to).toBeGreaterThan(from)
        last = to
        for (const [at, { rate }] of periods.entries()) {
          const own = Math.min(to, bounds[at + 1] ?? 0) - Math.max(from, bounds[at] ?? 0)
          taken += Math.max(0, own) * rate
        }
      }
      expect(last).toBeLessThanOrEqual(bounds.at(-1) ?? 0)
      expect(spans.length).toBeLessThanOrEqual(64)
      const wanted = Math.min(size, total)
      expect(taken).toBeLessThanOrEqual(wanted * 1.5 + 400 * 64)
      // Overlapping spans are merged, so fewer may be taken.
      expect(taken).toBeGreaterThanOrEqual(wanted * 0.5)
    }),
  )
})
