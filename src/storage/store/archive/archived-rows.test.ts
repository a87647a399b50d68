import { expect, test } from 'vitest'
import { type RowsRead, withTables } from './archived-rows.ts'

const rowsIn = (sql: string): RowsRead[] => {
  const read: RowsRead[] = []
  withTables(sql, rows => {
    read.push(rows)
    return undefined
  })
  return read
}
const span = (from: number, to: number) => ({ span: { from, to } })
const within = (from: number, to: number) =>
  `sec >= toDateTime(${from}, 'UTC') AND sec < toDateTime(${to}, 'UTC')`

test.each<[string, RowsRead[]]>([
  [`SELECT 1 FROM millrace.events WHERE ${within(1, 2)}`, [span(1, 2)]],
  [`SELECT 1 FROM millrace.events WHERE ${within(1, 2)} AND batch <= 7 GROUP BY id`, [span(1, 2)]],
  [`SELECT 1 FROM millrace.events\n WHERE repeat = 1 AND ${within(1, 2)} LIMIT 1`, [span(1, 2)]],
  [`SELECT 1 FROM millrace.events WHERE ((${within(1, 2)}) OR (${within(5, 9)})) AND x`, [span(1, 9)]],
  ['SELECT 1 FROM millrace.events WHERE sec IN (4, 9, 5) AND id IN (1)', [span(4, 10)]],
  ['SELECT 1 FROM millrace.events WHERE id = 17 /* by index */ AND 1 GROUP BY id', [{ id: 17 }]],
  [
    `SELECT 1 FROM millrace.events LEFT JOIN (SELECT id AS event FROM millrace.events WHERE ${within(1, 9)} AND (a OR b)) AS repeats ON id = event WHERE ${within(3, 4)} AND 1`,
    [span(3, 4), span(1, 9)],
  ],
  // Other conditions come first, or decide less than they seem to: all days are read.
  [`SELECT 1 FROM millrace.events WHERE x AND ${within(1, 2)}`, ['any']],
  [`SELECT 1 FROM millrace.events WHERE (${within(1, 2)}) OR x`, ['any']],
  [`SELECT 1 FROM millrace.events WHERE sec >= toDateTime(1, 'UTC')`, ['any']],
  ['SELECT 1 FROM millrace.events', ['any']],
  // Neither other tables nor texts are the table.
  [`SELECT 'FROM millrace.events WHERE' FROM millrace.events_copy`, []],
])('%s', (sql, read) => {
  expect(rowsIn(sql)).toEqual(read)
})

test('texts keep what looks like a table or a condition on words', () => {
  const sql = `SELECT 'it''s \\' millrace.events hasAllTokens(message,' FROM millrace.events WHERE ${within(1, 2)}`
  expect(withTables(sql, () => '(X)')).toBe(
    `SELECT 'it''s \\' millrace.events hasAllTokens(message,' FROM (X) WHERE ${within(1, 2)}`,
  )
})

test('words are compared without the index where archived rows are read, and only there', () => {
  const sql = `SELECT 1 FROM millrace.events WHERE ${within(1, 2)} AND hasAllTokens(message, ['a'])`
  expect(withTables(sql, () => undefined)).toBe(sql)
  expect(withTables(sql, () => '(X)')).toMatch(/hasAllTokens\(concat\(.*message.*, \['a'\]\)$/s)
})
