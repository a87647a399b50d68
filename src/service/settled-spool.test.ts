import { readdirSync, utimesSync } from 'node:fs'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { allStored } from '../ingest/spool/spooled-file.ts'
import { eventsSubmission } from '../ingest/testing/submission.ts'
import { TestIngest } from '../ingest/testing/test-ingest.ts'
import type { SpoolBatch } from '../schema/event/row.ts'
import type { Read, Scope } from '../storage/contract/event-store.ts'
import type { SqlStore } from '../storage/store/sql-store.ts'
import { openTestStore } from '../storage/testing/test-store.ts'
import { eventually } from '../testing/until.ts'
import { daySeconds } from '../time/calendar-units.ts'

const hourMs = 3_600_000
const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 60 }

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

let store: SqlStore
/** Batches that the store has received. */
let given: SpoolBatch[]
async function openParts(): Promise<TestIngest> {
  store = await openTestStore()
  onTestFinished(() => store.close())
  given = []
  const sink = async (batches: readonly SpoolBatch[]) => {
    given.push(...batches)
    await store.append(...batches)
    return allStored
  }
  const parts = new TestIngest({ sink })
  onTestFinished(() => parts.close())
  return parts
}

/** The start of the day before yesterday, Unix seconds. */
const start = () => (Math.floor(Date.now() / 1_000 / daySeconds) - 2) * daySeconds

async function countStored(): Promise<number> {
  const scope: Scope = { from: 0, to: 2 ** 32, predicate: { kind: 'const', value: true } }
  const [group] = await store.groupCounts(scope, { fields: ['host'], ignoreEmpty: false, limit: 10 }, read)
  return group?.count ?? 0
}

async function storeOld(parts: TestIngest, messages: readonly string[]): Promise<void> {
  for (const message of messages) {
    const sent = eventsSubmission([{ message, ts: start() + 60, host: 'fw-1' }])
    expect((await parts.ingest.submitIncoming(sent)).status).toBe(200)
    await parts.ingest.flush()
  }
}

const spooled = (parts: TestIngest) => readdirSync(parts.spool).filter(name => name.endsWith('.rb'))

test('events of a dropped day do not come back with files that were kept behind their delivery', async () => {
  const parts = await openParts()
  await parts.open()
  await storeOld(parts, ['a', 'b', 'c'])
  expect(await countStored()).toBe(3)
  const from = start()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * hourMs })
  await parts.end()
  const day = new Date(from * 1_000).toISOString().slice(0, 10).replaceAll('-', '')
  expect(await store.counts.drop(day, from, async () => true)).toBe(true)
  expect(await countStored()).toBe(0)

  given = []
  await parts.open({ spool: { maxKeptFiles: 2 } })
  await parts.ingest.flush()
  expect(await countStored()).toBe(0)
  expect(given).toEqual([])
  // Numbering continues above the newest file, and a removal interrupted by a kill is completed.
  await eventually(() => spooled(parts).length).toBe(2)
  const { stored, inFlight } = await parts.ingest.counters()
  expect([stored, inFlight]).toEqual([3, 0])
})

test('files that were delivered within the last hour of a run are given again, no matter how old they are and how long ago that was: a power loss may have taken them from the engine', async () => {
  const parts = await openParts()
  await parts.open()
  await storeOld(parts, ['a'])
  await parts.end()
  for (const name of spooled(parts)) utimesSync(path.join(parts.spool, name), 1, 1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * hourMs })
  given = []
  await parts.open()
  await parts.ingest.flush()
  expect(given.map(({ repeated }) => repeated)).toEqual([true])
  expect(await countStored()).toBe(1)
})

test('files that a full spool has dropped are not given to the store, though a kill left one', async () => {
  const parts = await openParts()
  parts.hold(new Promise(() => {}))
  await parts.open({ closeTimeoutMs: 0, spool: { policy: 'drop_oldest', maxSpoolBytes: 1 } })
  await parts.ingest.pauseDelivery(60_000)
  vi.spyOn(files, 'rm').mockRejectedValue(new Error('killed before'))
  syncBuiltinESMExports()
  const sent = eventsSubmission([{ message: 'dropped', ts: start() + 60, host: 'fw-1' }])
  expect((await parts.ingest.submitIncoming(sent)).status).toBe(200)
  await eventually(async () => (await parts.ingest.counters()).inFlight).toBe(0)
  await parts.end()
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  expect(spooled(parts)).toHaveLength(1)

  parts.hold(Promise.resolve())
  await parts.open()
  await parts.ingest.flush()
  expect(given).toEqual([])
  expect(await countStored()).toBe(0)
})
