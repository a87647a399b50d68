import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Read } from '../../contract/event-store.ts'
import type { SqlStore } from '../../store/sql-store.ts'
import { rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openTestStore } from '../../testing/test-store.ts'
import { alone, visible } from './testing/days.ts'

const read: Read = { signal: new AbortController().signal, lane: 'long', timeout: 30 }

let store: SqlStore
beforeAll(async () => {
  store = await openTestStore()
  await store.append(spoolFile(visible(alone.from).flatMap(rowsOf)))
})
afterAll(() => store.close())

const rows = async (sql: string) => (await store.runUserSql(alone, sql, read)).rows

test.each([
  ['count()', 0],
  ['count(b.host)', 0],
  ['count(DISTINCT b.host)', 0],
  ['uniq(b.host)', 0],
  ['countIf(b.severity = 3)', 0],
  ['count() FILTER (WHERE b.severity = 3)', 0],
  ['count() * 2 + 1', 1],
  ['count() = 0', 1],
  ['max(b.severity)', null],
])('%s of a subquery that finds nothing for a row is %s', async (value, wanted) => {
  const none = `(SELECT ${value} FROM events AS b WHERE b.id = a.id AND b.host = 'nobody')`
  const found = await rows(`SELECT DISTINCT ${none} AS n FROM events AS a`)
  expect(found).toEqual([[wanted]])
  const all = await rows('SELECT count() FROM events')
  expect(
    await rows(
      `SELECT count() FROM events AS a WHERE ${none} ${wanted === null ? 'IS NULL' : `= ${wanted}`}`,
    ),
  ).toEqual(all)
  const one = `(SELECT ${value} FROM events AS b WHERE b.id = a.id)`
  expect(await rows(`SELECT count() FROM events AS a WHERE ${one} IS NULL`)).toEqual([[0]])
})

test.each(['1', '1 + 1'])('%s of a subquery without rows is null', async value => {
  for (const where of ["b.id = a.id AND b.host = 'nobody'", "b.host = 'nobody'"])
    expect(
      await rows(`SELECT DISTINCT (SELECT ${value} FROM events AS b WHERE ${where}) FROM events AS a`),
    ).toEqual([[null]])
})
