import { expect, onTestFinished, test } from 'vitest'
import { eventsSubmission } from '../ingest/testing/submission.ts'
import { TestIngest } from '../ingest/testing/test-ingest.ts'
import { openTemporaryMetadata } from '../metadata/testing/temporary.ts'

test('no id of an event in the spool is given again when the metadata are older than the spool', async () => {
  /** Reserves ids from metadata that never assigned one, like a copy from before the events. */
  const reserverOf = async () => {
    const { metadata } = await openTemporaryMetadata()
    return async (size: number, above: number) => (await metadata.eventIds.reserveBlock(size, above)).first
  }
  let reserve = await reserverOf()
  const ingest = new TestIngest({ reserveIds: (size, above) => reserve(size, above) })
  onTestFinished(() => ingest.close())
  // The store is unavailable: all events of the first run are only in the spool.
  const gate = Promise.withResolvers<void>()
  ingest.hold(gate.promise)
  await ingest.open({ closeTimeoutMs: 0 })
  const body = (run: string) =>
    eventsSubmission(['a', 'b', 'c'].map(name => ({ message: `${name} of the ${run} run` })))
  expect((await ingest.ingest.submitIncoming(body('first'))).status).toBe(200)
  await ingest.end()

  reserve = await reserverOf()
  gate.resolve()
  await ingest.open({ closeTimeoutMs: 0 })
  expect((await ingest.ingest.submitIncoming(body('second'))).status).toBe(200)
  const rows = await ingest.rows()
  expect(new Set(rows.map(({ message }) => message)).size).toBe(6)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(6)
})
