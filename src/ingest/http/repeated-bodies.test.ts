import { renameSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest'
import { eventually } from '../../testing/until.ts'
import type { Submission, SubmissionAnswer } from '../body/submission.ts'
import type { CollectingSink } from '../testing/collecting-sink.ts'
import { submission } from '../testing/submission.ts'
import { TestIngest } from '../testing/test-ingest.ts'
import type { Ingest } from '../worker/ingest.ts'

let running: TestIngest
let store: CollectingSink
let ingest: Ingest

beforeEach(async () => {
  running = await new TestIngest().open({ spool: { timeoutMs: 50 } })
  ;({ ingest, store } = running)
})
afterEach(() => running.close())

const events = (...list: unknown[]): string => JSON.stringify({ events: list })

test('bodies with keys are accepted beyond the first block of event ids, without other traffic', async () => {
  // With fewer than a million ids nothing is accepted.
  const limited = await new TestIngest().open({ idBlock: 1_000_050 })
  onTestFinished(() => limited.close())
  for (const idempotencyKey of ['1', '2', '3', '4']) {
    const list = Array.from({ length: 30 }, (_, i) => ({ message: `event ${i} of ${idempotencyKey}` }))
    const answer = await limited.ingest.submitIncoming(submission(events(...list), { idempotencyKey }))
    expect(answer).toMatchObject({ status: 200, accepted: 30 })
  }
})

test('bodies that wait are refused once the bodies before them have filled the spool', async () => {
  const full = await new TestIngest().open({ spool: { maxSpoolBytes: 200_000 } })
  onTestFinished(() => full.close())
  const stored = Promise.withResolvers<void>()
  full.hold(stored.promise)
  const message = 'x'.repeat(60_000)
  const bodies = Array.from({ length: 10 }, (_, i) => events({ message: `${i} ${message}` }))
  const answers = await Promise.all(bodies.map(body => full.ingest.submitIncoming(submission(body))))
  stored.resolve()
  const accepted = answers.filter(({ status }) => status === 200).length
  // At most one exceeds the maximum.
  expect(accepted).toBeGreaterThan(0)
  expect(accepted).toBeLessThanOrEqual(4)
  const counts = await full.ingest.counters()
  expect(counts).toMatchObject({ received: accepted, turnedAway: { overload: 10 - accepted } })
})

describe('a body of /incoming', () => {
  it('counts once with the same key, at once or later; another path is another body', async () => {
    const keyed = (): Submission => submission(events({ message: 'once' }), { idempotencyKey: 'abc' })
    const answers = await Promise.all([ingest.submitIncoming(keyed()), ingest.submitIncoming(keyed())])
    answers.push(await ingest.submitIncoming(keyed()))
    expect(answers).toEqual(answers.map(() => ({ status: 200, accepted: 1, tooOld: 0 })))
    await ingest.submitIncoming(submission('{}', { idempotencyKey: 'abc', path: '/raw' }))
    await ingest.flush()
    expect(store.counts()).toEqual(
      new Map([
        ['once', 1],
        ['{}', 1],
      ]),
    )
  })

  it('of another token with the same key is another body, at once or later', async () => {
    const keyed = (caller: string): Submission =>
      submission(events({ message: 'by two' }), { idempotencyKey: '1', caller })
    await Promise.all([ingest.submitIncoming(keyed('token 1')), ingest.submitIncoming(keyed('token 2'))])
    await ingest.submitIncoming(keyed('token 3'))
    await ingest.submitIncoming(keyed('token 1'))
    await ingest.flush()
    expect(store.occurrences).toBe(3)
  })

  it('with the key of another body is refused: it would be lost', async () => {
    const keyed = (message: string): Submission => submission(events({ message }), { idempotencyKey: '1' })
    const refusal = {
      status: 400,
      detail: 'This Idempotency-Key came with another body within the last ten minutes.',
    }
    const answers = await Promise.all([
      ingest.submitIncoming(keyed('one')),
      ingest.submitIncoming(keyed('two')),
    ])
    expect(answers).toEqual([{ status: 200, accepted: 1, tooOld: 0 }, refusal])
    expect(await ingest.submitIncoming(keyed('three'))).toEqual(refusal)
    await ingest.flush()
    expect(store.counts()).toEqual(new Map([['one', 1]]))
    expect((await ingest.counters()).turnedAway).toEqual({ invalid: 2 })
  })
})

describe('while the spool cannot be written', () => {
  /** Answers to bodies whose events arrive just as the spool fails. It is writable again afterwards. */
  async function meanwhile(...bodies: (() => Submission)[]): Promise<SubmissionAnswer[]> {
    const spool = running.spool
    renameSync(spool, `${spool}-away`)
    const answers = await Promise.all(bodies.map(sent => ingest.submitIncoming(sent())))
    renameSync(`${spool}-away`, spool)
    await eventually(async () => (await ingest.counters()).state.isOpen).toBe(true)
    return answers
  }
  const unsure = {
    status: 503,
    detail: expect.stringMatching(/is kept and written as soon/),
    retryAfter: 5,
  }
  const taken = { status: 200, accepted: 1, tooOld: 0 }
  const plain = () => submission(events({ message: 'plain' }))
  const keyed = () => submission(events({ message: 'keyed' }), { idempotencyKey: 'k' })

  it('the answer says so, and a body that is repeated counts once', async () => {
    expect(await meanwhile(plain, keyed)).toEqual([unsure, unsure])
    expect(await Promise.all([plain(), keyed(), keyed()].map(sent => ingest.submitIncoming(sent)))).toEqual([
      taken,
      taken,
      taken,
    ])
    await ingest.flush()
    expect(store.counts()).toEqual(
      new Map([
        ['plain', 1],
        ['keyed', 1],
      ]),
    )
    expect(await ingest.counters()).toMatchObject({ received: 2, stored: 2, inFlight: 0 })
  })

  it('each body without a key is known again as often as it came, once each, and of its sender', async () => {
    expect(await meanwhile(plain, plain)).toEqual([unsure, unsure])
    for (const sent of [
      plain(),
      plain(),
      plain(),
      submission(events({ message: 'plain' }), { caller: 'token 2' }),
    ])
      expect(await ingest.submitIncoming(sent)).toEqual(taken)
    await ingest.flush()
    expect(store.occurrences).toBe(4)
  })

  it('bodies of shippers are known again too', async () => {
    const shipped = () => ({ ...plain(), protocol: 'splunk' as const, path: '/event', query: '' })
    const spool = running.spool
    const sent = () => ({ ...shipped(), body: new Uint8Array(Buffer.from('{"event":"m"}')) })
    renameSync(spool, `${spool}-away`)
    expect(await ingest.submitShipper(sent())).toMatchObject({ status: 503, retryAfter: 5 })
    renameSync(`${spool}-away`, spool)
    await eventually(async () => (await ingest.counters()).state.isOpen).toBe(true)
    expect(await ingest.submitShipper(sent())).toMatchObject({ status: 200 })
    await ingest.flush()
    expect(store.occurrences).toBe(1)
  })
})
