import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Predicate } from '../../../filter/predicate/predicate.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { emptyAccount, type LastQuery, type Read, type Scope } from '../../contract/event-store.ts'
import type { SqlStore } from '../../store/sql-store.ts'
import { ordinary, rowsOf, spoolFile, type TestEvent } from '../../testing/spool-file.ts'
import { openTestStore } from '../../testing/test-store.ts'
import { groupByChunks } from './group-by-chunks.ts'
import { groupCounts } from './group-counts.ts'
import { lastValues, newestValues } from './newest-values.ts'

const read: Read = { signal: new AbortController().signal, lane: 'long', timeout: 30 }
const everything: Predicate = { kind: 'const', value: true }
const start = Date.UTC(2026, 0, 1) / 1000
const window = 60

let store: SqlStore
let ids = 0

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(async () => await store.close())

function event(second: number, tags: Record<string, string>, repeats = 0): TestEvent {
  ids++
  return {
    id: ids,
    occurrences: Array.from({ length: 1 + repeats }, (_, i) => (second + i * 7) * 1_000_000 + ids),
    ...ordinary,
    message: 'a message',
    tags,
  }
}

const context = (client: SqlClient = store.client) => ({
  client,
  window,
  estimateRows: store.estimateRows,
  mark: store.mark,
})
const session = { tag: ['session'] }
const last: LastQuery = { field: session, ignoreEmpty: true, limit: 3, precision: 'microsecond' }

/** Names that differ late, early, not in their first bytes, or beyond one UTF-16 unit. */
const anyName = fc.oneof(
  fc.integer({ min: 0, max: 30 }).map(n => `session-${n}`),
  fc.constantFrom('session-', 'sess', 'zz', '\u0001', '\uffee', '😀', '😀a', 'Größe', "o'\\n", ''),
)
const anyEvents = fc.array(
  fc.record({
    second: fc.integer({ min: 0, max: 3_000 }),
    repeats: fc.nat({ max: 2 }),
    tags: fc.dictionary(fc.constantFrom('session', 'other'), anyName, {
      maxKeys: 2,
      noNullPrototype: true,
    }),
  }),
  { minLength: 1, maxLength: 40 },
)
const anyQuery = fc.record({
  field: fc.constantFrom({ tag: ['session'] }, { tag: ['other', 'session'] }, 'host' as const),
  ignoreEmpty: fc.boolean(),
  limit: fc.constantFrom(1, 3, 100),
})
const anyBounds = fc.record({
  firstRows: fc.constantFrom(1, 10),
  growth: fc.constantFrom(2, 5),
})

/** Applies to any number of rows. */
const always = { minRows: 0 }
/** Each case takes as long as forty cases as the setting counts them. */
const numRuns = Math.ceil(Number(process.env.MILLRACE_CASES ?? 600) / 40)

test(
  'the last values match the rows, and groups of a few periods match all',
  async () => {
    let from = start
    await fc.assert(
      fc.asyncProperty(anyEvents, anyQuery, anyBounds, async (events, query, bounds) => {
        from += 10_000
        await store.append(
          spoolFile(
            events.flatMap(({ second, tags, repeats }) => rowsOf(event(from + second, tags, repeats))),
          ),
        )
        const scope: Scope = { from: from + 100, to: from + 3_600, predicate: everything }
        const newest = { ...query, precision: 'microsecond' } as const
        expect(await newestValues(context(), scope, newest, read, { ...always, ...bounds })).toEqual(
          await lastValues({ client: store.client, window }, scope, newest, read),
        )
        const { field, ignoreEmpty, limit } = query
        const periods = [scope.from, from + 130, from + 900, from + 960, scope.to]
        const groups = { fields: [field] as const, ignoreEmpty, bounds: periods, limitEach: limit, limit: 60 }
        const estimateRows = (from: number, to: number) => to - from
        expect(await groupByChunks({ ...context(), estimateRows }, scope, groups, read, 1_000)).toEqual(
          await groupCounts({ client: store.client, window }, scope, groups, read),
        )
      }),
      { numRuns },
    )
  },
  60_000 + numRuns * 2_000,
)

/** Rows inserted by the engine, without a batch. */
async function fill(from: number, rows: number, name: string): Promise<Scope> {
  const [shard] = store.client.shards
  await shard.insert(
    `INSERT INTO ${shard.own('millrace.events')} (id, ts, count, tags) SELECT number, fromUnixTimestamp64Micro((${from} + number) * 1000000, 'UTC'), 1, concat('{"session":"', ${name}, '"}') FROM numbers(${rows})`,
    { async_insert: 0 },
  )
  await store.days.load(store.client)
  return { from, to: from + rows, predicate: everything }
}

const small = {
  minRows: 1_000,
  firstRows: 100,
  growth: 8,
}

const rowEachSecond = (from: number, to: number) => to - from

/** The answer and the number of statements, without a statement that stopped at too many values. */
async function counted<T>(ask: (read: Read) => Promise<T>): Promise<[T, number]> {
  const account = emptyAccount()
  return [await ask({ ...read, account }), account.statements]
}

test('of the last values only these are counted; of few rows all are', async () => {
  const scope = await fill(start - 86_400, 20_000, 'toString(intDiv(number * 7919 % 20000, 3))')
  const estimateRows = rowEachSecond
  const [rows, asked] = await counted(read =>
    newestValues({ ...context(), estimateRows }, scope, last, read, small),
  )
  expect(rows).toEqual(await lastValues({ client: store.client, window }, scope, last, read))
  expect(asked).toBe(2)
  const few = { ...scope, to: scope.from + 900 }
  const [, once] = await counted(read => newestValues({ ...context(), estimateRows }, few, last, read, small))
  expect(once).toBe(1)
})

test('a batch that is appended between two statements is in neither', async () => {
  const from = start - 10 * 86_400
  const scope: Scope = { from, to: from + 3_600, predicate: everything }
  const append = (...names: string[]) =>
    store.append(spoolFile(names.flatMap(name => rowsOf(event(from + ids, { session: name })))))
  await append('a', 'a', 'b', 'b', 'c', 'd')
  const newest = await lastValues({ client: store.client, window }, scope, last, read)
  const busy: SqlClient = {
    ...store.client,
    async select(sql, read) {
      const rows = await store.client.select(sql, read)
      await append('aa', 'b', 'c', 'c')
      return rows
    },
  }
  const bounds = { ...small, ...always, firstRows: 1, growth: 2 }
  expect(await newestValues(context(busy), scope, last, read, bounds)).toEqual(newest)
  expect(await lastValues({ client: store.client, window }, scope, last, read)).not.toEqual(newest)
})
