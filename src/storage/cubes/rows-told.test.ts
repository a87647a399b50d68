import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedStore, openEmbeddedStore } from '../embedded/open.ts'
import { page } from '../reads/page.ts'
import { emptyAccount, type PageQuery } from '../store.ts'
import { ordinary, rowsOf, spoolFile, type TestEvent } from '../testing/spool-file.ts'
import { rowsTold } from './rows-told.ts'

/** Half a minute past a whole one, some minutes ago. */
const end = Math.floor(Date.now() / 60_000) * 60 - 600 + 30
const newest: PageQuery = {
  sort: [{ field: 'last_occurrence', descending: true }],
  offset: 0,
  limit: 5,
}
const scope = { from: end - 3_600, to: end, predicate: { kind: 'const', value: true } } as const

let store: EmbeddedStore
beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-told-'))
  store = await openEmbeddedStore({ folder, window: 60, retentionDays: 100_000, log: () => {} })
  const once = Array.from({ length: 40 }, (_, i) => event(i + 1, [end - 1 - i * 10]))
  await store.append(spoolFile(once.flatMap(rowsOf)))
})
afterAll(async () => await store.close())

function event(id: number, seconds: readonly number[]): TestEvent {
  return {
    id,
    occurrences: seconds.map(second => second * 1_000_000),
    ...ordinary,
    message: `event ${id}`,
    tags: {},
  }
}

/** What a page of the table shows, and how many statements of the engine it takes. */
async function pageOf(limit = newest.limit) {
  const account = emptyAccount()
  const signal = new AbortController().signal
  const read = { signal, lane: 'short', timeout: 60, account } as const
  const { client, contents, cubes, estimateRows, window } = store
  const told = rowsTold({ client, cubes, estimateRows })
  const context = { client, window, contents, estimateRows, told }
  const events = await page(context, scope, { ...newest, limit }, read)
  return { shown: events.map(({ id, counter }) => [id, counter]), statements: account.statements }
}

test('the newest events that happened once are read in one statement', async () => {
  const first = await pageOf()
  expect(first.shown).toEqual([1, 2, 3, 4, 5].map(id => [id, 1]))
  expect((await pageOf()).statements).toBe(1)
  expect((await pageOf(40)).shown.length).toBe(40)
})

test('repeats count, also those that come later and those behind the range', async () => {
  await pageOf()
  await store.append(spoolFile(rowsOf(event(100, [end - 45, end - 12, end + 5]))))
  expect((await pageOf()).shown).toEqual([
    [100, 3],
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 1],
  ])
  expect((await pageOf(50)).shown.length).toBe(41)
})
