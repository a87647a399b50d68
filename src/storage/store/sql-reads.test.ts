import { expect, test } from 'vitest'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import type { SqlClient } from '../clients/sql-client.ts'
import type { Read, Scope } from '../contract/event-store.ts'
import { StoreJournal } from '../journal/journal.ts'
import { RecentBatches } from '../memory/recent/recent-batches.ts'
import { Rollups } from '../memory/rollups/rollups.ts'
import { StoredDays } from '../memory/stored-days.ts'
import { StoredNames } from '../memory/stored-names.ts'
import { StoredRepeats } from '../memory/stored-repeats.ts'
import { sqlReads } from './sql-reads.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const log = () => {}
const minute = 29_000_000
const severe: Predicate = { kind: 'number', field: 'severity', op: 'le', value: 3 }
const ofFirewalls: Predicate = {
  kind: 'text',
  field: 'host',
  test: { kind: 'like', pattern: 'fw-*', fold: false },
}

/** Reads of a store of three hosts, whose last batch 7 has rows in `minute`; and their statements. */
function opened() {
  const statements: string[] = []
  async function* noBatches() {}
  const ask =
    <Answer>(answer: () => Answer) =>
    (sql: string) => {
      statements.push(sql)
      return answer()
    }
  const select = ask(async () => [])
  const bytes = ask(async () => new Uint8Array())
  // The reads use no other member of a client.
  const client = { select, bytes, chunks: ask(noBatches), ready: true } as unknown as SqlClient
  const journal = new StoreJournal()
  const [names, days, repeats] = [new StoredNames(log), new StoredDays(), new StoredRepeats(log)]
  for (const field of ['host', 'program', 'template'] as const) {
    const target = names.loadTarget(field)
    target.begin()
    target.finish()
  }
  repeats.finish()
  for (const listener of [days, names, repeats]) journal.listen(listener)
  const batch = { sequence: 7, minutes: [minute], repeatMinutes: [] }
  const hosts = ['fw-1', 'fw-2', 'web-1']
  journal.begin({ ...batch, repeated: false, names: { hosts, programs: [], templates: [] } })
  journal.end({ ...batch, rows: 3 })
  const estimateRows = () => 3
  const recentBatches = new RecentBatches(log)
  const rollups = new Rollups({ client, journal, estimateRows, recentBatches, log })
  const recentRows = { newest: () => undefined, prepare: () => {} }
  const known = { client, journal, names, days, repeats, estimateRows, rollups, recentRows, window: 60 }
  return { statements, reads: sqlReads({ ...known, mark: () => journal.mark() }) }
}

const scopeOf = (predicate: Predicate, from = minute): Scope => ({
  from: from * 60,
  to: from * 60 + 60,
  predicate,
})
const query = {
  by: [],
  ignoreEmpty: false,
  field: 'severity',
  distinct: false,
  quantiles: [],
  limit: 1,
} as const

test('a statement that lists names leaves out rows of later names, where rows may arrive', async () => {
  const { statements, reads } = opened()
  await reads.groupStats(scopeOf(ofFirewalls), query, read)
  expect(statements.at(-1)).toContain("batch <= 7 AND host != 'web-1'")
  await reads.groupStats(scopeOf(ofFirewalls, minute - 60), query, read)
  expect(statements.at(-1)).not.toContain('batch')
  await reads.groupStats(scopeOf(severe), query, read)
  expect(statements.at(-1)).not.toContain('batch')
})

test('all events are read as of the moment at which they are asked for', async () => {
  const { statements, reads } = opened()
  const sort = [{ field: 'first_occurrence' as const, descending: false }]
  for await (const _ of reads.events(scopeOf(severe), { sort, limit: 9 }, read)) expect.unreachable()
  expect(statements).not.toEqual([])
  for (const sql of statements) expect(sql).toContain('batch <= 7')
})
