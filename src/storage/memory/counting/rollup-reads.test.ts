import { expect, test } from 'vitest'
import type { Cell, SqlClient } from '../../clients/sql-client.ts'
import { StoreJournal } from '../../journal/journal.ts'
import { RecentBatches } from '../recent/recent-batches.ts'
import { Rollups } from '../rollups/rollups.ts'
import { StoredDays } from '../stored-days.ts'
import { StoredRepeats } from '../stored-repeats.ts'
import { rollupEvents } from './rollup-reads.ts'

const read = { signal: new AbortController().signal, lane: 'short', timeout: 60 } as const
const names = { hosts: [], programs: [], templates: [] }
const log = () => {}

test('an event that began before the range and is repeated while the range is counted is one of its events', async () => {
  const journal = new StoreJournal()
  const repeats = new StoredRepeats(log)
  repeats.finish()
  const days = new StoredDays()
  for (const listener of [days, repeats]) journal.listen(listener)
  const append = (batch: { sequence: number; minutes: number[]; repeatMinutes: number[] }) => {
    journal.begin({ ...batch, repeated: false, names })
    journal.end({ ...batch, rows: 1 })
  }
  const minute = 29_000_000
  append({ sequence: 1, minutes: [minute - 1], repeatMinutes: [] })
  const statements: string[] = []
  const select = async (sql: string): Promise<Cell[][]> => {
    statements.push(sql)
    // The repeat arrives when the statement has begun.
    if (statements.length === 1) {
      append({ sequence: 2, minutes: [minute], repeatMinutes: [minute] })
      return []
    }
    const begun = [0, 1, 0, 0]
    const earlier = [0, 0, 1, 0]
    return sql.includes('uniqExact(id)') ? [begun, earlier] : [begun]
  }
  // Counts use no other member of a client.
  const client = { select, ready: true } as unknown as SqlClient
  const recentBatches = new RecentBatches(log)
  const rollups = new Rollups({ client, journal, estimateRows: () => 0, recentBatches, log })
  const context = { client, window: 60, rollups, repeats, days }
  const range = { from: minute * 60, to: minute * 60 + 3_600 }
  const scope = { ...range, predicate: { kind: 'const', value: true } } as const
  expect(await rollupEvents(context, scope, range, read)).toEqual({ events: 1, occurrences: 1 })
  expect(statements).toHaveLength(2)
  await rollups.close()
})
