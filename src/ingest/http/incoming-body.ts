import { setImmediate } from 'node:timers/promises'
import { parseFacility, parseSeverity } from '../../filter/predicate/severity-words.ts'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { releaseMemory } from '../../telemetry/release-memory.ts'
import { BodyText } from '../body/body-text.ts'
import { BodyRefusedError } from '../body/fault.ts'
import { ItemCounter } from '../body/item-counter.ts'
import { JsonPullParser } from '../body/json-pull-parser.ts'
import { mediaTypeOf } from '../body/media-type.ts'
import { parseBody } from '../body/parse-json.ts'
import { type Submission, type SubmissionAnswer, webhookPath } from '../body/submission.ts'
import { ValueBudget } from '../body/value-budget.ts'
import { writableExtra } from '../event/blank-event.ts'
import { recordEncoding } from '../event/tag-encoding.ts'
import { type CommittedBody, eventsPerTurn } from './body-committer.ts'
import { type BodyIdentity, bodyIdentity } from './body-identity.ts'
import { EventReader } from './event-reader.ts'
import { readFirehose } from './firehose.ts'

/** Members of a webhook event that the body may omit. */
const webhookDefaults = { host: 'localhost', program: 'incoming-webhook' } as const
const maxKeyLength = 255

/** Checks path and headers of a body of /incoming or of a webhook. Throws BodyRefusedError. */
export function checkHeaders({ path, contentType, idempotencyKey }: Submission): void {
  if (path !== '' && path !== '/raw' && !path.startsWith('/raw/') && path !== webhookPath)
    throw new BodyRefusedError(400, 'Events are received at /incoming and below /incoming/raw.')
  const type = mediaTypeOf(contentType)
  if (type !== '' && type !== 'application/json' && !type.endsWith('+json'))
    throw new BodyRefusedError(415, 'Content-Type must be application/json.')
  checkIdempotencyKey(idempotencyKey)
}

/** Throws BodyRefusedError for a key that is too long. */
export function checkIdempotencyKey(idempotencyKey: string): void {
  if (idempotencyKey.length > maxKeyLength)
    throw new BodyRefusedError(400, `Idempotency-Key must have at most ${maxKeyLength} characters.`)
}

/**
 * Reads a body of /incoming or of a webhook. `maxBytes`: limit of the inflated records of Data Firehose.
 * Without `partial`, one invalid event refuses the whole body.
 */
export async function readIncomingBody(
  { path, contentType, sender, caller, partial, idempotencyKey }: Submission,
  { bytes, digest, receivedAt, textEncoding }: RawBody,
  maxBytes: number,
): Promise<ReadBody<SubmissionAnswer>> {
  const body = new BodyText(bytes, contentType, textEncoding)
  body.decodeAll()
  releaseMemory(bytes)
  const reader = new EventReader(sender, receivedAt)
  const { events, requestId } = await readBody(body, path, reader, maxBytes)
  const { faults, faultyEvents, truncatedEvents: truncated } = reader
  const identity = bodyIdentity([caller, path], digest, { idempotencyKey, requestId })
  if (faults.length > 0) {
    const keptEvents = partial ? events : []
    return {
      events: keptEvents,
      refused: faultyEvents + events.length - keptEvents.length,
      truncated,
      ...(partial && { identity }),
      respond({ accepted }) {
        const detail = describeFaults(faultyEvents, accepted)
        return { status: 422, detail, errors: faults, accepted }
      },
    }
  }
  return {
    events,
    refused: 0,
    truncated,
    identity,
    respond: committed => ({
      status: 200,
      accepted: committed.accepted,
      tooOld: committed.tooOld,
      ...(requestId !== undefined && { requestId }),
    }),
  }
}

interface IncomingEvents {
  /** The valid events. The reader has the faults of the others. */
  events: ParsedEvent[]
  /** Id of a request of Data Firehose. */
  requestId?: string
}

/** Reads a body in the form that its path has: one event below /raw or of a webhook, otherwise a list. */
async function readBody(
  body: BodyText,
  path: string,
  reader: EventReader,
  maxBytes: number,
): Promise<IncomingEvents> {
  if (path !== '') {
    const value = parseBody(body)
    const event =
      path === webhookPath ? readWebhook(value, reader) : readRaw(value, path.slice('/raw'.length), reader)
    if (event === undefined) return { events: [] }
    if (body.encoding !== undefined) recordEncoding(event, body.encoding)
    return { events: [event] }
  }
  const parser = new JsonPullParser(body, new ValueBudget())
  let events: ParsedEvent[] | undefined
  let requestId: unknown
  let records: JsonPullParser | undefined
  if (parser.enter('{')) {
    while (parser.next('{')) {
      const name = parser.name()
      const { position } = parser
      if (name === 'events' && parser.enter('[')) {
        if (events !== undefined)
          throw new BodyRefusedError(400, 'The body has more than one list of events.')
        events = await readEvents(parser, body, reader)
      } else if (name === 'records') {
        records = parser.forkAt(position)
        parser.skip()
      } else {
        const value = parser.value()
        if (name === 'requestId') requestId = value
      }
    }
  } else {
    // Parsed, so that a body that is not JSON is refused as such.
    parser.value()
  }
  parser.end()
  if (events !== undefined) return { events }
  if (records !== undefined && typeof requestId === 'string') {
    return {
      events: await readFirehose(requestId, records, reader, { maxBytes, textEncoding: body.fallback }),
      requestId,
    }
  }
  reader.faults.push({ index: -1, field: 'events', message: 'is required: an array of events' })
  return { events: [] }
}

async function readEvents(list: JsonPullParser, body: BodyText, reader: EventReader): Promise<ParsedEvent[]> {
  const events: ParsedEvent[] = []
  body.encoding = undefined
  const counter = ItemCounter.forEvents()
  while (list.next('[')) {
    counter.add()
    if (counter.count % eventsPerTurn === 0) await setImmediate()
    const event = reader.read(list.value(), counter.count - 1)
    if (event !== undefined) {
      if (body.encoding !== undefined) recordEncoding(event, body.encoding)
      events.push(event)
    }
    body.encoding = undefined
  }
  return events
}

/** Describes the faults. `accepted`: number of valid events that were kept. */
function describeFaults(faultyEvents: number, accepted: number): string {
  if (faultyEvents === 0) return 'The body has no list of events.'
  const subject = faultyEvents === 1 ? '1 event is' : `${faultyEvents} events are`
  return `${subject} not valid; ${accepted === 0 ? 'nothing of this body was kept' : 'the others were kept'}.`
}

/**
 * Reads an event of /incoming/raw. The JSON text of the body is its message; members of an object and the
 * path below /raw become `extra`.
 */
function readRaw(value: unknown, path: string, reader: EventReader): ParsedEvent | undefined {
  const event = reader.read({ message: JSON.stringify(value), program: 'http_receiver' }, 0)
  if (event === undefined) return undefined
  const extra = writableExtra(event)
  if (isObject(value)) for (const name in value) extra[name] = value[name]
  if (path.length > 1) {
    extra._url_path = path
    extra._source_type = path.slice(1)
  }
  return event
}

/** Reads an event of POST /api/events. Only the message is required; codes may be names or numbers. */
function readWebhook(value: unknown, reader: EventReader): ParsedEvent | undefined {
  if (!isObject(value)) return reader.read(value, 0)
  const event: Record<string, unknown> = Object.assign(Object.create(null), webhookDefaults, value)
  // Other values stay, and the reader reports them.
  const severity = parseSeverity(event.severity)
  if (severity !== -1) event.severity = severity
  const facility = parseFacility(event.facility)
  if (facility !== -1) event.facility = facility
  return reader.read(event, 0)
}

/** A body that was received and decoded. */
export interface RawBody {
  /** The bytes. Their reader must call releaseMemory afterwards. */
  bytes: Buffer
  /** See digestOf. */
  digest: string
  /** Microseconds. */
  receivedAt: number
  /** Encoding of text that is not UTF-8. */
  textEncoding?: string | undefined
}

/** A body that its protocol has read. */
export interface ReadBody<Response> {
  events: readonly ParsedEvent[]
  /** Number of items that were refused. */
  refused: number
  /** Number of messages that were cut. */
  truncated: number
  /** Absent if no event of the body is kept. */
  identity?: BodyIdentity
  /** The response to send when the events are on disk. */
  respond(committed: CommittedBody): Response
}
