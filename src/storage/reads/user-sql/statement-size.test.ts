import { expect, test } from 'vitest'
import { parseStatement } from './parse-statement.ts'

test('the subject of a CASE counts once for each WHEN', () => {
  const caseOf = (whens: number) =>
    `SELECT CASE id${' + 1'.repeat(600)} ${'WHEN 1 THEN 2 '.repeat(whens)}END FROM events`
  expect(() => parseStatement(caseOf(1))).not.toThrow()
  expect(() => parseStatement(caseOf(2))).toThrow(
    expect.objectContaining({ detail: expect.stringMatching(/^The statement is too large/) }),
  )
})
