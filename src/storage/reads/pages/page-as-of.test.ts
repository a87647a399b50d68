import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageQuery, Read, Scope } from '../../contract/event-store.ts'
import type { SqlStore } from '../../store/sql-store.ts'
import { ordinary, rowsOf, spoolFile, type TestRow } from '../../testing/spool-file.ts'
import { openTestStore } from '../../testing/test-store.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const start = Date.UTC(2026, 0, 1) / 1000

let store: SqlStore
let ids = 0
/** The rows of an event with occurrences at these seconds after the start. */
function happened(...seconds: number[]): TestRow[] {
  ids++
  const occurrences = seconds.map(second => (start + second) * 1_000_000)
  return rowsOf({
    id: ids,
    occurrences,
    ...ordinary,
    host: `fw-${ids % 9}`,
    message: `event ${ids}`,
    tags: {},
  })
}
beforeAll(async () => {
  store = await openTestStore()
  const rows = Array.from({ length: 60 }, (_, i) =>
    i % 5 === 0 ? happened(i * 10, i * 10 + 31) : happened(i * 10),
  )
  await store.append(spoolFile(rows.flat()))
})
afterAll(async () => await store.close())

/** New rows at both ends and in the middle, with repeats. */
const news = () => [...happened(1, 2), ...happened(300, 310), ...happened(800 + ids)]

/** Runs a read, and appends a batch before its n-th statement. */
async function withAppendBefore<T>(n: number, rows: readonly TestRow[], ask: () => Promise<T>): Promise<T> {
  const { select } = store.client
  let statements = 0
  store.client.select = async (sql, how) => {
    if (++statements === n) await store.append(spoolFile(rows))
    return await select(sql, how)
  }
  try {
    return await ask()
  } finally {
    store.client.select = select
  }
}

const scope: Scope = { from: start, to: start + 3_600, predicate: { kind: 'const', value: true } }
const sorts: PageQuery['sort'][] = [
  [{ field: 'last_occurrence', descending: true }],
  [{ field: 'first_occurrence', descending: false }],
  [{ field: 'first_occurrence', descending: true }],
  [{ field: 'counter', descending: true }],
]
/** Rows in memory do not support negations of a message: each page comes from the table. */
const filtered: Scope = {
  ...scope,
  predicate: {
    kind: 'not',
    of: { kind: 'text', field: 'message', test: { kind: 'is', value: 'x', fold: false } },
  },
}

test('a page is of its moment, whatever comes in while it is read', async () => {
  for (const sort of sorts) {
    for (const n of [1, 2]) {
      const query = { sort, offset: 20, limit: 20 }
      const asOf = store.mark()
      // A separate mark, so that the next read does not reuse this page.
      const before = await store.page({ ...filtered, asOf: { ...asOf } }, query, read)
      const during = await withAppendBefore(n, news(), () => store.page({ ...filtered, asOf }, query, read))
      expect(during.events).toEqual(before.events)
    }
  }
})

test('pages follow on a page that names no moment as of the one that it answers', async () => {
  for (const sort of sorts) {
    const ask = () => store.page(filtered, { sort, offset: 0, limit: 20 }, read)
    const first = await withAppendBefore(1, news(), ask)
    await store.append(spoolFile(news()))
    const whole = await store.page({ ...filtered, asOf: first.asOf }, { sort, offset: 0, limit: 500 }, read)
    expect(first.events).toEqual(whole.events.slice(0, 20))
  }
})
