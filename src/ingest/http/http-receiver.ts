import { setImmediate } from 'node:timers/promises'
import type { ParsedEvent } from '../../schema/event.ts'
import {
  type ShipperRequest,
  type ShipperResponse,
  type Submission,
  type SubmissionAnswer,
  webhookPath,
} from '../intake.ts'
import type { Account } from '../ledger/account.ts'
import type { Pipeline } from '../pipeline.ts'
import type { BodyProblem, BodyReader } from '../receivers/receiver.ts'
import { receivers } from '../receivers/table.ts'
import type { IdempotencyLog } from '../spool/idempotency-log.ts'
import { SpoolUnavailableError } from '../spool/spool-writer.ts'
import { BodyCommitter, type CommittedBody, eventsPerTurn } from './body-committer.ts'
import { digestOf, identityByContent, identityByKey } from './body-identity.ts'
import { decodeBody } from './decode-body.ts'
import { EventReader } from './event-reader.ts'
import { BodyRefusedError } from './fault.ts'
import { checkHeaders, checkIdempotencyKey, describeFaults, readBatch } from './incoming-body.ts'
import { ItemCounter } from './item-counter.ts'
import { releaseMemory } from './release-memory.ts'

export interface HttpBounds {
  /** Bytes of a body once it is decoded. */
  maxBodyBytes: number
  /** Bytes of all bodies that wait here, as received. */
  maxWaitingBytes: number
}

/** Tells senders that their events are taken, but not on disk, which they may learn by sending them again. */
const uncommittedDetail =
  'The spool cannot be written at the moment. What was sent is kept and written as soon as that is possible; sent again unchanged it counts once.'

/** Receives the bodies of HTTP. An answer of success means that its events are on disk. */
export class HttpReceiver {
  readonly #pipeline: Pipeline
  readonly #committer: BodyCommitter
  readonly #bounds: HttpBounds
  #waitingBytes = 0
  /** Bodies are inflated and read one after the other: that takes many times their size. */
  #reading: Promise<unknown> = Promise.resolve()

  constructor(pipeline: Pipeline, keys: IdempotencyLog, bounds: HttpBounds) {
    this.#pipeline = pipeline
    this.#committer = new BodyCommitter(pipeline, keys)
    this.#bounds = bounds
  }

  /** A body of /incoming. */
  async receiveIncoming(submission: Submission): Promise<SubmissionAnswer> {
    const account = this.#pipeline.ledger.account(submission.path === webhookPath ? 'webhook' : 'incoming')
    return this.#withCapacity(
      account,
      submission.body.length,
      async () => {
        checkHeaders(submission)
        const { kept, reader, requestId } = await this.#serialise(() => this.#read(submission, account))
        const { accepted, tooOld } = await kept
        if (reader.faults.length > 0) {
          return { status: 422, detail: describeFaults(reader, accepted), errors: reader.faults, accepted }
        }
        return { status: 200, accepted, tooOld, ...(requestId === undefined ? {} : { requestId }) }
      },
      ({ status, detail, retryAfter }): SubmissionAnswer =>
        retryAfter === undefined
          ? // Only a BodyRefusedError has no time to come back at, and it has one of these statuses.
            { status: status as BodyRefusedError['status'], detail }
          : { status: 503, retryAfter, ...(detail === uncommittedDetail ? { detail } : {}) },
    )
  }

  /** A body of a log shipper, in whatever protocol. */
  async receiveShipper(shipment: ShipperRequest): Promise<ShipperResponse> {
    const account = this.#pipeline.ledger.account(shipment.protocol)
    return this.#withCapacity(
      account,
      shipment.body.length,
      async () => {
        checkIdempotencyKey(shipment.idempotencyKey)
        const { kept, reading } = await this.#serialise(() => this.#readShipment(shipment, account))
        await kept
        return reading.answer()
      },
      problem => receivers[shipment.protocol].refusal(problem, shipment),
    )
  }

  async #withCapacity<Answer>(
    account: Account,
    bytes: number,
    answer: () => Promise<Answer>,
    refuse: (problem: BodyProblem) => Answer,
  ): Promise<Answer> {
    if (!this.#pipeline.isOpen || this.#waitingBytes + bytes > this.#bounds.maxWaitingBytes) {
      account.turnAway('overload')
      this.#pipeline.saveCounts()
      return refuse({ status: 503, detail: 'Over capacity; try again.', retryAfter: 1 })
    }
    this.#waitingBytes += bytes
    account.bytes += bytes
    try {
      return await answer()
    } catch (error) {
      if (error instanceof BodyRefusedError) {
        account.turnAway('invalid')
        return refuse({ status: error.status, detail: error.message })
      }
      if (error instanceof SpoolUnavailableError) {
        return refuse({ status: 503, detail: uncommittedDetail, retryAfter: 5 })
      }
      throw error
    } finally {
      this.#waitingBytes -= bytes
      this.#pipeline.saveCounts()
    }
  }

  #serialise<Read>(read: () => Promise<Read>): Promise<Read> {
    const turn = this.#reading.then(read)
    this.#reading = turn.catch(() => {})
    return turn
  }

  /** Checks a body's events and takes them. The answer's `kept` resolves when they are on disk. */
  async #read(
    submission: Submission,
    account: Account,
  ): Promise<{ kept: Promise<CommittedBody>; reader: EventReader; requestId: string | undefined }> {
    const { maxBodyBytes } = this.#bounds
    const { path, sender, partial, idempotencyKey } = submission
    const body = await decodeBody(submission.body, submission.contentEncoding, maxBodyBytes)
    const receivedAt = Date.now() * 1_000
    const reader = new EventReader(sender, receivedAt)
    const text = body.toString('utf8')
    const digest = digestOf(body)
    releaseMemory(body)
    const { events, requestId } = await readBatch(text, path, reader, maxBodyBytes)
    countRefused(account, reader.faultyEvents, reader.truncatedEvents)
    if (reader.faults.length > 0 && !partial) {
      countRefused(account, events.length, 0)
      return { kept: Promise.resolve({ accepted: 0, tooOld: 0 }), reader, requestId }
    }
    const place = [submission.caller, path]
    const identity =
      idempotencyKey === '' && requestId !== undefined
        ? identityByKey(place, 'firehose', requestId, '')
        : idempotencyKey === ''
          ? identityByContent(place, digest, false)
          : identityByKey(place, 'key', idempotencyKey, digest)
    return { kept: this.#committer.commit({ events, receivedAt, account }, identity), reader, requestId }
  }

  async #readShipment(
    shipment: ShipperRequest,
    account: Account,
  ): Promise<{ kept: Promise<CommittedBody>; reading: BodyReader }> {
    const { protocol, path, sender, idempotencyKey } = shipment
    const receiver = receivers[protocol]
    const coding = receiver.encodingOf?.(shipment) ?? shipment.contentEncoding
    const body = await decodeBody(shipment.body, coding, this.#bounds.maxBodyBytes)
    const receivedAt = Date.now() * 1_000
    const reading = receiver.read(body, shipment, { sender, receivedAt })
    const events: ParsedEvent[] = []
    const items = ItemCounter.forEvents()
    for (const event of reading.events()) {
      items.add()
      if (items.count % eventsPerTurn === 0) await setImmediate()
      if (event !== undefined) events.push(event)
    }
    const digest = digestOf(body)
    releaseMemory(body)
    countRefused(account, items.count - events.length, reading.truncatedEvents)
    const place = [shipment.caller, protocol, path]
    const identity =
      idempotencyKey === ''
        ? identityByContent(place, digest, reading.isIdempotentByContent)
        : identityByKey(place, 'key', idempotencyKey, digest)
    return { kept: this.#committer.commit({ events, receivedAt, account }, identity), reading }
  }
}

function countRefused(account: Account, refused: number, truncated: number): void {
  account.truncated += truncated
  account.refuse('invalid', refused)
}
