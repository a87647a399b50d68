import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { imbalanceOf } from '../ledger/balance.ts'
import { allStored } from '../spool/spooled-file.ts'
import { seededBodies, submitFuzzBody } from '../testing/fuzz-bodies.ts'
import { TestIngest } from '../testing/test-ingest.ts'
import type { Ingest } from '../worker/ingest.ts'

/** To run more: FUZZ_BODIES=1000000 npx vitest run src/ingest/http/fuzz.test.ts */
const count = Number(process.env.FUZZ_BODIES ?? 2_000)
const atOnce = 100

let running: TestIngest
let ingest: Ingest

beforeAll(async () => {
  running = await new TestIngest({
    sink: async batches => {
      for (const { file } of batches) rmSync(file)
      return allStored
    },
  }).open({ spool: { maxKeptFiles: 0 } })
  ;({ ingest } = running)
})
afterAll(() => running.close())

it('whatever bodies come in, each is answered, nothing fails, and every event is accounted for', {
  timeout: 3_600_000,
}, async () => {
  const answers = new Map<number, number>()
  for (let from = 0; from < count; from += atOnce) {
    const bodies = seededBodies(from, Math.min(atOnce, count - from))
    const statuses = await Promise.all(bodies.map(body => submitFuzzBody(ingest, body)))
    for (const status of statuses) answers.set(status, (answers.get(status) ?? 0) + 1)
  }
  await ingest.flush()
  const statuses = [...answers.keys()].sort()
  const possible = [200, 201, 202, 204, 400, 413, 415, 422, 503]
  expect(statuses.filter(status => !possible.includes(status))).toEqual([])
  // A fuzz test that only finds bad bodies, or only good ones, tests nothing.
  expect(answers.get(200)).toBeGreaterThan(count / 50)
  expect(answers.get(400)).toBeGreaterThan(count / 50)
  const { inFlight, sources } = await ingest.counters()
  for (const counts of sources) expect([counts.source, imbalanceOf(counts)]).toEqual([counts.source, 0])
  expect([inFlight, running.warnings]).toEqual([0, []])
})
