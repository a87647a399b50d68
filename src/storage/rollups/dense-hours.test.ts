import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmbeddedStore } from '../embedded/embedded-store.ts'
import { openEmbeddedStore } from '../embedded/open.ts'
import { topValues } from '../reads/top-values.ts'
import { emptyAccount, type Read, type Scope } from '../store.ts'

const read: Read = { signal: new AbortController().signal, lane: 'long', timeout: 60 }
const hour = 3_600
const start = Date.UTC(2026, 0, 1) / 1000
const session = { tag: ['ut_session', 'session'] } as const
const query = { field: session, ignoreEmpty: true, limit: 20 }
/** Every second of three hours has so many rows, each of one of so many values. */
const perSecond = 10
const values = 1_000

/** Rows are known by the day: an hour is thought to have 4,500. It has 36,000, more than come in one answer. */
const rollups = { rowsPerStatement: 2_000, maxLoadedRows: 5_000 }

let folder: string
let store: EmbeddedStore
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'crowded-'))
  const first = await openEmbeddedStore({ folder, window: 60, retentionDays: 100_000, log: () => {} })
  await first.client.insert(
    `INSERT INTO millrace.events (id, ts, began, repeat, count, earlier, host, program, facility, severity, mnemonic, type, status, message, tags, template)
     WITH fromUnixTimestamp64Micro((${start} + intDiv(number, ${perSecond})) * 1000000, 'UTC') AS moment
     SELECT number + 1, moment, moment, 0, 1, [], 'h', 'p', 0, 6, '', 1, 0, 'm',
       concat('{"session":"s', toString(intDiv(cityHash64(number) % 1000000 * (cityHash64(number, 1) % 1000000), ${1_000_000_000_000 / values})), '"}'), 'm'
     FROM numbers(${3 * hour * perSecond})`,
    { max_memory_usage: 1_000_000_000 },
  )
  await first.close()
  // What was there when it is opened is what it knows of.
  store = await openEmbeddedStore({ folder, window: 60, retentionDays: 100_000, log: () => {}, rollups })
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

test('hours of more than comes in one answer are counted a few minutes at a time, and kept', async () => {
  const scopes: Scope[] = [
    [7 * 60 + 13, hour + 49 * 60 + 1],
    [0, 3 * hour],
    [20 * 60, 40 * 60],
    [hour - 1, 2 * hour + 60],
  ].map(([from = 0, to = 0]) => ({
    from: start + from,
    to: start + to,
    predicate: { kind: 'const', value: true },
  }))
  const statements: number[] = []
  for (const scope of [...scopes, ...scopes]) {
    const account = emptyAccount()
    const counted = await store.topValues(scope, query, { ...read, account })
    statements.push(account.statements)
    expect(counted).toEqual(await topValues(store.client, 60, scope, query, read))
    expect(counted.values).toBeGreaterThan(500)
  }
  // The minutes of two hours, in pieces that were halved.
  expect(statements[0]).toBeGreaterThanOrEqual(12)
  expect(statements.slice(scopes.length)).toEqual([0, 0, 0, 0])
})
