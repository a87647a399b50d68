import { describe, expect, test } from 'vitest'
import { parseText, rowOf } from './testing/row.ts'
import { tables } from './testing/tables.ts'

describe.each(tables)('$about', ({ rows }) => {
  test.each(rows)('$line', row => {
    const event = parseText(row.line)
    expect(rowOf(row.line, event)).toEqual(row)
    expect([event.status, event.tags]).toEqual([0, {}])
  })
})
