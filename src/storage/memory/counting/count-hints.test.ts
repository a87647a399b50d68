import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyAccount, type PageQuery, type Scope } from '../../contract/event-store.ts'
import { page } from '../../reads/pages/page.ts'
import type { SqlStore } from '../../store/sql-store.ts'
import { eagerRollups } from '../../testing/eager-rollups.ts'
import { ordinary, rowsOf, spoolFile, type TestEvent } from '../../testing/spool-file.ts'
import { openTestStore } from '../../testing/test-store.ts'
import { countHints } from './count-hints.ts'

/** Half a minute past a full minute, some minutes ago. */
const end = Math.floor(Date.now() / 60_000) * 60 - 600 + 30
const newest: PageQuery = {
  sort: [{ field: 'last_occurrence', descending: true }],
  offset: 0,
  limit: 5,
}
const scope = { from: end - 3_600, to: end, predicate: { kind: 'const', value: true } } as const

let store: SqlStore
beforeAll(async () => {
  store = await openTestStore({ rollups: eagerRollups })
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

/** A page of the table, and its number of statements on the engine. */
async function pageOf(
  limit = newest.limit,
  query: Partial<PageQuery> = {},
  of: Scope = scope,
  deep?: number,
) {
  await store.catchUp()
  const account = emptyAccount()
  const signal = new AbortController().signal
  const read = { signal, lane: 'short', timeout: 60, account } as const
  const { client, estimateRows, window, repeats } = store
  const hints = countHints(store)
  const context = {
    ...{ client, window, estimateRows, knownCounts: hints, repeats },
    ...(deep !== undefined && { deepOffset: deep }),
  }
  const events = await page(context, of, { ...newest, limit, ...query }, read)
  return { shown: events.map(({ id, counter }) => [id, counter]), statements: account.statements }
}

test('the newest events that happened once are read in one statement', async () => {
  const first = await pageOf()
  expect(first).toEqual({ shown: [1, 2, 3, 4, 5].map(id => [id, 1]), statements: 1 })
  expect((await pageOf(40)).shown.length).toBe(40)
})

test('repeats count, also repeats that come later and repeats behind the range', async () => {
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

test('a page deep in a search is found by the hours that are counted, where events come in bursts and where they continued', async () => {
  const to = end - 86_400
  const deepScope: Scope = { from: to - 5 * 3_600 - 7, to, predicate: { kind: 'const', value: true } }
  const bursts = [5, 6, 7, 3_700, 7_300, 7_301, 17_999]
  const ids = bursts.flatMap((ago, burst) =>
    Array.from({ length: 30 }, (_, i) => ({ id: 1_000 + burst * 30 + (29 - i), ago })),
  )
  await store.append(spoolFile(ids.flatMap(({ id, ago }) => rowsOf(event(id, [to - ago])))))
  const hints = countHints(store)
  const read = { signal: new AbortController().signal, lane: 'short', timeout: 60 } as const
  const events = async () => (await hints.eventCounts(deepScope, 3_600, read))?.map(({ events }) => events)
  expect(await events()).toBeUndefined()
  await store.rollups.settled()
  const hours = await events()
  expect(hours?.reduce((sum, n) => sum + n, 0)).toBe(ids.length)
  expect(hours?.filter(n => n > 0).toReversed()).toEqual([90, 30, 60, 30])
  const expectPages = async (newestFirst: readonly number[]) => {
    for (const offset of [1, 29, 30, 89, 90, 118, 150, 205, 300]) {
      const of = async (query: Partial<PageQuery>) =>
        (await pageOf(8, { offset, ...query }, deepScope, 1)).shown.map(([id]) => id)
      expect(await of({})).toEqual(newestFirst.slice(offset, offset + 8))
      const oldest = await of({ sort: [{ field: 'first_occurrence', descending: false }] })
      expect(oldest).toEqual(byFirst.toReversed().slice(offset, offset + 8))
    }
  }
  const byFirst = ids.map(({ id }) => id)
  await expectPages(byFirst)
  // The event begins in one hour and continues in the next.
  const boundary = Math.floor((to - 3_600) / 3_600) * 3_600
  await store.append(spoolFile(rowsOf(event(5_000, [boundary - 5, boundary + 5]))))
  await store.catchUp()
  expect((await events())?.reduce((sum, n) => sum + n, 0)).toBe(ids.length + 1)
  const place = ids.filter(({ ago }) => to - ago > boundary + 5).length
  byFirst.splice(ids.filter(({ ago }) => to - ago > boundary - 5).length, 0, 5_000)
  await expectPages(ids.map(({ id }) => id).toSpliced(place, 0, 5_000))
})
