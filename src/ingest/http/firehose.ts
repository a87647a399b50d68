import { setImmediate } from 'node:timers/promises'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { BodyText } from '../body/body-text.ts'
import { decodeBody, hasGzipHeader } from '../body/decode-body.ts'
import { BodyRefusedError } from '../body/fault.ts'
import { ItemCounter } from '../body/item-counter.ts'
import { JsonPullParser } from '../body/json-pull-parser.ts'
import { splitLines } from '../body/split-lines.ts'
import { ValueBudget } from '../body/value-budget.ts'
import { recordEncoding } from '../event/tag-encoding.ts'
import { scalarText } from '../fields/json.ts'
import { eventsPerTurn } from './body-committer.ts'
import type { EventReader } from './event-reader.ts'

/** An event of a record: a line, or a log event of CloudWatch Logs. */
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

/** Program of all events of Data Firehose. */
const program = 'kinesis'
const maxRequestIdLength = 200

/**
 * Reads a request of Amazon Data Firehose, whose records are base64 of text, with or without gzip. Each line
 * of a record is an event. A record of CloudWatch Logs has log events with time, log group and stream.
 * `maxBytes`: limit of all inflated records together. `textEncoding`: for records that are not UTF-8.
 */
export async function readFirehose(
  requestId: string,
  records: JsonPullParser,
  reader: EventReader,
  { maxBytes, textEncoding }: { maxBytes: number; textEncoding: string },
): Promise<ParsedEvent[]> {
  if (requestId === '' || requestId.length > maxRequestIdLength) {
    throw new BodyRefusedError(400, `requestId must have 1 to ${maxRequestIdLength} characters.`)
  }
  if (!records.enter('[')) throw new BodyRefusedError(400, 'records must be a list.')
  const events: ParsedEvent[] = []
  const recordCount = ItemCounter.forEvents()
  const eventCount = ItemCounter.forEvents()
  const budget = new ValueBudget()
  // Counted while a record is parsed, before `eventCount` counts the same events.
  const logEventCount = ItemCounter.forEvents()
  let bytesLeft = maxBytes
  while (records.next('[')) {
    const index = recordCount.count
    recordCount.add()
    const data = decodeRecord(records.value(), index)
    const isGzip = hasGzipHeader(data)
    // Plain records, of which a body may have very many, are decoded without yielding to the event loop.
    const bytes =
      isGzip || data.length > bytesLeft
        ? await decodeBody(data, isGzip ? 'gzip' : '', bytesLeft)
        : Buffer.from(data.buffer)
    bytesLeft -= bytes.length
    const body = new BodyText(bytes, '', textEncoding)
    const logs = readCloudWatchLogs(body, budget, logEventCount)
    const tags = logs === undefined ? {} : logTags(logs)
    // The log events of a record were read together, so the encoding of one counts for all.
    const encodingOfLogs = logs === undefined ? undefined : body.encoding
    body.encoding = encodingOfLogs
    for (const line of logs === undefined ? textLines(body) : logEventLines(logs)) {
      eventCount.add()
      if (eventCount.count % eventsPerTurn === 0) await setImmediate()
      const event = reader.read({ ...line, ...tags, program }, index)
      if (event !== undefined) {
        if (body.encoding !== undefined) recordEncoding(event, body.encoding)
        events.push(event)
      }
      body.encoding = encodingOfLogs
    }
    if (index % eventsPerTurn === eventsPerTurn - 1) await setImmediate()
  }
  return events
}

function decodeRecord(record: unknown, index: number): Uint8Array<ArrayBuffer> {
  const data = typeof record === 'object' && record !== null && 'data' in record ? record.data : undefined
  // Buffer skips characters that are not base64, and then returns too few bytes.
  const text = typeof data === 'string' ? data : undefined
  const bytes = new Uint8Array(Buffer.from(text ?? '', 'base64'))
  if (text === undefined || bytes.length !== decodedLength(text))
    throw new BodyRefusedError(400, `records[${index}].data is not base64 text.`)
  return bytes
}

/** Number of bytes that base64 text encodes, with or without padding; NaN for a truncated text. */
function decodedLength(text: string): number {
  let characters = text.length
  if (text.endsWith('=')) characters--
  if (text.endsWith('==')) characters--
  return characters % 4 === 1 ? Number.NaN : Math.floor((characters * 3) / 4)
}

/** Parses a record of CloudWatch Logs; undefined for others. `budget`, `count`: of the whole request. */
function readCloudWatchLogs(
  body: BodyText,
  budget: ValueBudget,
  count: ItemCounter,
): CloudWatchLogs | undefined {
  const { text } = body
  if (!text.startsWith('{') || !text.includes('"logEvents"')) return undefined
  try {
    const parser = new JsonPullParser(body, budget)
    const positions = parser.memberPositions(['messageType', 'logGroup', 'logStream', 'logEvents'])
    parser.end()
    if (positions?.messageType === undefined || positions.logEvents === undefined) return undefined
    const events = parser.forkAt(positions.logEvents)
    if (!events.enter('[')) return undefined
    return {
      messageType: parser.valueAt(positions.messageType),
      logGroup: parser.valueAt(positions.logGroup),
      logStream: parser.valueAt(positions.logStream),
      logEvents: readValues(events, count),
    }
  } catch (error) {
    if (error instanceof BodyRefusedError && error.status === 413) throw error
    return undefined
  }
}

function readValues(list: JsonPullParser, count: ItemCounter): unknown[] {
  const values: unknown[] = []
  while (list.next('[')) {
    count.add()
    values.push(list.value())
  }
  return values
}

function logTags({ logGroup, logStream }: CloudWatchLogs): { user_tags: Record<string, string> } {
  const tags: Record<string, string> = {}
  if (typeof logGroup === 'string') tags.LogGroup = logGroup
  if (typeof logStream === 'string') tags.LogStream = logStream
  return { user_tags: tags }
}

/** Skips control messages of CloudWatch Logs, which only test the delivery. */
function* logEventLines({ messageType, logEvents }: CloudWatchLogs): Iterable<Line> {
  if (messageType === 'CONTROL_MESSAGE') return
  for (const event of logEvents) {
    if (typeof event !== 'object' || event === null || !('message' in event)) continue
    // String and Number throw for an object with a member `toString`.
    const message = typeof event.message === 'string' ? event.message : JSON.stringify(event.message)
    const time = 'timestamp' in event ? scalarText(event.timestamp) : ''
    const millis = time === '' ? Number.NaN : Number(time)
    yield millis >= 0 ? { message, ts: millis / 1_000 } : { message }
  }
}

function* textLines(body: BodyText): Iterable<Line> {
  for (const message of splitLines(body)) yield { message }
}
