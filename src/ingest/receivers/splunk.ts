import { isObject } from '../../schema/text/json-object.ts'
import { BodyRefusedError } from '../body/fault.ts'
import { tryParseWithin } from '../body/parse-json.ts'
import { splitJsonObjects } from '../body/split-json-objects.ts'
import { splitLines } from '../body/split-lines.ts'
import type { ShipperResponse } from '../body/submission.ts'
import { dateToMicros } from '../body/time.ts'
import { readDocument } from './document.ts'
import type { EventBuilder } from './event-builder.ts'
import { type BodyEvents, type DecodedBody, jsonResponse, type Receiver } from './receiver.ts'

/** Responses of the HTTP Event Collector (HEC): HTTP status, text, and Splunk's code. */
const hecResponses = {
  success: [200, 'Success', 0],
  tokenRequired: [401, 'Token is required', 2],
  invalidToken: [403, 'Invalid token', 4],
  noData: [400, 'No data', 5],
  invalidFormat: [400, 'Invalid data format', 6],
  internal: [500, 'Internal server error', 8],
  busy: [503, 'Server is busy', 9],
  eventRequired: [400, 'Event field is required', 12],
  eventBlank: [400, 'Event field cannot be blank', 13],
  acknowledgementDisabled: [400, 'ACK is disabled', 14],
  fieldsWrong: [400, 'Error in handling indexed fields', 15],
  healthy: [200, 'HEC is healthy', 17],
} as const satisfies Record<string, readonly [status: number, text: string, code: number]>
type HecResponse = keyof typeof hecResponses

/**
 * Splunk's HTTP Event Collector: JSON events at /event, lines at /raw. Keeps the events before the first
 * invalid one, which the response names.
 */
export const splunk: Receiver = {
  read: body => (body.path.startsWith('/raw') ? readLines(body) : readEvents(body)),
  refusal({ status, detail, retryAfter }) {
    switch (status) {
      case 401:
        return hecResponse('tokenRequired')
      case 403:
        return hecResponse('invalidToken')
      case 429:
      case 503: {
        const [, text, code] = hecResponses.busy
        return jsonResponse(status, { text, code }, retryAfter)
      }
      case 500:
        return hecResponse('internal')
      default:
        return detail === hecResponses.noData[1]
          ? hecResponse('noData')
          : jsonResponse(status, { text: detail, code: hecResponses.invalidFormat[2] })
    }
  },
}

/** A response by its name. `invalidEvent`: position of the first invalid event of the body. */
export function hecResponse(name: HecResponse, invalidEvent?: number): ShipperResponse {
  const [status, text, code] = hecResponses[name]
  return jsonResponse(status, { text, code, 'invalid-event-number': invalidEvent })
}

function* readEvents({ body, builder, budget }: DecodedBody): BodyEvents {
  let count = 0
  for (const text of splitJsonObjects(body)) {
    const fault = readEvent(tryParseWithin(text, budget), builder)
    if (fault !== undefined) {
      yield undefined
      const invalidEvent = count
      return { respond: () => hecResponse(fault, invalidEvent) }
    }
    count++
    yield builder.end()
  }
  return { respond: () => hecResponse(count === 0 ? 'noData' : 'success') }
}

/** Reads one event into the builder; returns the response to it if it is invalid. */
function readEvent(item: unknown, builder: EventBuilder): HecResponse | undefined {
  if (!isObject(item)) return 'invalidFormat'
  const { event, fields } = item
  if (event === undefined || event === null) return 'eventRequired'
  if (event === '') return 'eventBlank'
  if (fields !== undefined && !isObject(fields)) return 'fieldsWrong'
  builder.begin()
  readSource(item, builder)
  // Members beside an event take precedence over members in it, except the program.
  if (isObject(event)) readDocument(event, builder)
  else builder.message(typeof event === 'string' ? event : JSON.stringify(event))
  builder.time(dateToMicros(item.time))
  builder.host(item.host)
  if (fields !== undefined) readFields(fields, builder)
  return undefined
}

/** One event per line; host, source and so on are in the query string. */
function* readLines({ body, query, builder }: DecodedBody): BodyEvents {
  if (body.text.trim() === '') throw new BodyRefusedError(400, hecResponses.noData[1])
  const source = Object.fromEntries(new URLSearchParams(query.slice(0, 8_192)))
  for (const line of splitLines(body)) {
    builder.begin()
    builder.time(dateToMicros(source.time))
    builder.host(source.host)
    readSource(source, builder)
    builder.message(line)
    yield builder.end()
  }
  return { respond: () => hecResponse('success') }
}

/** Sets the default program and three tags from the query string or event. */
function readSource(
  { source, sourcetype, index }: Readonly<Record<string, unknown>>,
  builder: EventBuilder,
): void {
  builder.program(sourcetype)
  builder.tag('sourcetype', sourcetype)
  builder.tag('source', source)
  builder.tag('index', index)
}

function readFields(fields: Readonly<Record<string, unknown>>, builder: EventBuilder): void {
  for (const name of ['severity', 'level', 'log_level']) if (builder.severity(fields[name])) break
  builder.facility(fields.facility)
  for (const name of ['program', 'service.name', 'app']) if (builder.program(fields[name])) break
  for (const name in fields) builder.tag(name, fields[name])
}
