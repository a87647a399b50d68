import { setImmediate } from 'node:timers/promises'
import type { ParsedEvent } from '../../schema/event.ts'
import { type Submission, webhookPath } from '../intake.ts'
import { JsonPullParser } from '../receivers/json-pull-parser.ts'
import { parseBody } from '../receivers/parse-json.ts'
import { ValueBudget } from '../receivers/value-budget.ts'
import { eventsPerTurn } from './body-committer.ts'
import type { EventReader } from './event-reader.ts'
import { BodyRefusedError } from './fault.ts'
import { readFirehose } from './firehose.ts'
import { ItemCounter } from './item-counter.ts'
import { readRaw } from './raw-event.ts'
import { readWebhook } from './webhook.ts'

const maxKeyLength = 255

/** Throws BodyRefusedError for what no body could make good. */
export function checkHeaders({ path, contentType, idempotencyKey }: Submission): void {
  if (path !== '' && path !== '/raw' && !path.startsWith('/raw/') && path !== webhookPath)
    throw new BodyRefusedError(400, 'Events are received at /incoming and below /incoming/raw.')
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== '' && type !== 'application/json' && !type.endsWith('+json'))
    throw new BodyRefusedError(415, 'Content-Type must be application/json.')
  checkIdempotencyKey(idempotencyKey)
}

export function checkIdempotencyKey(idempotencyKey: string): void {
  if (idempotencyKey.length > maxKeyLength)
    throw new BodyRefusedError(400, `Idempotency-Key must have at most ${maxKeyLength} characters.`)
}

/** What a body of /incoming holds. */
export interface IncomingBatch {
  /** The sound events; what is wrong with others is in the reader. */
  events: ParsedEvent[]
  /** Of a delivery stream's request. */
  requestId?: string
}

/** The events of a decoded body, whatever its path says that it is. `limit`: bytes, for what is packed once more inside. */
export async function readBatch(
  text: string,
  path: string,
  reader: EventReader,
  limit: number,
): Promise<IncomingBatch> {
  if (path === webhookPath) return { events: listOf(readWebhook(parseBody(text), reader)) }
  if (path !== '') return { events: listOf(readRaw(parseBody(text), path.slice('/raw'.length), reader)) }
  const cutter = new JsonPullParser(text, new ValueBudget())
  let events: ParsedEvent[] | undefined
  let requestId: unknown
  let records: JsonPullParser | undefined
  if (cutter.enter('{')) {
    while (cutter.next('{')) {
      const name = cutter.name()
      const { position } = cutter
      if (name === 'events' && cutter.enter('[')) {
        if (events !== undefined)
          throw new BodyRefusedError(400, 'The body has more than one list of events.')
        events = await readEvents(cutter, reader)
      } else if (name === 'records') {
        records = cutter.forkAt(position)
        cutter.skip()
      } else {
        const value = cutter.value()
        if (name === 'requestId') requestId = value
      }
    }
  } else cutter.value()
  cutter.end()
  if (events !== undefined) return { events }
  if (records !== undefined && typeof requestId === 'string') {
    return { events: await readFirehose(requestId, records, reader, limit), requestId }
  }
  reader.faults.push({ index: -1, field: 'events', message: 'is required: an array of events' })
  return { events: [] }
}

async function readEvents(cutter: JsonPullParser, reader: EventReader): Promise<ParsedEvent[]> {
  const events: ParsedEvent[] = []
  const count = ItemCounter.forEvents()
  while (cutter.next('[')) {
    count.add()
    if (count.count % eventsPerTurn === 0) await setImmediate()
    const event = reader.read(cutter.value(), count.count - 1)
    if (event !== undefined) events.push(event)
  }
  return events
}

/** One sentence about a body with bad events, of which `accepted` good ones were kept. */
export function describeFaults({ faultyEvents }: EventReader, accepted: number): string {
  if (faultyEvents === 0) return 'The body has no list of events.'
  const subject = faultyEvents === 1 ? '1 event is' : `${faultyEvents} events are`
  return `${subject} not valid; ${accepted === 0 ? 'nothing of this body was kept' : 'the others were kept'}.`
}

function listOf(event: ParsedEvent | undefined): ParsedEvent[] {
  return event === undefined ? [] : [event]
}
