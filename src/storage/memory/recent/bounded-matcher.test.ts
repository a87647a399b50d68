import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseFilter } from '../../../filter/parse/parse-filter.ts'
import type { Condition } from '../../../schema/filter/condition.ts'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { BoundedMatcher, matchBounds } from './bounded-matcher.ts'
import { RecentBatch } from './recent-batch.ts'
import { rowMatcher } from './row-matcher.ts'

const start = Date.UTC(2026, 0, 1) * 1_000
const rows = 3_000

function batchOf(message: (i: number) => string): RecentBatch {
  const events = Array.from({ length: rows }, (_, i) => ({
    ...ordinary,
    id: i + 1,
    message: message(i),
    tags: {},
    occurrences: [start + i * 1_000],
  }))
  const spool = spoolFile(events.flatMap(rowsOf))
  return new RecentBatch(readFileSync(spool.file), spool.sequence, spool.rows)
}

/** Rows examined before the work limit was reached; all rows otherwise. */
function lookedAt(condition: Condition, batch: RecentBatch): number {
  const meaning = parseFilter([condition])
  if ('faults' in meaning) throw new Error(JSON.stringify(meaning.faults))
  const fit = new BoundedMatcher(rowMatcher(meaning.predicate), matchBounds.page)
  for (let row = 0; row < batch.size; row++) if (fit.matches(batch, row) === undefined) return row
  return batch.size
}

const numbered = batchOf(i => `session ${i} of user${i} closed`)
const long = batchOf(i => `${i} ${'ab '.repeat(300)}`)
/** Each message has its own template. */
const apart = batchOf(i => `session of ${i.toString(2).replaceAll('0', 'x').replaceAll('1', 'y')} closed`)

function many(value: (i: number) => string): string[] {
  return Array.from({ length: 1_000 }, (_, i) => value(i))
}

test.each<[string, Condition, RecentBatch, number]>([
  ['a word', { field: 'message', value: 'user77' }, numbered, rows],
  ['a regular expression', { field: 'message', op: '=~', value: 'user[0-9]{2} closed' }, numbered, rows],
  [
    '1,000 wildcards that templates leave in doubt',
    { field: 'message', value: many(i => `user${i}*9`) },
    numbered,
    300,
  ],
  ['1,000 wildcards of many templates', { field: 'message', value: many(i => `xy${i}*b?`) }, apart, 300],
  [
    'a program of 2,000 steps over long messages',
    { field: 'message', op: '=~', value: '[a ]{999}[0-9]{999}' },
    long,
    20,
  ],
  ['1,000 tests of another field', { field: 'host', value: many(i => `*${i}w*`) }, numbered, rows],
])('rows in memory are held against %s for as long as that is little work', (_, condition, batch, most) => {
  const looked = lookedAt(condition, batch)
  expect(looked).toBeLessThanOrEqual(most)
  if (most === rows) expect(looked).toBe(rows)
})
