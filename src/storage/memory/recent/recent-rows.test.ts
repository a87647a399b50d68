import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { Predicate } from '../../../filter/predicate/predicate.ts'
import { emptyAccount, type Mark, type PageQuery, type Read, type Scope } from '../../contract/event-store.ts'
import { page } from '../../reads/pages/page.ts'
import type { SqlStore } from '../../store/sql-store.ts'
import { rowsOf, spoolFile, type TestEvent } from '../../testing/spool-file.ts'
import { openTestStore } from '../../testing/test-store.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const everything: Predicate = { kind: 'const', value: true }
const start = Date.UTC(2026, 0, 1) / 1000
const window = 60
const newestFirst: PageQuery['sort'] = [{ field: 'last_occurrence', descending: true }]

let store: SqlStore
afterEach(async () => await store.close())

async function opened(rows: number): Promise<void> {
  store = await openTestStore({ recent: { rows } })
}

/** The page, read without memory. */
async function readPage(scope: Scope, offset: number, limit: number) {
  const { client, estimateRows } = store
  return await page({ client, window, estimateRows }, scope, { sort: newestFirst, offset, limit }, read)
}

let ids = 0
function event(second: number, host: string, message: string, repeats: readonly number[], user: string) {
  ids++
  const moments = [0, ...repeats].map(later => (start + second + later) * 1_000_000 + ids)
  return {
    id: ids,
    occurrences: moments,
    host,
    program: 'sshd',
    facility: 4,
    severity: ids % 8,
    mnemonic: '',
    type: 1,
    status: 0,
    message,
    tags: { zone: 'eu', 'user.name': user, __proto: 'x' },
  } satisfies TestEvent
}

const anyEvent = fc
  .tuple(
    fc.integer({ min: 0, max: 40 }),
    fc.constantFrom('fw-1', 'FW-2'),
    fc.constantFrom('login failed for eve', 'Login from 10.0.0.7', 'link eth0 down', 'Größe failed', ''),
    fc.array(fc.integer({ min: 0, max: 59 }), { maxLength: 3 }),
    fc.constantFrom('eve', 'Émile', 'a%b'),
  )
  .map(([second, host, message, repeats, user]) => ({ second, host, message, repeats, user }))
const failed: Predicate = { kind: 'phrase', tokens: [{ text: 'failed', wild: false }] }
const predicates: readonly Predicate[] = [
  everything,
  failed,
  { kind: 'text', field: 'message', test: { kind: 'like', pattern: '%10.0.0.7%', fold: true } },
  {
    kind: 'all',
    of: [
      { kind: 'not', of: failed },
      { kind: 'text', field: 'host', test: { kind: 'is', value: 'fw-2', fold: true } },
    ],
  },
  { kind: 'text', field: { tag: ['user.name'] }, test: { kind: 'is', value: 'eve', fold: false } },
]
const anyStep = fc.record({
  how: fc.constantFrom('new', 'new', 'new', 'again'),
  events: fc.array(anyEvent, { minLength: 1, maxLength: 8 }),
  later: fc.integer({ min: 0, max: 30 }),
  /** Whether repeats come with the next step. */
  splits: fc.boolean(),
})
const anyPage = fc.record({
  from: fc.integer({ min: -10, max: 200 }),
  length: fc.integer({ min: 1, max: 260 }),
  predicate: fc.constantFrom(...predicates),
  offset: fc.constantFrom(0, 0, 3),
  limit: fc.integer({ min: 1, max: 8 }),
  ofThen: fc.boolean(),
})

test.each([
  ['some of the rows', 30],
  ['all rows', 5_000],
])('a page from memory is what the table says, with %s in memory', async (_, rows) => {
  await opened(rows)
  let told = 0
  const run = async (
    steps: readonly (typeof anyStep extends fc.Arbitrary<infer T> ? T : never)[],
    pages: readonly (typeof anyPage extends fc.Arbitrary<infer T> ? T : never)[],
  ) => {
    await store.recentRows.load()
    const marks: Mark[] = []
    let second = 0
    let open: ReturnType<typeof rowsOf> = []
    for (const { how, events, later, splits } of steps) {
      second += later
      const made = events.flatMap(({ second: at, host, message, repeats, user }) =>
        rowsOf(event(second + at, host, message, repeats, user)),
      )
      const now = splits ? made.filter(({ repeat }) => repeat === 0) : made
      const batch = spoolFile([...open, ...now])
      open = splits ? made.filter(({ repeat }) => repeat === 1) : []
      await store.append(batch)
      if (how === 'again') {
        await store.append({ ...batch, repeated: true })
        await store.recentRows.load()
      }
      marks.push(store.mark())
      // As live searches ask: the same each time, over a moving range.
      for (const predicate of predicates.slice(1, 3)) {
        const scope = { from: start - 30 + second, to: start + second + 20, predicate }
        const { events: answer } = await store.page(scope, { sort: newestFirst, offset: 0, limit: 4 }, read)
        expect(answer).toEqual(await readPage(scope, 0, 4))
      }
      for (const { from, length, predicate, offset, limit, ofThen } of pages) {
        const asOf = ofThen ? marks.at(-2) : undefined
        const scope = { from: start + from, to: start + from + length, predicate, ...(asOf && { asOf }) }
        const account = emptyAccount()
        const { events: answer } = await store.page(
          scope,
          { sort: newestFirst, offset, limit },
          { ...read, account },
        )
        if (account.statements === 0) told++
        const wanted = await readPage(scope, offset, limit)
        expect(answer).toEqual(wanted)
        // The order of tags is always the same.
        expect(JSON.stringify(answer.map(({ tags }) => tags))).toBe(
          JSON.stringify(wanted.map(({ tags }) => tags)),
        )
      }
    }
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 1, maxLength: 5 }),
      fc.array(anyPage, { minLength: 2, maxLength: 3 }),
      run,
    ),
    { numRuns: 2 },
  )
  expect(told).toBeGreaterThan(3)
})
