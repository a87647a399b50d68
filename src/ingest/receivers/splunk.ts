import type { ParsedEvent } from '../../schema/event.ts'
import { isObject, type JsonObject } from '../../schema/json-object.ts'
import { BodyRefusedError } from '../http/fault.ts'
import type { ShipperResponse } from '../intake.ts'
import { readDocument } from './document.ts'
import { EventBuilder, type Origin } from './event-builder.ts'
import { tryParseWithin } from './parse-json.ts'
import {
  type BodyProblem,
  type BodyReader,
  jsonResponse,
  type Receiver,
  type RequestInfo,
} from './receiver.ts'
import { splitJsonObjects } from './split-json-objects.ts'
import { splitLines } from './split-lines.ts'
import { secondsToMicros } from './time.ts'
import { ValueBudget } from './value-budget.ts'

/** Answers of the HTTP Event Collector, by what they are about. */
const hecAnswers = {
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
type HecAnswer = keyof typeof hecAnswers

/**
 * Splunk's HTTP Event Collector: JSON events at /event, lines at /raw. As there, what stands before the first bad event of
 * a body is kept, and the answer says at which event it stopped.
 */
export const splunk: Receiver = {
  read(body, shipment, origin) {
    return shipment.path.startsWith('/raw')
      ? new HecRawReader(body, shipment, origin)
      : new HecEventReader(body, origin)
  },
  refusal({ status, detail, retryAfter }: BodyProblem): ShipperResponse {
    switch (status) {
      case 401:
        return hecResponse('tokenRequired')
      case 403:
        return hecResponse('invalidToken')
      case 429:
      case 503: {
        const [, text, code] = hecAnswers.busy
        return jsonResponse(status, { text, code }, retryAfter)
      }
      case 500:
        return hecResponse('internal')
      default:
        return detail === hecAnswers.noData[1]
          ? hecResponse('noData')
          : jsonResponse(status, { text: detail, code: hecAnswers.invalidFormat[2] })
    }
  },
}

export function hecResponse(name: HecAnswer, invalidEvent?: number): ShipperResponse {
  const [status, text, code] = hecAnswers[name]
  return jsonResponse(status, {
    text,
    code,
    ...(invalidEvent === undefined ? {} : { 'invalid-event-number': invalidEvent }),
  })
}

class HecEventReader implements BodyReader {
  readonly isIdempotentByContent = false
  readonly #body: Buffer
  readonly #budget = new ValueBudget()
  readonly #builder: EventBuilder
  #wrong: HecAnswer | undefined
  #count = 0

  constructor(body: Buffer, origin: Origin) {
    this.#body = body
    this.#builder = new EventBuilder(origin, this.#budget)
  }

  get truncatedEvents(): number {
    return this.#builder.truncated
  }

  *events(): Iterable<ParsedEvent | undefined> {
    for (const text of splitJsonObjects(this.#body)) {
      this.#wrong = this.#read(tryParseWithin(text, this.#budget))
      if (this.#wrong !== undefined) {
        yield undefined
        return
      }
      this.#count++
      yield this.#builder.end()
    }
    if (this.#count === 0) this.#wrong = 'noData'
  }

  answer(): ShipperResponse {
    if (this.#wrong === undefined) return hecResponse('success')
    return this.#wrong === 'noData' ? hecResponse('noData') : hecResponse(this.#wrong, this.#count)
  }

  /** Reads one event into the builder; answers what is wrong with it. */
  #read(item: unknown): HecAnswer | undefined {
    if (!isObject(item)) return 'invalidFormat'
    const { event, fields } = item
    if (event === undefined || event === null) return 'eventRequired'
    if (event === '') return 'eventBlank'
    if (fields !== undefined && !isObject(fields)) return 'fieldsWrong'
    const builder = this.#builder
    builder.begin()
    readSource(item, builder)
    // What is said beside an event holds more than what is said in it, but for its program.
    if (isObject(event)) readDocument(event, builder)
    else builder.message(typeof event === 'string' ? event : JSON.stringify(event))
    builder.time(secondsToMicros(item.time))
    builder.host(item.host)
    if (fields !== undefined) readFields(fields, builder)
    return undefined
  }
}

/** One event a line; host, source and so on are in the query string. */
class HecRawReader implements BodyReader {
  readonly isIdempotentByContent = false
  readonly #text: string
  readonly #about: JsonObject
  readonly #builder: EventBuilder

  constructor(body: Buffer, { query }: RequestInfo, origin: Origin) {
    this.#text = body.toString('utf8')
    this.#about = Object.fromEntries(new URLSearchParams(query.slice(0, 8_192)))
    if (this.#text.trim() === '') throw new BodyRefusedError(400, hecAnswers.noData[1])
    this.#builder = new EventBuilder(origin, new ValueBudget())
  }

  get truncatedEvents(): number {
    return this.#builder.truncated
  }

  *events(): Iterable<ParsedEvent> {
    const builder = this.#builder
    for (const line of splitLines(this.#text)) {
      builder.begin()
      builder.time(secondsToMicros(this.#about.time))
      builder.host(this.#about.host)
      readSource(this.#about, builder)
      builder.message(line)
      yield builder.end()
    }
  }

  answer(): ShipperResponse {
    return hecResponse('success')
  }
}

/** The source type is the program, until something says it better; it, the source and the index are tags. */
function readSource({ source, sourcetype, index }: JsonObject, builder: EventBuilder): void {
  builder.program(sourcetype)
  builder.tag('sourcetype', sourcetype)
  builder.tag('source', source)
  builder.tag('index', index)
}

function readFields(fields: JsonObject, builder: EventBuilder): void {
  for (const name of ['severity', 'level', 'log_level']) if (builder.severity(fields[name])) break
  builder.facility(fields.facility)
  for (const name of ['program', 'service.name', 'app']) if (builder.program(fields[name])) break
  for (const name in fields) builder.tag(name, fields[name])
}
