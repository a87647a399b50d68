import { expect, test } from 'vitest'
import { EngineError } from '../engine-error.ts'
import { eventsTable } from '../sql/columns.ts'
import { text } from '../sql/literal.ts'
import type { StatementRunner } from '../statement-client.ts'
import { readEventsFrom, readingFrom } from './reading-from.ts'

const from = (sql: string) => readEventsFrom("remote('a:1,b:1')", sql)

test.each([
  ['SELECT id FROM millrace.events', "SELECT id FROM remote('a:1,b:1')"],
  [
    '(SELECT 1 FROM millrace.events) UNION ALL (SELECT 1 FROM millrace.events)',
    "(SELECT 1 FROM remote('a:1,b:1')) UNION ALL (SELECT 1 FROM remote('a:1,b:1'))",
  ],
  ['SELECT 1 FROM millrace.events_local', 'SELECT 1 FROM millrace.events_local'],
  ['SELECT 1 FROM millrace.figures', 'SELECT 1 FROM millrace.figures'],
])('%s', (sql, wanted) => {
  expect(from(sql)).toBe(wanted)
})

test.each([
  eventsTable,
  `it's ${eventsTable}`,
  `\\' FROM ${eventsTable} \\`,
  `${"'".repeat(3)}${eventsTable}${'\\'.repeat(3)}`,
  `line\n${eventsTable}\n`,
])('leaves the value %j', value => {
  const where = (table: string) => `SELECT ${text(value)} FROM ${table} WHERE message = ${text(value)}`
  expect(from(where(eventsTable))).toBe(where("remote('a:1,b:1')"))
})

test('takes a value of a megabyte', () => {
  const value = text(`'\\${'x'.repeat(1_000_000)}'${"\\'".repeat(100_000)}`)
  expect(from(`SELECT ${value} FROM ${eventsTable}`)).toBe(`SELECT ${value} FROM remote('a:1,b:1')`)
})

test('what a server cites of a statement has no password', async () => {
  const password = "it's secret"
  const source = `remote('a:1,b:1', millrace.events_local, 'millrace', ${text(password)})`
  const asked: string[] = []
  const cite = (sql: string) => {
    asked.push(sql)
    return new EngineError(62, `Syntax error: failed at position 9: ${sql}`)
  }
  const runner: StatementRunner = {
    run: async (_, sql) => Promise.reject(cite(sql)),
    // biome-ignore lint/correctness/useYield: it fails at once
    async *chunks(sql) {
      throw cite(sql)
    },
    ready: true,
    close: async () => {},
  }
  const reading = readingFrom(runner, source, password)
  const sql = `SELECT id FROM ${eventsTable}`
  const cited = {
    name: 'EngineError',
    code: 62,
    message: expect.stringMatching(/'a:1,b:1', millrace.events_local, 'millrace', '\[HIDDEN\]'\)$/),
  }
  await expect(reading.run('short', sql)).rejects.toMatchObject(cited)
  const read = { signal: new AbortController().signal, timeout: 1 }
  await expect(reading.chunks(sql, read).next()).rejects.toMatchObject(cited)
  expect(asked).toEqual([`SELECT id FROM ${source}`, `SELECT id FROM ${source}`])
})
