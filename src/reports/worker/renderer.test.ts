import { createHash } from 'node:crypto'
import type { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, test } from 'vitest'
import { Fault } from '../../schema/fault.ts'
import { type Output, type ReportJob, ThreadEndedFault } from '../document/job.ts'
import { answerOf } from '../testing/answers.ts'
import { Collected } from '../testing/collect.ts'
import { batchWith, StandingEvents, storedEvent } from '../testing/event-stream.ts'
import { openReportRenderer } from './renderer.ts'

const renderer = openReportRenderer({
  log: (_message, error) => expect(error).toBeUndefined(),
  limits: { maxThreads: 2, maxWaiting: 1, cancelTimeoutMs: 20_000 },
})
afterAll(() => renderer.close())

const { signal } = new AbortController()
const totals = { count: 6_000, occurrences: 12_000, ts_from: 1_767_225_600, ts_to: 1_767_229_200 }
const page = { page_number: 1, page_size: 100, offset: 0, page_count: 60, item_count: 6_000, objects: [] }
const batches = [0, 2_000, 4_000].map(from =>
  batchWith(Array.from({ length: 2_000 }, (_, index) => storedEvent(from + index + 1))),
)

function searchJob(also: Partial<ReportJob> = {}, events = new StandingEvents(batches)): ReportJob {
  const query = answerOf('Search', { totals, events: page })
  const parts = [{ title: 'Events', answer: { query, timezone: 'UTC', events } }]
  return { ...job, format: 'csv', parts, ...also }
}

const job = {
  title: 'Events',
  kind: 'query',
  timezone: 'UTC',
  generatedAt: 1_767_229_200,
  host: 'logs-1',
} as const

/** An output that accepts nothing until it is released. */
class Held implements Output {
  readonly reached = Promise.withResolvers<void>()
  readonly go = Promise.withResolvers<void>()
  readonly kept = new Collected()

  async write(bytes: Uint8Array): Promise<void> {
    this.reached.resolve()
    await this.go.promise
    await this.kept.write(bytes)
  }
}

test('a document is drawn elsewhere, of every event, and reported by size and hash', async () => {
  const out = new Collected()
  const outcome = await renderer.render(searchJob(), out, signal)
  expect(out.text.trimEnd().split('\r\n')).toHaveLength(6_001)
  expect(out.text).toContain('\r\n6000,1767225600.006,')
  expect(outcome).toEqual({ bytes: out.bytes.length, dataHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test('the hash is of the data: the same in every format, another when an event differs', async () => {
  const hashOf = async (made: ReportJob) => (await renderer.render(made, new Collected(), signal)).dataHash
  const hash = await hashOf(searchJob())
  const part = createHash('sha256').update(JSON.stringify(['Search', totals]))
  for (const { bytes } of batches) part.update(bytes)
  expect(hash).toBe(createHash('sha256').update(part.digest()).digest('hex'))
  expect(await hashOf(searchJob({ format: 'json', title: 'another', timezone: 'Asia/Tokyo' }))).toBe(hash)
  const [first = batchWith([]), ...rest] = batches
  const other = batchWith([storedEvent(1, { message: 'something else' })])
  expect(await hashOf(searchJob({}, new StandingEvents([other, ...rest])))).not.toBe(hash)
  // The division of events into batches does not matter.
  const cut = batchWith([storedEvent(1)]).bytes.length
  const halves = [
    { bytes: first.bytes.slice(0, cut), rows: 1 },
    { bytes: first.bytes.slice(cut), rows: first.rows - 1 },
  ]
  expect(await hashOf(searchJob({}, new StandingEvents([...halves, ...rest])))).toBe(hash)
})

test('a widget shows the page that it has', async () => {
  const events = new StandingEvents(batches)
  const made = searchJob({ kind: 'dashboard', format: 'json' }, events)
  const parts = made.parts.map(part => ({ ...part, widget: { config: {} } }))
  await renderer.render({ ...made, parts }, new Collected(), signal)
  expect(events.readBatches).toBe(0)
})

test('nothing is read ahead of an output that takes nothing', async () => {
  const events = new StandingEvents(Array.from({ length: 40 }, () => batches[0] ?? batchWith([])))
  const out = new Held()
  const made = renderer.render(searchJob({}, events), out, signal)
  await out.reached.promise
  // After drawing another job, the thread has finished all work for this one.
  await renderer.render(searchJob(), new Collected(), signal)
  expect(events.readBatches).toBeLessThan(20)
  out.go.resolve()
  expect((await made).bytes).toBe(out.kept.bytes.length)
  expect(events.readBatches).toBe(40)
})

describe('a job ends', () => {
  test('when its signal fires; others continue', async () => {
    const stop = new AbortController()
    const out = new Held()
    const made = renderer.render(searchJob(), out, stop.signal)
    await out.reached.promise
    stop.abort(new Error('the client is gone'))
    await expect(made).rejects.toThrow('the client is gone')
    out.go.resolve()
    await renderer.render(searchJob(), new Collected(), signal)
  })

  test('with what its output or its events fail with', async () => {
    const full = { write: () => Promise.reject(new Error('disk full')) }
    await expect(renderer.render(searchJob(), full, signal)).rejects.toThrow('disk full')
    const broken = new StandingEvents([])
    broken.read = () => {
      throw new Fault('storage_unavailable')
    }
    const made = renderer.render(searchJob({}, broken), new Collected(), signal)
    await expect(made).rejects.toMatchObject({ code: 'storage_unavailable' })
  })

  test('with an error that says what could not be drawn', async () => {
    const parts = [{ title: 'x', answer: { query: answerOf('TopN', { totals: {} }), timezone: 'UTC' } }]
    const made = renderer.render({ ...job, format: 'csv', parts }, new Collected(), signal)
    await expect(made).rejects.toThrow(/^A document could not be drawn: TypeError/)
  })
})

test('two are drawn at once, one waits, more are refused', async () => {
  const [first, second] = [new Held(), new Held()]
  const running = [renderer.render(searchJob(), first, signal), renderer.render(searchJob(), second, signal)]
  await Promise.all([first.reached.promise, second.reached.promise])
  const stop = new AbortController()
  const waiting = renderer.render(searchJob(), new Collected(), stop.signal)
  await expect(renderer.render(searchJob(), new Collected(), signal)).rejects.toMatchObject({
    code: 'overloaded',
    retryAfter: 10,
  })
  stop.abort(new Error('no longer wanted'))
  await expect(waiting).rejects.toThrow('no longer wanted')
  const next = renderer.render(searchJob(), new Collected(), signal)
  first.go.resolve()
  second.go.resolve()
  await Promise.all([...running, next])
})

test('a thread that runs out of memory fails its job alone, and the next gets a new one', async () => {
  const logged: string[] = []
  const small = openReportRenderer({ log: message => void logged.push(message), limits: { heapMb: 24 } })
  const many = batchWith(Array.from({ length: 5_000 }, (_, index) => storedEvent(index)))
  const crashed = small.render(
    searchJob({ format: 'docx' }, new StandingEvents([many])),
    new Collected(),
    signal,
  )
  await expect(crashed).rejects.toBeInstanceOf(ThreadEndedFault)
  await expect(crashed).rejects.toMatchObject({ code: 'overloaded', retryAfter: 10 })
  expect(logged).toEqual(['a report worker has died'])
  await small.render(searchJob(), new Collected(), signal)
  await small.close()
})

test('a thread whose heap has grown too large is not kept', async () => {
  for (const [maxIdleHeapMb, threads] of [
    [1_000, 1],
    [0, 3],
  ] as const) {
    const one = openReportRenderer({ log: () => {}, limits: { maxThreads: 1, maxIdleHeapMb } })
    const ids = new Set<number>()
    const heard = (worker: Worker) => ids.add(worker.threadId)
    process.on('worker', heard)
    for (let round = 0; round < 3; round++) await one.render(searchJob(), new Collected(), signal)
    process.off('worker', heard)
    await one.close()
    expect([maxIdleHeapMb, ids.size]).toEqual([maxIdleHeapMb, threads])
  }
})

test('closing refuses what comes later', async () => {
  const short = openReportRenderer({ log: () => {} })
  const out = new Held()
  const made = short.render(searchJob(), out, signal)
  made.catch(() => {})
  await out.reached.promise
  await short.close()
  await expect(made).rejects.toMatchObject({ code: 'starting' })
  await expect(short.render(searchJob(), out, signal)).rejects.toMatchObject({ code: 'starting' })
})
