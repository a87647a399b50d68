import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Deduplicator } from '../ingest/dedup/deduplicator.ts'
import { Batch } from '../ingest/spool/batch.ts'
import { spoolFilesOf } from '../ingest/testing/spool-files.ts'
import { answer } from '../query/testing/answer.ts'
import { anyArrivals, places } from '../query/testing/any-arrivals.ts'
import { anyQuestion } from '../query/testing/any-question.ts'
import { cases, seed } from '../query/testing/cases.ts'
import { type Arrival, deduplicated } from '../query/testing/events.ts'
import { oracleAnswer } from '../query/testing/oracle.ts'
import type { SpoolBatch } from '../schema/event/row.ts'
import { openTestStore } from '../storage/testing/test-store.ts'

const window = 60
const casesEach = Math.ceil(cases(240) / 8)

/** Deduplicates as ingest does and cuts a batch after every N arrivals. */
async function* batchesOf(
  arrivals: readonly Arrival[],
  each: number,
  folder: string,
): AsyncGenerator<SpoolBatch> {
  let id = 0
  const ids = { next: () => ++id }
  const dedup = new Deduplicator(ids, {
    windowMicros: window * 1_000_000,
    maxWindows: 10_000,
    maxBytes: 10_000_000,
  })
  const batch = new Batch()
  let sequence = 1
  for (let start = 0; start < arrivals.length; start += each) {
    for (const { fields, at } of arrivals.slice(start, start + each)) {
      dedup.append({ ...fields, ts: at, extra: {} }, 0, batch)
    }
    const files = await spoolFilesOf(batch, folder, sequence)
    yield* files
    sequence += files.length
    batch.reset()
  }
}

test.each(places.slice(0, 2))(
  'queries over what ingest wrote answer as the oracle does, $timezone',
  async place => {
    const [arrivals = []] = fc.sample(anyArrivals(place, 300), { numRuns: 1, seed: seed + 100 })
    const folder = mkdtempSync(path.join(tmpdir(), 'millrace-ingest-'))
    const store = await openTestStore({ window })
    try {
      for await (const batch of batchesOf(arrivals, 157, folder)) await store.append(batch)
      const events = deduplicated(arrivals, window)
      const types = ['Search', 'TopN', 'LastN', 'EventRate'] as const
      const holds = types.map(type => {
        const property = fc.asyncProperty(anyQuestion(type, place), async asked => {
          const { results } = await answer(store, 0, asked)
          expect(results).toEqual(oracleAnswer(events, asked))
        })
        return fc.assert(property, { numRuns: casesEach, seed })
      })
      await Promise.all(holds)
    } finally {
      await store.close()
    }
  },
  100_000 + cases(240) * 1_000,
)
