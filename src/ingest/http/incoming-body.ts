import { setImmediate } from 'node:timers/promises'
import type { ParsedEvent } from '../../schema/event.ts'
import { type Submission, webhookPath } from '../intake.ts'
import type { EventReader } from './event-reader.ts'
import { BodyRefused } from './fault.ts'
import { isFirehose, readFirehose } from './firehose.ts'
import { eventsPerTurn } from './keeper.ts'
import { readRaw } from './raw-event.ts'
import { readWebhook } from './webhook.ts'

/** Events of one body, at most. */
export const mostEvents = 1_000_000
const longestKey = 255

/** Throws BodyRefused for what no body could make good. */
export function checkHeaders({ path, contentType, idempotencyKey }: Submission): void {
  if (path !== '' && path !== '/raw' && !path.startsWith('/raw/') && path !== webhookPath)
    throw new BodyRefused(400, 'Events are received at /incoming and below /incoming/raw.')
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== '' && type !== 'application/json' && !type.endsWith('+json'))
    throw new BodyRefused(415, 'Content-Type must be application/json.')
  checkKey(idempotencyKey)
}

export function checkKey(idempotencyKey: string): void {
  if (idempotencyKey.length > longestKey)
    throw new BodyRefused(400, `Idempotency-Key must have at most ${longestKey} characters.`)
}

export function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : ''
    throw new BodyRefused(400, `The body is not JSON: ${reason}`)
  }
}

/** What a body of /incoming holds. */
export interface Batch {
  /** The sound events; what is wrong with others is in the reader. */
  events: ParsedEvent[]
  /** Of a delivery stream's request. */
  requestId?: string
}

/** The events of a parsed body, whatever its path says that it is. */
export async function readBatch(
  body: unknown,
  path: string,
  reader: EventReader,
  limit: number,
): Promise<Batch> {
  if (path === webhookPath) return { events: listOf(readWebhook(body, reader)) }
  if (path !== '') return { events: listOf(readRaw(body, path.slice('/raw'.length), reader)) }
  if (isFirehose(body)) {
    return {
      events: await readFirehose(body, reader, { bytes: limit, events: mostEvents }),
      requestId: body.requestId,
    }
  }
  const list = typeof body === 'object' && body !== null && 'events' in body ? body.events : undefined
  if (!Array.isArray(list)) {
    reader.faults.push({ index: -1, field: 'events', message: 'is required: an array of events' })
    return { events: [] }
  }
  if (list.length > mostEvents) throw new BodyRefused(413, `A body may have at most ${mostEvents} events.`)
  const events: ParsedEvent[] = []
  for (let i = 0; i < list.length; i++) {
    if (i % eventsPerTurn === eventsPerTurn - 1) await setImmediate()
    const event = reader.read(list[i], i)
    if (event !== undefined) events.push(event)
  }
  return { events }
}

/** One sentence about a body with bad events, of which `accepted` good ones were kept. */
export function says({ faulty }: EventReader, accepted: number): string {
  if (faulty === 0) return 'The body has no list of events.'
  const subject = faulty === 1 ? '1 event is' : `${faulty} events are`
  return `${subject} not valid; ${accepted === 0 ? 'nothing of this body was kept' : 'the others were kept'}.`
}

function listOf(event: ParsedEvent | undefined): ParsedEvent[] {
  return event === undefined ? [] : [event]
}
