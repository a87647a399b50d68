import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { copyRest, copyWholeDay, planCopy, verifyDay } from '../../storage/store/copy/copy-events.ts'
import { openEmbeddedStore } from '../../storage/store/embedded/open.ts'
import { openServerStore } from '../../storage/store/server/open.ts'
import { openCopy } from '../../storage/store/server/open-copy.ts'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import { TestServer } from '../../storage/testing/clickhouse-server.ts'
import { eagerRollups } from '../../storage/testing/eager-rollups.ts'
import { spoolFile } from '../../storage/testing/spool-file.ts'
import { answer } from './answer.ts'
import { anyArrivals, places } from './any-arrivals.ts'
import { anyQuestion } from './any-question.ts'
import { batchBetween } from './batches.ts'
import { cases, seed } from './cases.ts'
import { mostlyInTime, retentionDays } from './corpus-store.ts'
import { deduplicated, type OracleEvent } from './events.ts'
import { oracleAnswer } from './oracle.ts'

const server = await TestServer.start()
afterAll(() => server.kill())

const window = 60
const types = ['Search', 'TopN', 'LastN', 'EventRate', 'Patterns', 'FieldStats', 'Stats', 'Changes'] as const
const perType = Math.max(4, Math.ceil(cases(60) / types.length))

test('a server that still takes events in answers as the oracle does, also of what it knew before, once all days are copied', async () => {
  const [place = places[0]] = places
  if (place === undefined) throw new Error('no place')
  const [drawn = []] = fc.sample(anyArrivals(place, 300), { numRuns: 1, seed })
  const arrivals = mostlyInTime(drawn)
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-copied-'))
  const options = { window, retentionDays, log: () => {}, rollups: eagerRollups }
  let events: OracleEvent[] = []
  const arrive = async (store: SqlStore, share: number) => {
    const now = deduplicated(arrivals.slice(0, Math.round(arrivals.length * share)), window)
    const rows = batchBetween(events, now)
    if (rows.length > 0) await store.append(spoolFile(rows))
    events = now
  }

  const old = await openEmbeddedStore({ ...options, folder })
  for (const share of [0.1, 0.3, 0.5, 0.6]) await arrive(old, share)
  await old.close()

  const store = await openServerStore({ ...options, addresses: [server.address], owner: 'tests' })
  const questions = types.flatMap(type => fc.sample(anyQuestion(type, place), { numRuns: perType, seed }))
  const live = questions.map(asked => ({ asked, kept: undefined as Parameters<typeof answer>[3] }))
  const askAll = async (check: (asked: (typeof questions)[number], results: unknown) => void) => {
    for (const query of live) {
      const { results, kept } = await answer(store, 0.6, query.asked, query.kept)
      check(query.asked, results)
      query.kept = kept
    }
  }
  await arrive(store, 0.7)
  // Fills the caches in memory, while the earlier days are missing.
  await askAll(() => {})

  const ends = await openCopy({
    ...{ folder, memory: 900_000_000, addresses: [server.address], cluster: undefined, log: () => {} },
    signal: new AbortController().signal,
  })
  await copyRest(ends)
  const days = await planCopy(ends, 0)
  expect(days.length).toBeGreaterThan(1)
  for (const [index, { day, state }] of days.entries()) {
    expect(state).toBe('missing')
    await copyWholeDay({ ...ends, maxChunkRows: 50 }, day)
    await arrive(store, 0.7 + (0.2 * (index + 1)) / days.length)
    await store.attachDays.tick()
    // Asks while only some of the days exist: answers cached now must not be used when all days exist.
    await askAll(() => {})
  }
  expect((await planCopy(ends, 0)).map(({ state }) => state)).toEqual(days.map(() => 'attached'))
  await askAll((asked, results) => {
    expect({ asked, results }).toEqual({ asked, results: oracleAnswer(events, asked) })
  })
  await arrive(store, 1)
  await askAll((asked, results) => {
    expect({ asked, results }).toEqual({ asked, results: oracleAnswer(events, asked) })
  })
  for (const { day } of days) await verifyDay(ends, day)
  await ends[Symbol.asyncDispose]()
  await store.close()
})
