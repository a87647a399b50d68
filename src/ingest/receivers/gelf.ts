import type { ParsedEvent } from '../../schema/event.ts'
import { BodyRefused } from '../http/fault.ts'
import type { Reply } from '../intake.ts'
import { EventBuilder, type Origin } from './event-builder.ts'
import { isObject, type JsonObject, parsed } from './json-object.ts'
import { jsonTexts } from './json-stream.ts'
import { json, type Problem, type Reading, type Receiver } from './receiver.ts'
import { microsOfDate } from './time.ts'

/** Additional fields that name what wrote the message, best first. */
const programs = [
  '_app',
  '_application',
  '_app_name',
  '_application_name',
  '_program',
  '_service',
  '_tag',
  '_container_name',
]
const longestTagValue = 255

/**
 * GELF 1.1 over HTTP (docs of Graylog: "GELF via HTTP"): one message, or several one behind the other; 202. Of several, the
 * good ones are kept; when one is bad the answer is a 400 that names it.
 */
export const gelf: Receiver = {
  read(body, _shipment, origin) {
    return new GelfReading(body, origin)
  },
  refusal({ status, detail, retryAfter }: Problem): Reply {
    return json(status, { message: detail }, retryAfter)
  },
}

class GelfReading implements Reading {
  readonly batchId = ''
  readonly #body: Buffer
  readonly #builder: EventBuilder
  #fault = ''

  constructor(body: Buffer, origin: Origin) {
    this.#body = body
    this.#builder = new EventBuilder(origin)
  }

  get truncated(): number {
    return this.#builder.truncated
  }

  *events(): Iterable<ParsedEvent | undefined> {
    let number = 0
    for (const text of jsonTexts(this.#body)) {
      const fault = readGelf(parsed(text), this.#builder)
      if (fault !== undefined && this.#fault === '') this.#fault = `Message ${number} ${fault}`
      number++
      yield fault === undefined ? this.#builder.end() : undefined
    }
    if (number === 0) throw new BodyRefused(400, 'The body has no message.')
  }

  answer(): Reply {
    return this.#fault === '' ? { status: 202, type: '', body: '' } : json(400, { message: this.#fault })
  }
}

/** Reads one message into the builder; answers what is wrong with it. */
function readGelf(message: unknown, builder: EventBuilder): string | undefined {
  if (!isObject(message)) return 'is no JSON object.'
  const short = textOf(message.short_message ?? message.message)
  const full = textOf(message.full_message)
  if (short === '' && full === '') return 'has no short_message.'
  builder.begin()
  builder.time(microsOfDate(message.timestamp))
  builder.host(message.host)
  builder.severity(message.level)
  const program = programs.find(name => builder.program(message[name]))
  if (!builder.facility(message.facility) && program === undefined) builder.program(message.facility)
  readAdditional(message, program, builder)
  builder.message(full === '' || full === short ? short : full.startsWith(short) ? full : `${short}\n${full}`)
  return undefined
}

/** Texts are user tags, unless they are long; the rest is for rules. */
function readAdditional(message: JsonObject, program: string | undefined, builder: EventBuilder): void {
  for (const name in message) {
    if (!name.startsWith('_') || name === program || name === '_id') continue
    const value = message[name]
    if (typeof value === 'string' && value.length <= longestTagValue) builder.tag(name.slice(1), value)
    else builder.extra(name.slice(1), value)
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
