import { expect, onTestFinished, test } from 'vitest'
import type { Cell, SqlClient } from '../../clients/sql-client.ts'
import { StoreJournal } from '../../journal/journal.ts'
import { RecentBatches } from '../recent/recent-batches.ts'
import { Rollups } from '../rollups/rollups.ts'
import { StoredDays } from '../stored-days.ts'
import { StoredRepeats } from '../stored-repeats.ts'
import { rollupEvents, rollupPeriods } from './rollup-reads.ts'

const read = { signal: new AbortController().signal, lane: 'short', timeout: 60 } as const
const names = { hosts: [], programs: [], templates: [] }
const log = () => {}
const everything = { kind: 'const', value: true } as const
const minute = 29_000_000

/** Counts with a window of two minutes; `answer` gets each statement and may append batches. */
function openCounts(answer: (sql: string, count: number) => Cell[][]) {
  const journal = new StoreJournal()
  const repeats = new StoredRepeats(log)
  repeats.finish()
  const days = new StoredDays()
  for (const listener of [days, repeats]) journal.listen(listener)
  const append = (batch: { sequence: number; minutes: number[]; repeatMinutes: number[] }) => {
    journal.begin({ ...batch, repeated: false, names })
    journal.end({ ...batch, rows: 1 })
  }
  const statements: string[] = []
  const select = async (sql: string): Promise<Cell[][]> => {
    statements.push(sql)
    return answer(sql, statements.length)
  }
  // Counts use no other member of a client.
  const client = { select, ready: true } as unknown as SqlClient
  const recentBatches = new RecentBatches(log)
  const rollups = new Rollups({ client, journal, estimateRows: () => 0, recentBatches, log })
  onTestFinished(() => rollups.close())
  return { append, statements, context: { client, window: 120, rollups, repeats, days } }
}

test('an event that began before the range and is repeated while the range is counted is one of its events', async () => {
  const { append, statements, context } = openCounts((sql, count) => {
    // The repeat arrives when the statement has begun.
    if (count === 1) {
      append({ sequence: 2, minutes: [minute], repeatMinutes: [minute] })
      return []
    }
    const begun = [0, 1, 0, 0]
    const earlier = [0, 0, 1, 0]
    return sql.includes('uniqExact(id)') ? [begun, earlier] : [begun]
  })
  append({ sequence: 1, minutes: [minute - 1], repeatMinutes: [] })
  const range = { from: minute * 60, to: minute * 60 + 3_600 }
  const scope = { ...range, predicate: everything }
  expect(await rollupEvents(context, scope, range, read)).toEqual({ events: 1, occurrences: 1 })
  expect(statements).toHaveLength(2)
})

const counter = { kind: 'number', field: 'counter', op: 'ge', value: 2 } as const
type Context = ReturnType<typeof openCounts>['context']
const slice = { from: minute * 60, to: minute * 60 + 60 }
const range = { from: slice.from, to: slice.from + 3_600 }
test.each([
  {
    what: 'the first slice counts repeats past its end',
    count: (context: Context) => rollupEvents(context, { ...slice, predicate: everything }, range, read),
  },
  {
    what: 'a filter reads whole events',
    count: (context: Context) =>
      rollupPeriods(context, { ...slice, predicate: counter }, [slice.from, slice.to], read),
  },
])('rows that arrive past the end of a slice are left out where $what', async ({ count }) => {
  const { append, statements, context } = openCounts((_sql, attempt) => {
    if (attempt === 1) append({ sequence: 2, minutes: [minute + 1], repeatMinutes: [minute + 1] })
    return [[0, 1, 0, 0]]
  })
  append({ sequence: 1, minutes: [minute + 1], repeatMinutes: [minute + 1] })
  await count(context)
  expect(statements.map(sql => sql.includes('batch <= 2'))).toEqual([false, true])
})

test('rows that arrive past the end of a slice cost a count of its own rows nothing', async () => {
  const { append, statements, context } = openCounts((_sql, count) => {
    if (count === 1) append({ sequence: 2, minutes: [minute + 1], repeatMinutes: [] })
    return [[0, 1, 0, 0]]
  })
  append({ sequence: 1, minutes: [minute + 1], repeatMinutes: [] })
  const scope = { ...slice, predicate: everything }
  expect(await rollupPeriods(context, scope, [slice.from, slice.to], read)).toEqual([1])
  expect(statements).toHaveLength(1)
})
