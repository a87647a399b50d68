import { setImmediate } from 'node:timers/promises'
import type { ParsedEvent } from '../../schema/event.ts'
import { type Reply, type Shipment, type Submission, type SubmissionAnswer, webhookPath } from '../intake.ts'
import type { Account } from '../ledger/account.ts'
import type { Pipeline } from '../pipeline.ts'
import type { Problem, Reading } from '../receivers/receiver.ts'
import { receivers } from '../receivers/table.ts'
import type { KeyLog } from '../spool/key-log.ts'
import { SpoolUnavailable } from '../spool/writer.ts'
import { digestOf, identityByContent, identityByKey } from './body-identity.ts'
import { decodeBody } from './decode-body.ts'
import { EventCount } from './event-count.ts'
import { EventReader } from './event-reader.ts'
import { BodyRefused } from './fault.ts'
import { checkHeaders, checkKey, readBatch, says } from './incoming-body.ts'
import { BodyKeeper, eventsPerTurn, type Kept } from './keeper.ts'
import { releaseMemory } from './release-memory.ts'

export interface HttpBounds {
  /** Bytes of a body once it is decoded. */
  bodyBytes: number
  /** Bytes of all bodies that wait here, as received. */
  waitingBytes: number
}

/** Tells senders that their events are taken, but not on disk, which they may learn by sending them again. */
const keptDetail =
  'The spool cannot be written at the moment. What was sent is kept and written as soon as that is possible; sent again unchanged it counts once.'

/** Receives the bodies of HTTP. An answer of success means that its events are on disk. */
export class HttpReceiver {
  readonly #pipeline: Pipeline
  readonly #keeper: BodyKeeper
  readonly #bounds: HttpBounds
  #waitingBytes = 0
  /** Bodies are inflated and read one after the other: that takes many times their size. */
  #reading: Promise<unknown> = Promise.resolve()

  constructor(pipeline: Pipeline, keys: KeyLog, bounds: HttpBounds) {
    this.#pipeline = pipeline
    this.#keeper = new BodyKeeper(pipeline, keys)
    this.#bounds = bounds
  }

  /** A body of /incoming. */
  async receive(submission: Submission): Promise<SubmissionAnswer> {
    const account = this.#pipeline.ledger.account(submission.path === webhookPath ? 'webhook' : 'incoming')
    return this.#admitted(
      account,
      submission.body.length,
      async () => {
        checkHeaders(submission)
        const { kept, reader, requestId } = await this.#inTurn(() => this.#read(submission, account))
        const { accepted, outOfTime } = await kept
        if (reader.faults.length > 0) {
          return { status: 422, detail: says(reader, accepted), errors: reader.faults, accepted }
        }
        return { status: 200, accepted, outOfTime, ...(requestId === undefined ? {} : { requestId }) }
      },
      ({ status, detail, retryAfter }): SubmissionAnswer =>
        retryAfter === undefined
          ? // Only a BodyRefused has no time to come back at, and it has one of these statuses.
            { status: status as BodyRefused['status'], detail }
          : { status: 503, retryAfter, ...(detail === keptDetail ? { detail } : {}) },
    )
  }

  /** A body of a log shipper, in whatever protocol. */
  async receiveShipment(shipment: Shipment): Promise<Reply> {
    const account = this.#pipeline.ledger.account(shipment.protocol)
    return this.#admitted(
      account,
      shipment.body.length,
      async () => {
        checkKey(shipment.idempotencyKey)
        const { kept, reading } = await this.#inTurn(() => this.#readShipment(shipment, account))
        await kept
        return reading.answer()
      },
      problem => receivers[shipment.protocol].refusal(problem, shipment),
    )
  }

  async #admitted<Answer>(
    account: Account,
    bytes: number,
    answer: () => Promise<Answer>,
    refuse: (problem: Problem) => Answer,
  ): Promise<Answer> {
    if (!this.#pipeline.open || this.#waitingBytes + bytes > this.#bounds.waitingBytes) {
      account.turnAway('overload')
      this.#pipeline.saveCounts()
      return refuse({ status: 503, detail: 'Over capacity; try again.', retryAfter: 1 })
    }
    this.#waitingBytes += bytes
    account.bytes += bytes
    try {
      return await answer()
    } catch (error) {
      if (error instanceof BodyRefused) {
        account.turnAway('invalid')
        return refuse({ status: error.status, detail: error.message })
      }
      if (error instanceof SpoolUnavailable) {
        return refuse({ status: 503, detail: keptDetail, retryAfter: 5 })
      }
      throw error
    } finally {
      this.#waitingBytes -= bytes
      this.#pipeline.saveCounts()
    }
  }

  #inTurn<Read>(read: () => Promise<Read>): Promise<Read> {
    const turn = this.#reading.then(read)
    this.#reading = turn.catch(() => {})
    return turn
  }

  /** Checks a body's events and takes them. The answer's `kept` resolves when they are on disk. */
  async #read(
    submission: Submission,
    account: Account,
  ): Promise<{ kept: Promise<Kept>; reader: EventReader; requestId: string | undefined }> {
    const { bodyBytes } = this.#bounds
    const { path, sender, partial, idempotencyKey } = submission
    const body = await decodeBody(submission.body, submission.contentEncoding, bodyBytes)
    const receivedAt = Date.now() * 1_000
    const reader = new EventReader(sender, receivedAt)
    const text = body.toString('utf8')
    const digest = digestOf(body)
    releaseMemory(body)
    const { events, requestId } = await readBatch(text, path, reader, bodyBytes)
    count(account, reader.faulty, reader.truncated)
    if (reader.faults.length > 0 && !partial) {
      count(account, events.length, 0)
      return { kept: Promise.resolve({ accepted: 0, outOfTime: 0 }), reader, requestId }
    }
    const place = [submission.caller, path]
    const identity =
      idempotencyKey === '' && requestId !== undefined
        ? identityByKey(place, 'firehose', requestId, '')
        : idempotencyKey === ''
          ? identityByContent(place, digest, false)
          : identityByKey(place, 'key', idempotencyKey, digest)
    return { kept: this.#keeper.keep({ events, receivedAt, account }, identity), reader, requestId }
  }

  async #readShipment(
    shipment: Shipment,
    account: Account,
  ): Promise<{ kept: Promise<Kept>; reading: Reading }> {
    const { protocol, path, sender, idempotencyKey } = shipment
    const receiver = receivers[protocol]
    const coding = receiver.codingOf?.(shipment) ?? shipment.contentEncoding
    const body = await decodeBody(shipment.body, coding, this.#bounds.bodyBytes)
    const receivedAt = Date.now() * 1_000
    const reading = receiver.read(body, shipment, { sender, receivedAt })
    const events: ParsedEvent[] = []
    const items = EventCount.ofEvents()
    for (const event of reading.events()) {
      items.add()
      if (items.count % eventsPerTurn === 0) await setImmediate()
      if (event !== undefined) events.push(event)
    }
    const digest = digestOf(body)
    releaseMemory(body)
    count(account, items.count - events.length, reading.truncated)
    const place = [shipment.caller, protocol, path]
    const identity =
      idempotencyKey === ''
        ? identityByContent(place, digest, reading.isKnownByContent)
        : identityByKey(place, 'key', idempotencyKey, digest)
    return { kept: this.#keeper.keep({ events, receivedAt, account }, identity), reading }
  }
}

function count(account: Account, refused: number, truncated: number): void {
  account.truncated += truncated
  account.refuse('invalid', refused)
}
