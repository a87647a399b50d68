import { setImmediate } from 'node:timers/promises'
import type { ParsedEvent } from '../../schema/event.ts'
import { decodeBody } from './decode-body.ts'
import type { EventReader } from './event-reader.ts'
import { BodyRefused } from './fault.ts'
import { eventsPerTurn } from './keeper.ts'

/** A request of Amazon's Data Firehose to an HTTP endpoint (reference 11.4). */
interface FirehoseRequest {
  requestId: string
  records: unknown[]
}

/** The lines of a record, or what CloudWatch Logs puts into one. */
interface Line {
  message: string
  /** Unix seconds. */
  ts?: number
}

interface CloudWatchLogs {
  messageType: unknown
  logGroup?: unknown
  logStream?: unknown
  logEvents: unknown[]
}

const program = 'kinesis'
const longestId = 200

export function isFirehose(body: unknown): body is FirehoseRequest {
  return (
    typeof body === 'object' &&
    body !== null &&
    'requestId' in body &&
    typeof body.requestId === 'string' &&
    'records' in body &&
    Array.isArray(body.records)
  )
}

/**
 * The events of all records: each is base64 of text, gzipped or not. Text is an event a line; what CloudWatch Logs sends is
 * an event each with its time, log group and stream. `limit.bytes` is for all records together, inflated.
 */
export async function readFirehose(
  { requestId, records }: FirehoseRequest,
  reader: EventReader,
  limit: { bytes: number; events: number },
): Promise<ParsedEvent[]> {
  if (requestId === '' || requestId.length > longestId) {
    throw new BodyRefused(400, `requestId must have 1 to ${longestId} characters.`)
  }
  const events: ParsedEvent[] = []
  let left = limit.bytes
  for (const [index, record] of records.entries()) {
    const bytes = await bytesOf(record, index, left)
    left -= bytes.length
    const text = bytes.toString('utf8')
    const logs = cloudWatchLogs(text)
    const tags = logs === undefined ? {} : tagsOf(logs)
    for (const line of logs === undefined ? linesOf(text) : eventsOf(logs)) {
      if (events.length >= limit.events) {
        throw new BodyRefused(413, `A body may have at most ${limit.events} events.`)
      }
      if (events.length % eventsPerTurn === eventsPerTurn - 1) await setImmediate()
      const event = reader.read({ ...line, ...tags, program }, index)
      if (event !== undefined) events.push(event)
    }
  }
  return events
}

async function bytesOf(record: unknown, index: number, limit: number): Promise<Buffer> {
  const data = typeof record === 'object' && record !== null && 'data' in record ? record.data : undefined
  // A copy of its own memory, as inflating wants it. What is not base64 is passed over: it makes fewer bytes than it should.
  const text = typeof data === 'string' ? data : undefined
  const bytes = new Uint8Array(Buffer.from(text ?? '', 'base64'))
  if (text === undefined || bytes.length !== decodedLength(text))
    throw new BodyRefused(400, `records[${index}].data is not base64 text.`)
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  return decodeBody(bytes, isGzip ? 'gzip' : '', limit)
}

/** Bytes that so much base64 stands for, padded or not; no whole number for what is cut. */
function decodedLength(text: string): number {
  const units = text.length - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)
  return units % 4 === 1 ? Number.NaN : Math.floor((units * 3) / 4)
}

function cloudWatchLogs(text: string): CloudWatchLogs | undefined {
  if (!text.startsWith('{') || !text.includes('"logEvents"')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    const fits = typeof value === 'object' && value !== null && 'messageType' in value && 'logEvents' in value
    if (!fits || !Array.isArray(value.logEvents)) return undefined
    return { ...value, messageType: value.messageType, logEvents: value.logEvents }
  } catch {
    return undefined
  }
}

function tagsOf({ logGroup, logStream }: CloudWatchLogs): { user_tags: Record<string, string> } {
  const tags: Record<string, string> = {}
  if (typeof logGroup === 'string') tags.LogGroup = logGroup
  if (typeof logStream === 'string') tags.LogStream = logStream
  return { user_tags: tags }
}

/** Control messages only try the way out: they are no events. */
function* eventsOf({ messageType, logEvents }: CloudWatchLogs): Iterable<Line> {
  if (messageType === 'CONTROL_MESSAGE') return
  for (const event of logEvents) {
    if (typeof event !== 'object' || event === null || !('message' in event)) continue
    const message = String(event.message)
    const millis = 'timestamp' in event ? Number(event.timestamp) : Number.NaN
    yield millis >= 0 ? { message, ts: millis / 1_000 } : { message }
  }
}

function* linesOf(text: string): Iterable<Line> {
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at)
    const end = newline === -1 ? text.length : newline
    const message = text.slice(at, end).replace(/\r$/, '')
    at = end + 1
    if (message !== '') yield { message }
  }
}
