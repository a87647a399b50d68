import { expect, test } from 'vitest'
import { eventsTable } from '../sql/columns.ts'
import { text } from '../sql/literal.ts'
import { readEventsFrom } from './read-events-from.ts'

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
