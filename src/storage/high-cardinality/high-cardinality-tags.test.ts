import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { Predicate } from '../../filter/predicate.ts'
import type { SpoolBatch } from '../../schema/row.ts'
import type { EmbeddedStore } from '../embedded/embedded-store.ts'
import { openEmbeddedStore } from '../embedded/open.ts'
import { groupCounts } from '../reads/group-counts.ts'
import { topValues } from '../reads/top-values.ts'
import { RecentBatch } from '../recent/recent-batch.ts'
import { fieldColumn } from '../sql/columns.ts'
import { emptyAccount, type GroupQuery, type Read, type Scope, type TopQuery } from '../store.ts'
import { ordinary, rowsOf, spoolFile, type TestEvent } from '../testing/spool-file.ts'
import type { HighCardinalityBounds } from './high-cardinality-tags.ts'
import { recentWords } from './recent-words.ts'
import { selectWords } from './statements.ts'

/** MILLRACE_CUBE_RUNS=100 draws more cases. */
const runs = Number(process.env.MILLRACE_CUBE_RUNS ?? 1)
const timeout = 60_000 + runs * 20_000

const read: Read = { signal: new AbortController().signal, lane: 'long', timeout: 30 }
const everything: Predicate = { kind: 'const', value: true }
const day = 86_400
const start = Date.UTC(2026, 0, 1) / 1000

let store: EmbeddedStore | undefined
afterEach(async () => await closed())

async function closed(): Promise<void> {
  await store?.close()
  store = undefined
}

async function opened(wide: HighCardinalityBounds = {}): Promise<EmbeddedStore> {
  await closed()
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-wide-'))
  const bounds = { minRows: 0, ...wide }
  store = await openEmbeddedStore({
    folder,
    window: 60,
    retentionDays: 100_000,
    log: () => {},
    highCardinality: bounds,
  })
  return store
}

let ids = 0
function event(second: number, repeats: number, tags: Record<string, string>): TestEvent {
  ids++
  return {
    id: ids,
    occurrences: Array.from({ length: 1 + repeats }, (_, i) => (start + second + i * 7) * 1_000_000 + ids),
    ...ordinary,
    message: 'a message',
    tags,
  }
}

/** Names that differ late, early, not at all in their first bytes, or beyond what is one unit of UTF-16. */
const anyName = fc.oneof(
  fc.integer({ min: 0, max: 30 }).map(n => `session-${n}`),
  fc.constantFrom(
    'session-',
    'session-1\u0000',
    'sess',
    'zz',
    '\u0001',
    '\uffee',
    '😀',
    '😀a',
    'Größe',
    "o'\\n",
  ),
)
const anyEvent = fc.record({
  second: fc.oneof(fc.integer({ min: -200, max: 2 * day + 200 }), fc.integer({ min: -200, max: 200 })),
  repeats: fc.integer({ min: 0, max: 3 }),
  tags: fc.dictionary(fc.constantFrom('session', 'Session.Id', 'other'), anyName, {
    maxKeys: 2,
    noNullPrototype: true,
  }),
})
const anyStep = fc.record({
  how: fc.constantFrom('new', 'new', 'new', 'again'),
  events: fc.array(anyEvent, { minLength: 1, maxLength: 12 }),
  readsMeanwhile: fc.boolean(),
})
const scopes: Scope[] = [
  { from: start, to: start + 2 * day, predicate: everything },
  { from: start - 90, to: start + day + 61, predicate: everything },
  { from: start - 130, to: start + 171, predicate: everything },
]
const queries: readonly [TopQuery, TopQuery] = [
  { field: { tag: ['session'] }, ignoreEmpty: true, limit: 3 },
  { field: { tag: ['Session.Id', 'session'] }, ignoreEmpty: true, limit: 100 },
]
const asked = scopes.map((scope, i) => [scope, queries[i % 2 === 0 ? 0 : 1]] as const)

/** By periods, uneven ones too: the most frequent of each, and what some values have there. */
const boundsOf = ({ from, to }: Scope) => [
  from,
  from + 7,
  from + 200,
  ...(to > start + day ? [start + day] : []),
  to,
]
const only = ['session-3', '😀', 'nobody', 'zz']

function groupsOf(scope: Scope, { field }: TopQuery): GroupQuery[] {
  const shared = { fields: [field] as const, bounds: boundsOf(scope), limit: 1_000 }
  return [
    { ...shared, ignoreEmpty: true, limitEach: 2 },
    { ...shared, ignoreEmpty: false, only },
  ]
}

function fromRows({ client }: EmbeddedStore): Promise<unknown[]> {
  return Promise.all(
    asked.flatMap(([scope, query]) => [
      topValues(client, 60, scope, query, read),
      ...groupsOf(scope, query).map(groups => groupCounts(client, 60, scope, groups, read)),
    ]),
  )
}

async function fromWide(store: EmbeddedStore): Promise<unknown[]> {
  const answers = asked.map(async ([scope, query]) => {
    // Periods are asked for of tags that are kept.
    const top = await store.highCardinality.top(scope, query, read)
    const groups = groupsOf(scope, query).map(groups => store.highCardinality.groups(scope, groups, read))
    return [top, ...(await Promise.all(groups))]
  })
  return (await Promise.all(answers)).flat()
}

async function take(
  store: EmbeddedStore,
  step: { how: string; events: readonly TestEvent[] },
  given: SpoolBatch[],
): Promise<void> {
  const before = given[given.length >> 1]
  if (step.how === 'again' && before !== undefined) {
    await store.append({ ...before, repeated: true })
    return
  }
  const batch = spoolFile(step.events.flatMap(rowsOf))
  await store.append(batch)
  given.push(batch)
}

test(
  'the values of a tag are ranked as its rows say, whatever arrives and whenever it is asked',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 5 }), async steps => {
        const store = await opened()
        const given: SpoolBatch[] = []
        for (const { how, events, readsMeanwhile } of steps) {
          const made = events.map(({ second, repeats, tags }) => event(second, repeats, tags))
          const arriving = take(store, { how, events: made }, given)
          if (readsMeanwhile) await fromWide(store)
          await arriving
          expect(await fromWide(store)).toEqual(await fromRows(store))
        }
      }),
      { numRuns: runs },
    )
  },
  timeout,
)

const scope: Scope = { from: start, to: start + 3 * day, predicate: everything }
const query: TopQuery = { field: { tag: ['session'] }, ignoreEmpty: true, limit: 2 }

/** Rows made by the engine; of no batch that anybody knows. */
async function fill(
  store: EmbeddedStore,
  rows: number,
  second: string,
  count: string,
  name: string,
): Promise<void> {
  await store.client.insert(
    `INSERT INTO millrace.events (id, ts, count, tags) SELECT number, fromUnixTimestamp64Micro((${start} + ${second}) * 1000000, 'UTC'), ${count}, concat('{"session":"', ${name}, '"}') FROM numbers(${rows})`,
    { async_insert: 0 },
  )
}

test('many values, all different or often there, with a few rows that count for many', async () => {
  const store = await opened()
  await fill(
    store,
    30_000,
    'number * 5',
    'if(number % 10000 = 7, 1000000 + number, 1)',
    'toString(number * 7919 % 20000)',
  )
  expect(await store.highCardinality.top(scope, query, read)).toEqual(
    await topValues(store.client, 60, scope, query, read),
  )
  const late = { ...scope, from: start + 60_123, to: start + 160_001 }
  const hundred = { ...query, limit: 100 }
  expect(await store.highCardinality.top(late, hundred, read)).toEqual(
    await topValues(store.client, 60, late, hundred, read),
  )
})

test('a refresh reads what is new alone, and what was read is given up when there is no room', async () => {
  const store = await opened({ maxRows: 150 })
  let statements = 0
  const costs = async (asked: Scope, tag = 'session') => {
    const account = emptyAccount()
    const answer = await store.highCardinality.top(
      asked,
      { ...query, field: { tag: [tag] } },
      { ...read, account },
    )
    statements = account.statements
    return { kept: account.tilesKept, counted: account.tilesCounted, values: answer?.values }
  }
  const events = (second: number, tag: string) =>
    spoolFile(
      Array.from({ length: 60 }, (_, i) => event(second, 0, { [tag]: `${i}` })).flatMap(made => rowsOf(made)),
    )
  const first = { ...scope, to: start + day }
  await store.append(events(10, 'session'))
  await store.append(events(day, 'session'))
  await store.append(events(10, 'other'))
  expect(await costs(first)).toEqual({ kept: 0, counted: 1, values: 60 })
  await store.append(spoolFile(rowsOf(event(20, 0, { session: 'new' }))))
  expect(await costs(first)).toEqual({ kept: 1, counted: 0, values: 61 })
  expect(statements).toBe(1)
  // Now that it is wanted, what comes in is in memory.
  await store.append(spoolFile(rowsOf(event(20, 0, { session: 'newer' }))))
  expect(await costs(first)).toEqual({ kept: 1, counted: 0, values: 62 })
  expect(statements).toBe(0)
  const rows = store.estimateRows(first.from, first.to)
  expect(store.highCardinality.estimate(first, query)).toBe(rows / 25)
  expect(store.estimateTop(query, everything, first.from, first.to)).toBe(rows / 25)
  expect(await costs(scope)).toEqual({ kept: 1, counted: 2, values: 62 })
  // Two days and the other tag are too much: what was used least lately goes.
  expect(await costs(first, 'other')).toEqual({ kept: 0, counted: 1, values: 60 })
  expect(store.highCardinality.estimate(first, query)).toBeUndefined()
  expect(store.estimateTop(query, everything, first.from, first.to)).toBe(rows)
  // Three days of one tag are too much.
  await store.append(events(2 * day, 'session'))
  expect(await costs(scope)).toEqual({ kept: 0, counted: 3, values: undefined })
  expect(await costs(scope)).toEqual({ kept: 0, counted: 0, values: undefined })
  expect(await costs(first)).toEqual({ kept: 0, counted: 1, values: 62 })
})

test('what it cannot tell is left to the engine; days that are dropped are counted no more; a thread that ended begins anew', async () => {
  const store = await opened({ minRows: 1 })
  const answers = async (asked: Partial<Scope>, changed: Partial<TopQuery> = {}) =>
    (await store.highCardinality.top({ ...scope, ...asked }, { ...query, ...changed }, read)) !== undefined
  expect(await answers({})).toBe(false)
  await store.append(
    spoolFile([event(10, 2, { session: 'a' }), event(day, 0, { session: 'b' })].flatMap(rowsOf)),
  )
  const b = { value: 'b', count: 1 }
  const both = { rows: [{ value: 'a', count: 3 }, b], values: 2, count: 4 }
  expect(await store.highCardinality.top(scope, query, read)).toEqual(both)
  expect(await answers({ predicate: { kind: 'number', field: 'severity', op: 'le', value: 3 } })).toBe(false)
  expect(await answers({ from: start + 10 * day, to: start + 11 * day })).toBe(false)
  expect(await answers({}, { field: 'host' })).toBe(false)
  expect(await answers({}, { ignoreEmpty: false })).toBe(false)
  expect(await answers({}, { limit: 10_000 })).toBe(false)
  await store.highCardinality.close()
  expect(await store.highCardinality.top(scope, query, read)).toEqual(both)
  await store.counts.drop('20260101', start)
  store.highCardinality.invalidate({ from: start, to: start + day })
  expect(await store.highCardinality.top(scope, query, read)).toEqual({ rows: [b], values: 1, count: 1 })
})

test('rows in memory become the words that the engine makes of them', async () => {
  const store = await opened()
  const names = [
    'session-',
    'session-12',
    'session-12345é',
    'sess',
    'sesz',
    'zz',
    '\u0001',
    '😀',
    "o'\\n",
    'x'.repeat(4_096),
  ]
  const events = names.map((name, i) => event(i * 20_000, i % 3, { 'Session.Id': name, other: 'x' }))
  const batch = spoolFile([...events, event(5, 0, {})].flatMap(rowsOf))
  await store.append(batch)
  const rows = new RecentBatch(readFileSync(batch.file), batch.sequence, batch.rows)
  const field = { tag: ['session', 'Session.Id'] }
  for (const prefix of ['session-', '', '😀']) {
    const coding = { field, column: fieldColumn(field), key: [2n ** 64n - 2n, 77n] as const, prefix }
    const told = await store.client.bytes(selectWords(coding, `batch = ${batch.sequence}`), read)
    const made = recentWords([rows], coding) ?? new Uint8Array()
    expect(inRows(made)).toEqual(inRows(told))
    expect(inRows(made).length).toBe(names.map((_, i) => 1 + (i % 3)).reduce((sum, n) => sum + n))
  }
})

function inRows(bytes: Uint8Array): string[] {
  const count = bytes.length / 20
  return Array.from({ length: count }, (_, i) =>
    Buffer.from(bytes.subarray(i * 20, i * 20 + 20)).toString('hex'),
  ).sort()
}
