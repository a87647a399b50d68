import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SpoolFolder } from '../spool/spool-folder.ts'
import { SpoolWriter } from '../spool/spool-writer.ts'
import { eventsSubmission } from '../testing/submission.ts'
import { TestIngest } from '../testing/test-ingest.ts'

let running: TestIngest
beforeEach(async () => {
  running = await new TestIngest().open()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await running.close()
})

const message = (number: number) => ({ message: `event ${number}` })

test('a body is parsed once, and its events are one file', async () => {
  const body = eventsSubmission(Array.from({ length: 5_000 }, (_, i) => message(i)))
  const parse = vi.spyOn(JSON, 'parse')
  const commit = vi.spyOn(SpoolFolder.prototype, 'begin')
  expect(await running.ingest.submitIncoming(body)).toMatchObject({ status: 200, accepted: 5_000 })
  const events = parse.mock.calls.filter(([text]) => text.includes('event '))
  expect(events).toHaveLength(5_000)
  expect(commit).toHaveBeenCalledTimes(1)
  await running.rows()
  expect(running.store.batches.map(({ rows }) => rows)).toEqual([5_000])
})

test('bodies that come together are acknowledged by one promise of a commit, not one each', async () => {
  const commit = vi.spyOn(SpoolFolder.prototype, 'begin')
  const wait = vi.spyOn(SpoolWriter.prototype, 'whenCommitted')
  const bodies = Array.from({ length: 300 }, (_, i) => eventsSubmission([message(i)]))
  const answers = await Promise.all(bodies.map(body => running.ingest.submitIncoming(body)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const acknowledgements = new Set(wait.mock.results.map(({ value }) => value))
  expect(wait).toHaveBeenCalledTimes(bodies.length)
  expect(acknowledgements.size).toBe(commit.mock.calls.length)
  expect(commit.mock.calls.length).toBeLessThan(bodies.length / 10)
})
