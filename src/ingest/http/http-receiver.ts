import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { releaseMemory } from '../../telemetry/release-memory.ts'
import { BodyText, defaultEncoding } from '../body/body-text.ts'
import { decodeBody } from '../body/decode-body.ts'
import { BodyRefusedError } from '../body/fault.ts'
import { ItemCounter } from '../body/item-counter.ts'
import {
  type ShipperRequest,
  type ShipperResponse,
  type Submission,
  type SubmissionAnswer,
  webhookPath,
} from '../body/submission.ts'
import { ValueBudget } from '../body/value-budget.ts'
import { recordEncoding } from '../event/tag-encoding.ts'
import type { LedgerAccount } from '../ledger/account.ts'
import type { Pipeline } from '../pipeline.ts'
import { EventBuilder } from '../receivers/event-builder.ts'
import type { BodyProblem } from '../receivers/receiver.ts'
import { receivers } from '../receivers/table.ts'
import { SpoolUnavailableError } from '../spool/commit.ts'
import type { IdempotencyLog } from '../spool/idempotency-log.ts'
import { BodyCommitter, type CommittedBody, eventsPerTurn } from './body-committer.ts'
import { bodyIdentity, digestOf } from './body-identity.ts'
import {
  checkHeaders,
  checkIdempotencyKey,
  type RawBody,
  type ReadBody,
  readIncomingBody,
} from './incoming-body.ts'

/** Limits of HTTP bodies. */
export interface HttpBounds {
  /** Maximum bytes of a decoded body. */
  maxBodyBytes: number
  /** Maximum bytes of all waiting bodies, as received. */
  maxWaitingBytes: number
}

/** Detail of a 503 when events were accepted but are not on disk yet. */
const uncommittedDetail =
  'The spool cannot be written at the moment. The body is kept and written as soon as possible. If it is sent again unchanged, it is counted once.'

/** How the bodies of a protocol are checked, read and refused. */
interface BodyProtocol<Response> {
  account: LedgerAccount
  /** Compression of the body; see decodeBody. */
  contentEncoding: string
  /** Throws BodyRefusedError. */
  checkHeaders(): void
  read(body: RawBody): Promise<ReadBody<Response>>
  refusal(problem: BodyProblem): Response
}

/** Receives HTTP bodies. A success means that all of their events are on disk. */
export class HttpReceiver {
  readonly #pipeline: Pipeline
  readonly #committer: BodyCommitter
  readonly #bounds: HttpBounds
  readonly #textEncoding: string
  /** Bytes, as received, of the bodies that are not answered yet. */
  #waitingBytes = 0
  /** Reads one body at a time, since inflating and reading it takes many times its size. */
  readonly #oneAtATime = pLimit(1)

  /** `textEncoding`: for bodies that are not UTF-8. */
  constructor(
    pipeline: Pipeline,
    answers: IdempotencyLog,
    bounds: HttpBounds,
    textEncoding: string = defaultEncoding,
  ) {
    this.#pipeline = pipeline
    this.#committer = new BodyCommitter(pipeline, answers)
    this.#bounds = bounds
    this.#textEncoding = textEncoding
  }

  /** Receives a body of /incoming or of a webhook. */
  receiveIncoming(request: Submission): Promise<SubmissionAnswer> {
    return this.#receive<SubmissionAnswer>(request.body, {
      account: this.#pipeline.ledger.account(request.path === webhookPath ? 'webhook' : 'incoming'),
      contentEncoding: request.contentEncoding,
      checkHeaders: () => checkHeaders(request),
      read: body => readIncomingBody(request, body, this.#bounds.maxBodyBytes),
      refusal: ({ status, detail, retryAfter }) =>
        retryAfter === undefined
          ? // Only a problem of a BodyRefusedError has no retryAfter.
            { status: status as BodyRefusedError['status'], detail }
          : { status: 503, retryAfter, ...(detail === uncommittedDetail ? { detail } : {}) },
    })
  }

  /** Receives a body of a log shipper, in any protocol. */
  receiveShipper(request: ShipperRequest): Promise<ShipperResponse> {
    const receiver = receivers[request.protocol]
    return this.#receive(request.body, {
      account: this.#pipeline.ledger.account(request.protocol),
      contentEncoding: receiver.contentEncodingOf?.(request) ?? request.contentEncoding,
      checkHeaders: () => checkIdempotencyKey(request.idempotencyKey),
      read: body => readShipperBody(request, body),
      refusal: problem => receiver.refusal(problem, request),
    })
  }

  async #receive<Response>(
    body: Uint8Array<ArrayBuffer>,
    protocol: BodyProtocol<Response>,
  ): Promise<Response> {
    const { account } = protocol
    const { length } = body
    if (!this.#pipeline.isOpen || this.#waitingBytes + length > this.#bounds.maxWaitingBytes)
      return this.#refuseOverload(protocol)
    this.#waitingBytes += length
    account.bytes += length
    try {
      protocol.checkHeaders()
      // Checks again when its turn comes: the bodies that waited before it may have filled the spool.
      const reading = await this.#oneAtATime(async () =>
        this.#pipeline.isOpen ? await this.#read(body, protocol) : undefined,
      )
      if (reading === undefined) {
        account.bytes -= length
        return this.#refuseOverload(protocol)
      }
      return reading.read.respond(await reading.committed)
    } catch (error) {
      if (error instanceof BodyRefusedError) {
        account.turnAway('invalid')
        return protocol.refusal({ status: error.status, detail: error.message })
      }
      if (error instanceof SpoolUnavailableError) {
        return protocol.refusal({ status: 503, detail: uncommittedDetail, retryAfter: 5 })
      }
      throw error
    } finally {
      this.#waitingBytes -= length
      this.#pipeline.saveCounts()
    }
  }

  /** Refuses a body before any of it is read. */
  #refuseOverload<Response>({ account, refusal }: BodyProtocol<Response>): Response {
    account.turnAway('overload')
    this.#pipeline.saveCounts()
    return refusal({ status: 503, detail: 'Over capacity; try again.', retryAfter: 1 })
  }

  /** Reads a body and passes its events to the pipeline. `committed` resolves when they are on disk. */
  async #read<Response>(
    body: Uint8Array<ArrayBuffer>,
    { account, contentEncoding, read }: BodyProtocol<Response>,
  ): Promise<{ read: ReadBody<Response>; committed: Promise<CommittedBody> }> {
    const bytes = await decodeBody(body, contentEncoding, this.#bounds.maxBodyBytes)
    const receivedAt = Date.now() * 1_000
    const digest = digestOf(bytes)
    const result = await read({ bytes, digest, receivedAt, textEncoding: this.#textEncoding })
    const { events, refused, truncated, identity } = result
    account.truncated += truncated
    account.refuse('invalid', refused)
    const committed =
      identity === undefined
        ? Promise.resolve({ accepted: 0, tooOld: 0 })
        : this.#committer.commit({ events, receivedAt, account }, identity)
    return { read: result, committed }
  }
}

/** Reads all events of a body in the protocol of its shipper. Throws BodyRefusedError. */
export async function readShipperBody(
  request: ShipperRequest,
  { bytes, digest, receivedAt, textEncoding }: RawBody,
): Promise<ReadBody<ShipperResponse>> {
  const { caller, protocol, path, query, contentType, sender, idempotencyKey } = request
  const budget = new ValueBudget()
  const builder = new EventBuilder(budget).setOrigin(sender, receivedAt)
  const body = new BodyText(bytes, contentType, textEncoding)
  const reading = receivers[protocol].read({ path, query, contentType, bytes, body, builder, budget })
  const events: ParsedEvent[] = []
  const items = ItemCounter.forEvents()
  let step = reading.next()
  for (; !step.done; step = reading.next()) {
    items.add()
    if (items.count % eventsPerTurn === 0) await setImmediate()
    if (step.value !== undefined) {
      if (body.encoding !== undefined) recordEncoding(step.value, body.encoding)
      events.push(step.value)
    }
    body.encoding = undefined
  }
  const { isIdempotent, respond } = step.value
  releaseMemory(bytes)
  return {
    events,
    refused: items.count - events.length,
    truncated: builder.truncated,
    identity: bodyIdentity([caller, protocol, path], digest, { idempotencyKey, isIdempotent }),
    respond,
  }
}
