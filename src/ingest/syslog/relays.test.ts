import { describe, expect, test } from 'vitest'
import { readingOf } from './testing/relay-row.ts'
import { relayTables } from './testing/relays.ts'
import { parseText } from './testing/row.ts'

describe.each(relayTables.map(([about, rows]) => ({ about, rows })))('$about', ({ rows }) => {
  test.each(rows)('$line', ({ line, millrace }) => {
    expect(readingOf(parseText(line))).toEqual(millrace)
  })
})
