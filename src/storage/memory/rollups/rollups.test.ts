import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { Predicate } from '../../../filter/predicate/predicate.ts'
import type { SpoolBatch } from '../../../schema/event/row.ts'
import { isDeep, someOf } from '../../../testing/depth.ts'
import {
  emptyAccount,
  type GroupQuery,
  type LastQuery,
  type Read,
  type Scope,
  type TopQuery,
} from '../../contract/event-store.ts'
import type { Field } from '../../contract/field.ts'
import { groupCounts } from '../../reads/counts/group-counts.ts'
import { lastValues } from '../../reads/counts/newest-values.ts'
import { topValues } from '../../reads/counts/top-values.ts'
import type { SqlStore } from '../../store/sql-store.ts'
import { countedOracle } from '../../testing/counted-oracle.ts'
import { eagerRollups } from '../../testing/eager-rollups.ts'
import { rowsOf, spoolFile, type TestEvent } from '../../testing/spool-file.ts'
import { openTestStore } from '../../testing/test-store.ts'
import type { RollupBounds } from './rollup-source.ts'
import { spanKey } from './rollups.ts'

/** MILLRACE_CUBE_RUNS=100 runs more cases. */
const runs = Number(process.env.MILLRACE_CUBE_RUNS ?? 1)
const timeout = 300_000 + runs * 20_000

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const everything: Predicate = { kind: 'const', value: true }
const start = Date.UTC(2026, 0, 1) / 1000
const hour = 3_600
const day = 24 * hour
const window = 60

let store: SqlStore
afterEach(async () => await store.close())

async function opened(rollups: RollupBounds = {}): Promise<void> {
  store = await openTestStore({ rollups: { ...eagerRollups, ...rollups } })
}

let ids = 0
function event(
  second: number,
  host: string,
  severity: number,
  repeats: number,
  tags: Record<string, string>,
  message = 'a message',
): TestEvent {
  ids++
  const moments = Array.from({ length: 1 + repeats }, (_, i) => (start + second + i * 7) * 1_000_000 + ids)
  return {
    id: ids,
    occurrences: moments,
    host,
    program: 'kernel',
    facility: 0,
    severity,
    mnemonic: '',
    type: 1,
    status: 0,
    message,
    tags,
  }
}

const messages = [
  'login failed for eve',
  'Login from 10.0.0.7',
  'link eth0 down',
  'link eth1 down',
  'Größe failed',
  'grade failed',
  'token x9Kd82jZ',
  '',
]
const anyEvent = fc.record({
  second: fc.oneof(fc.integer({ min: -200, max: 2 * day + 200 }), fc.integer({ min: -200, max: 200 })),
  host: fc.constantFrom('fw-1', 'fw-2', 'FW-1', ''),
  severity: fc.integer({ min: 0, max: 7 }),
  message: fc.constantFrom(...messages),
  repeats: fc.integer({ min: 0, max: 3 }),
  tags: fc.dictionary(
    fc.constantFrom('user', 'User.Name', '用户'),
    fc.constantFrom('eve', 'Eve', 'bob', '7'),
    {
      maxKeys: 2,
      noNullPrototype: true,
    },
  ),
})
const anyBatch = fc.array(anyEvent, { minLength: 1, maxLength: 6 })
/**
 * new: first append. again: repeated append. remnant: a kill left one day of it, then the whole batch is
 * repeated.
 */
const anyStep = fc.record({
  how: fc.constantFrom('new', 'new', 'new', 'again', 'remnant'),
  events: anyBatch,
  readsMeanwhile: fc.boolean(),
})

const quietly: Predicate = { kind: 'number', field: 'severity', op: 'le', value: 3 }
/** Two references share a name but have different values for it. */
const user: Field = { tag: ['user', 'User.Name'] }
const other: Field = { tag: ['用户', 'user'] }
const ofEve: Predicate = {
  kind: 'some',
  of: [
    { kind: 'text', field: user, test: { kind: 'is', value: 'eve', fold: true } },
    { kind: 'not', of: { kind: 'text', field: user, test: { kind: 'present' } } },
    { kind: 'tag-number', field: user, op: 'ge', value: 7 },
  ],
}
/** Some messages are decided by their templates, others only by their text. */
const ofWords: Predicate = {
  kind: 'some',
  of: [
    {
      kind: 'all',
      of: [
        {
          kind: 'phrase',
          tokens: [
            { text: 'login', wild: false },
            { text: 'f*', wild: true },
          ],
        },
        { kind: 'not', of: { kind: 'text', field: 'host', test: { kind: 'is', value: 'fw-1', fold: true } } },
      ],
    },
    { kind: 'phrase', tokens: [{ text: 'eth0', wild: false }] },
    { kind: 'text', field: 'message', test: { kind: 'regex', pattern: 'gr\\w+e failed', fold: true } },
  ],
}
const scopes: Scope[] = [
  { from: start - 90, to: start + 2 * day, predicate: ofWords },
  { from: start, to: start + 2 * day, predicate: everything },
  { from: start - 90, to: start + day + 5 * hour + 61, predicate: quietly },
  { from: start - 130, to: start + 171, predicate: everything },
  { from: start - 90, to: start + 2 * day + 7, predicate: ofEve },
]
/** Lengths of periods; short ones only when there are not too many. */
function stepsOf({ from, to }: Scope): number[] {
  return to - from < hour ? [1, 7, 60, hour] : [60, hour, day]
}
const groups: GroupQuery[] = [
  { fields: ['host'], ignoreEmpty: true, limit: 2 },
  { fields: ['host', 'severity'], ignoreEmpty: false, limitEach: 2, limit: 100 },
  { fields: [user], ignoreEmpty: false, limit: 9 },
  { fields: ['severity', other], ignoreEmpty: true, limit: 9 },
]
const tops: TopQuery[] = [
  { field: 'host', ignoreEmpty: true, limit: 2 },
  { field: user, ignoreEmpty: true, limit: 2 },
  { field: other, ignoreEmpty: false, limit: 3 },
]
const lasts: LastQuery[] = [
  { field: 'host', ignoreEmpty: true, limit: 9, precision: 'second' },
  { field: 'severity', ignoreEmpty: true, limit: 2, precision: 'microsecond' },
  { field: other, ignoreEmpty: true, limit: 2, precision: 'microsecond' },
]

function boundsOf({ from, to }: Scope, step: number): number[] {
  const bounds = [from]
  for (let next = (Math.floor(from / step) + 1) * step; next < to; next += step) bounds.push(next)
  return [...bounds, to]
}

/** Every count of a scope, as the store answers it. */
async function asTold(scope: Scope): Promise<unknown[]> {
  return await Promise.all([
    ...stepsOf(scope).map(step => store.countPeriods(scope, boundsOf(scope, step), read)),
    ...groups.map(group => store.groupCounts(scope, group, read)),
    store.groupCounts(
      scope,
      { ...groups[0], bounds: boundsOf(scope, stepsOf(scope)[1] ?? hour) } as GroupQuery,
      read,
    ),
    ...tops.map(query => store.topValues(scope, query, read)),
    ...lasts.map(query => store.lastValues(scope, query, read)),
    store.countEvents(scope, scope, read),
  ])
}

/** The same, computed from all events. */
function asHappened(events: readonly TestEvent[], scope: Scope): unknown[] {
  const oracle = countedOracle(events, scope)
  return [
    ...stepsOf(scope).map(step => oracle.countPeriods(boundsOf(scope, step))),
    ...groups.map(oracle.groupCounts),
    oracle.groupCounts({
      ...groups[0],
      bounds: boundsOf(scope, stepsOf(scope)[1] ?? hour),
    } as GroupQuery),
    ...tops.map(oracle.topValues),
    ...lasts.map(oracle.lastValues),
    oracle.countEvents(),
  ]
}

/** The same, by the engine without counts in memory. */
async function asRows(scope: Scope): Promise<unknown[]> {
  const { client } = store
  const group = (query: GroupQuery) => groupCounts({ client, window }, scope, query, read)
  return await Promise.all([
    ...groups.map(group),
    group({ ...groups[0], bounds: boundsOf(scope, stepsOf(scope)[1] ?? hour) } as GroupQuery),
    ...tops.map(query => topValues({ client, window }, scope, query, read)),
    ...lasts.map(query => lastValues({ client, window }, scope, query, read)),
  ])
}

async function take(how: string, events: readonly TestEvent[], given: SpoolBatch[]): Promise<void> {
  const rows = events.flatMap(rowsOf)
  const batch = spoolFile(rows)
  const before = given[given.length >> 1]
  if (how === 'again' && before !== undefined) {
    await store.append({ ...before, repeated: true })
    return
  }
  if (how === 'remnant') {
    const [row] = rows
    const partition = (ts: number) => Math.floor(ts / 1_000_000 / day)
    const there = rows.filter(other => partition(other.ts) === partition(row?.ts ?? 0))
    await writeUnseen({ ...spoolFile(there), sequence: batch.sequence })
    await asTold(scopes[0] as Scope)
  }
  await store.append(how === 'remnant' ? { ...batch, repeated: true } : batch)
  given.push(batch)
}

/** Stores a batch as a killed engine may have done, without this process noticing. */
async function writeUnseen(batch: SpoolBatch): Promise<void> {
  await store.insertFiles([batch])
}

test.each(
  someOf<[string, RollupBounds, number]>(
    [
      ['with room', {}, runs],
      ['with hardly any', { maxBytes: 3_000 }, Math.ceil(runs / 2)],
      ['with room for three values', { maxValues: 3 }, Math.ceil(runs / 2)],
    ],
    1,
  ),
)(
  'hints about counts match the rows, whatever arrives and whenever it is asked, %s',
  async (_name, bounds, numRuns) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { minLength: isDeep ? 3 : 2, maxLength: isDeep ? 5 : 2 }),
        async steps => {
          await opened(bounds)
          const given: SpoolBatch[] = []
          const known: TestEvent[] = []
          for (const { how, events, readsMeanwhile } of steps) {
            const arrived = events.map(({ second, host, severity, repeats, tags, message }) =>
              event(second, host, severity, repeats, tags, message),
            )
            const isRepeated = how === 'again' && given.length > 0
            if (!isRepeated) known.push(...arrived)
            const arriving = take(how, arrived, given)
            if (readsMeanwhile) await Promise.all(scopes.map(asTold))
            await arriving
            for (const scope of scopes) expect(await asTold(scope)).toEqual(asHappened(known, scope))
            await store.rollups.settled()
          }
          for (const scope of scopes)
            expect(asHappened(known, scope)).toEqual(expect.arrayContaining(await asRows(scope)))
          await store.close()
        },
      ),
      { numRuns },
    )
    await opened()
  },
  timeout,
)

test('values that are too long to be held are counted from rows', async () => {
  await opened({ maxValueBytes: 20_000 })
  const events = ['a', 'b', 'c', 'd'].map((value, i) => event(i, 'fw-1', 3, i, { user: value.repeat(4_096) }))
  await store.append(spoolFile(events.flatMap(rowsOf)))
  const scope: Scope = { from: start, to: start + day, predicate: everything }
  const { rows } = await store.topValues(scope, { field: user, ignoreEmpty: true, limit: 9 }, read)
  expect(rows.map(({ value, count }) => [String(value)[0], count])).toEqual([
    ['d', 4],
    ['c', 3],
    ['b', 2],
    ['a', 1],
  ])
  await store.rollups.settled()
  expect(store.rollups.isExcluded([user])).toBe(true)
})

test('a question is answered by what memory has and one statement; counts are made behind the answer when it is asked again', async () => {
  await opened({ minAsked: 2 })
  const scope: Scope = { from: start - 61, to: start + 2 * day + 7, predicate: everything }
  const events = [-60, 0, 9 * hour, day + 5 * hour + 61, 2 * day + 6].map((second, i) =>
    event(second, `fw-${i % 3}`, i, i % 2, { user: `7${i % 2}` }),
  )
  await store.append(spoolFile(events.flatMap(rowsOf)))
  const told: { statements: number; kept: number }[] = []
  for (let times = 0; times < 5; times++) {
    const account = emptyAccount()
    const top = await store.topValues(
      scope,
      { field: user, ignoreEmpty: true, limit: 9 },
      { ...read, account },
    )
    expect(top).toEqual(countedOracle(events, scope).topValues({ field: user, ignoreEmpty: true, limit: 9 }))
    told.push({ statements: account.statements, kept: account.tilesFromMemory })
    await store.rollups.settled()
  }
  const [first, second, third, ...later] = told.map(({ statements }) => statements)
  expect([first, second, third, ...later]).toEqual([1, 1, 1, 0, 0])
  // Days and hours are kept after two questions, the ends after three.
  expect(told.map(({ kept }) => kept > 0)).toEqual([false, false, true, true, true])
})

test('new events are counted without the engine', async () => {
  await opened()
  const texts = ['login failed for eve', 'Größe failed', 'link eth0 down', 'token x9Kd82jZ']
  const scope: Scope = { from: start, to: start + 2 * day, predicate: ofWords }
  const told: number[] = []
  const known: TestEvent[] = []
  for (let round = 0; round < 6; round++) {
    const events = texts.map((text, i) => event(round + i, 'fw-1', i, i, { user: 'eve' }, text))
    known.push(...events)
    await store.append(spoolFile(events.flatMap(rowsOf)))
    const account = emptyAccount()
    const counting = { ...read, account }
    const counted = await Promise.all([
      store.countPeriods(scope, boundsOf(scope, day), counting),
      store.topValues(
        { ...scope, predicate: everything },
        { field: user, ignoreEmpty: true, limit: 9 },
        counting,
      ),
      store.topValues(
        { ...scope, predicate: quietly },
        { field: 'host', ignoreEmpty: true, limit: 9 },
        counting,
      ),
    ])
    told.push(account.statements)
    await store.rollups.settled()
    expect(counted).toEqual([
      countedOracle(known, scope).countPeriods(boundsOf(scope, day)),
      await topValues(
        { client: store.client, window },
        { ...scope, predicate: everything },
        { field: user, ignoreEmpty: true, limit: 9 },
        read,
      ),
      await topValues(
        { client: store.client, window },
        { ...scope, predicate: quietly },
        { field: 'host', ignoreEmpty: true, limit: 9 },
        read,
      ),
    ])
  }
  expect(told.at(-1)).toBe(0)
})

test('days that are dropped are counted no more', async () => {
  await opened()
  await store.append(spoolFile(rowsOf(event(10, 'fw-1', 3, 2, {}))))
  const scope: Scope = { from: start, to: start + 2 * day, predicate: everything }
  for (let times = 0; times < 3; times++) {
    expect(await store.countEvents(scope, scope, read)).toEqual({ events: 1, occurrences: 3 })
    await store.rollups.settled()
  }
  await store.counts.drop('20260101', start, async () => true)
  expect(await store.countEvents(scope, scope, read)).toEqual({ events: 0, occurrences: 0 })
})

const now = Date.UTC(2026, 0, 1, 12) / 1_000
const last = (seconds: number, to = now) => ({ from: to - seconds, to })

test.each<[string, ReturnType<typeof last>, ReturnType<typeof last>, boolean]>([
  ['a second later', last(hour), last(hour, now + 1), true],
  ['a little longer', last(day), last(day + hour), true],
  ['of another length', last(hour), last(day), false],
  ['as long, elsewhere', last(hour), last(hour, now - day), false],
  ['of no length', last(0), last(0), true],
])('two questions are one when their spans are alike: %s', (_name, one, other, expected) => {
  expect(spanKey(one) === spanKey(other)).toBe(expected)
})

test('a question of a year that comes in slices has few keys', () => {
  const slices = Array.from({ length: 365 }, (_, index) => spanKey(last((index + 1) * day)))
  expect(new Set(slices).size).toBeLessThan(12)
})
