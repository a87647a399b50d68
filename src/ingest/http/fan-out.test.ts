import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '../../testing/until.ts'
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
  const wait = vi.spyOn(SpoolWriter.prototype, 'whenCommitted')
  // The clock stands still until everything is taken: the age of events is checked at their commit.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const answering = running.ingest.submitIncoming(body)
  await eventually(() => wait.mock.calls.length).toBe(1)
  clock.mockRestore()
  expect(await answering).toMatchObject({ status: 200, accepted: 5_000 })
  const events = parse.mock.calls.filter(([text]) => text.includes('event '))
  expect(events).toHaveLength(5_000)
  expect(commit).toHaveBeenCalledTimes(1)
  await running.rows()
  expect(running.store.batches.map(({ rows }) => rows)).toEqual([5_000])
})

test('bodies that come together are acknowledged by one promise of a commit, not one each', async () => {
  const { begin } = SpoolFolder.prototype
  const first = Promise.withResolvers<void>()
  // The first commit ends once all bodies have arrived: the others share the next commit.
  const commit = vi.spyOn(SpoolFolder.prototype, 'begin').mockImplementation(function (
    this: SpoolFolder,
    ...of
  ) {
    const persist = begin.apply(this, of)
    return () => first.promise.then(persist)
  })
  const wait = vi.spyOn(SpoolWriter.prototype, 'whenCommitted')
  const bodies = Array.from({ length: 300 }, (_, i) => eventsSubmission([message(i)]))
  const answering = Promise.all(bodies.map(body => running.ingest.submitIncoming(body)))
  await eventually(() => wait.mock.calls.length).toBe(bodies.length)
  first.resolve()
  const answers = await answering
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const acknowledgements = new Set(wait.mock.results.map(({ value }) => value))
  expect(acknowledgements.size).toBe(commit.mock.calls.length)
  expect(commit.mock.calls.length).toBeLessThanOrEqual(2)
})
