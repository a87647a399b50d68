import { setImmediate } from 'node:timers/promises'
import type { ParsedEvent } from '../../schema/event.ts'
import type { Submission, SubmissionAnswer } from '../intake.ts'
import type { Pipeline } from '../pipeline.ts'
import type { KeyedAnswer, KeyLog } from '../spool/key-log.ts'
import { SpoolUnavailable } from '../spool/writer.ts'
import { decodeBody } from './decode-body.ts'
import { EventReader } from './event-reader.ts'
import { BodyRefused } from './fault.ts'
import { readRaw } from './raw-event.ts'

export interface HttpBounds {
  /** Bytes of a body once it is decoded. */
  bodyBytes: number
  /** Bytes of all bodies that wait here, as received. */
  waitingBytes: number
}

const mostEvents = 1_000_000
const longestKey = 255
/** Events checked or taken between two turns of the event loop, so that sockets are read meanwhile. */
const eventsPerTurn = 2_000

interface Kept {
  accepted: number
  outOfTime: number
}

/** Receives the bodies of /incoming. An answer of 200 means that its events are on disk. */
export class HttpReceiver {
  readonly #pipeline: Pipeline
  readonly #keys: KeyLog
  readonly #bounds: HttpBounds
  readonly #underway = new Map<string, Promise<Kept>>()
  #waitingBytes = 0
  /** Bodies are inflated and read one after the other: that takes many times their size. */
  #reading: Promise<unknown> = Promise.resolve()

  constructor(pipeline: Pipeline, keys: KeyLog, bounds: HttpBounds) {
    this.#pipeline = pipeline
    this.#keys = keys
    this.#bounds = bounds
  }

  async receive(submission: Submission): Promise<SubmissionAnswer> {
    const bytes = submission.body.length
    if (!this.#pipeline.open || this.#waitingBytes + bytes > this.#bounds.waitingBytes)
      return { status: 503, retryAfter: 1 }
    this.#waitingBytes += bytes
    this.#pipeline.ledger.bytes += bytes
    try {
      return await this.#answer(submission)
    } catch (error) {
      if (error instanceof BodyRefused) return { status: error.status, detail: error.message }
      if (error instanceof SpoolUnavailable) return { status: 503, retryAfter: 5 }
      throw error
    } finally {
      this.#waitingBytes -= bytes
    }
  }

  async #answer(submission: Submission): Promise<SubmissionAnswer> {
    checkHeaders(submission)
    const turn = this.#reading.then(() => this.#read(submission))
    this.#reading = turn.catch(() => {})
    const { kept, reader } = await turn
    const { accepted, outOfTime } = await kept
    if (reader.faults.length === 0) return { status: 200, accepted, outOfTime }
    return { status: 422, detail: says(reader, accepted), errors: reader.faults, accepted }
  }

  /** Checks a body's events and takes them. The answer's `kept` resolves when they are on disk. */
  async #read(submission: Submission): Promise<{ kept: Promise<Kept>; reader: EventReader }> {
    const body = await decodeBody(submission.body, submission.contentEncoding, this.#bounds.bodyBytes)
    const receivedAt = Date.now() * 1_000
    const reader = new EventReader(submission.sender, receivedAt)
    const events = await readEvents(parse(body), submission.path, reader)
    const { ledger } = this.#pipeline
    ledger.truncated += reader.truncated
    ledger.received += reader.faulty
    ledger.refused += reader.faulty
    if (reader.faults.length > 0 && !submission.partial) {
      ledger.received += events.length
      ledger.refused += events.length
      return { kept: Promise.resolve({ accepted: 0, outOfTime: 0 }), reader }
    }
    const key = submission.idempotencyKey
    const kept =
      key === ''
        ? this.#keep(events, receivedAt)
        : this.#keepOnce(`${submission.path} ${key}`, events, receivedAt)
    // Whoever awaits it may come a turn of the event loop later than its failure.
    kept.catch(() => {})
    return { kept, reader }
  }

  async #keep(events: readonly ParsedEvent[], receivedAt: number): Promise<Kept> {
    let accepted = 0
    for (let from = 0; from < events.length; from += eventsPerTurn) {
      if (from > 0) await setImmediate()
      accepted += this.#take(events, from, Math.min(from + eventsPerTurn, events.length), receivedAt)
      this.#pipeline.chunkEnd()
    }
    await this.#pipeline.writer.committed()
    return { accepted, outOfTime: events.length - accepted }
  }

  /** The same for a body with a key: its events and the key are in one commit, so there is no turn between them. */
  async #keepOnce(key: string, events: readonly ParsedEvent[], receivedAt: number): Promise<Kept> {
    const known = this.#keys.find(key, Date.now()) ?? this.#underway.get(key)
    if (known !== undefined) {
      const { accepted, outOfTime } = await known
      return { accepted, outOfTime }
    }
    const accepted = this.#take(events, 0, events.length, receivedAt)
    const answer: KeyedAnswer = { key, at: Date.now(), accepted, outOfTime: events.length - accepted }
    this.#pipeline.writer.remember(answer)
    const kept = this.#pipeline.writer.committed().then(() => answer)
    this.#underway.set(key, kept)
    try {
      return await kept
    } finally {
      this.#underway.delete(key)
    }
  }

  #take(events: readonly ParsedEvent[], from: number, to: number, receivedAt: number): number {
    const now = performance.now()
    let accepted = 0
    for (let i = from; i < to; i++) {
      const event = events[i]
      if (event !== undefined && this.#pipeline.take(event, receivedAt, now)) accepted++
    }
    return accepted
  }
}

function checkHeaders({ path, contentType, idempotencyKey }: Submission): void {
  if (path !== '' && path !== '/raw' && !path.startsWith('/raw/'))
    throw new BodyRefused(400, 'Events are received at /incoming and below /incoming/raw.')
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== '' && type !== 'application/json' && !type.endsWith('+json'))
    throw new BodyRefused(415, 'Content-Type must be application/json.')
  if (idempotencyKey.length > longestKey)
    throw new BodyRefused(400, `Idempotency-Key must have at most ${longestKey} characters.`)
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : ''
    throw new BodyRefused(400, `The body is not JSON: ${reason}`)
  }
}

/** The sound events of a parsed body; what is wrong is in the reader. */
async function readEvents(body: unknown, path: string, reader: EventReader): Promise<ParsedEvent[]> {
  if (path !== '') {
    const event = readRaw(body, path.slice('/raw'.length), reader)
    return event === undefined ? [] : [event]
  }
  const list = typeof body === 'object' && body !== null && 'events' in body ? body.events : undefined
  if (!Array.isArray(list)) {
    reader.faults.push({ index: -1, field: 'events', message: 'is required: an array of events' })
    return []
  }
  if (list.length > mostEvents) throw new BodyRefused(413, `A body may have at most ${mostEvents} events.`)
  const events: ParsedEvent[] = []
  for (let i = 0; i < list.length; i++) {
    if (i % eventsPerTurn === eventsPerTurn - 1) await setImmediate()
    const event = reader.read(list[i], i)
    if (event !== undefined) events.push(event)
  }
  return events
}

function says({ faulty }: EventReader, accepted: number): string {
  if (faulty === 0) return 'The body has no list of events.'
  const subject = faulty === 1 ? '1 event is' : `${faulty} events are`
  return `${subject} not valid; ${accepted === 0 ? 'nothing of this body was kept' : 'the others were kept'}.`
}
