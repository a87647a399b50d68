import { viaTag } from '../../schema/forwarding/loop-detection.ts'
import { isObject, type JsonObject } from '../../schema/text/json-object.ts'
import { BodyRefusedError } from '../body/fault.ts'
import { tryParseWithin } from '../body/parse-json.ts'
import { splitJsonObjects } from '../body/split-json-objects.ts'
import { dateToMicros } from '../body/time.ts'
import type { EventBuilder } from './event-builder.ts'
import { jsonResponse, type Receiver } from './receiver.ts'

/**
 * GELF 1.1 over HTTP (Graylog's docs: "GELF via HTTP"), one or several messages. Keeps the valid messages; a
 * 400 names the first invalid one.
 */
export const gelf: Receiver = {
  *read({ body, builder, budget }) {
    let firstFault: string | undefined
    let number = 0
    for (const text of splitJsonObjects(body)) {
      const fault = readGelf(tryParseWithin(text, budget), builder)
      if (fault !== undefined) firstFault ??= `Message ${number} ${fault}`
      number++
      yield fault === undefined ? builder.end() : undefined
    }
    if (number === 0) throw new BodyRefusedError(400, 'The body has no message.')
    return {
      respond: () =>
        firstFault === undefined
          ? { status: 202, type: '', body: '' }
          : jsonResponse(400, { message: firstFault }),
    }
  },
  refusal: ({ status, detail, retryAfter }) => jsonResponse(status, { message: detail }, retryAfter),
}

/** Additional fields with the program that wrote the message, best first. */
const programs = [
  '_app',
  '_application',
  '_app_name',
  '_application_name',
  '_program',
  '_service',
  '_tag',
  '_container_name',
  // Names of loggers: pygelf, logback-gelf, log4net, Serilog.
  '_logger_name',
  '_loggerName',
  '_LoggerName',
  '_logger',
  '_SourceContext',
]
/** A longer text is an extra field instead of a tag. */
const maxTagLength = 255

/** A message of another Millrace has this field, and fields of the event beside its tags. */
const forwardedBy = `_${viaTag}`
const forwardedMembers = new Set(['_event_id', '_facility', '_cisco_mnemonic'])

/** Reads one GELF 1.1 message into the builder. Returns its fault, as the end of a sentence. */
export function readGelf(message: unknown, builder: EventBuilder): string | undefined {
  if (!isObject(message)) return 'is no JSON object.'
  const short = textOf(message.short_message ?? message.message)
  const full = textOf(message.full_message)
  if (short === '' && full === '') return 'has no short_message.'
  builder.begin()
  builder.time(dateToMicros(message.timestamp))
  builder.host(message.host)
  builder.severity(message.level)
  const program = programs.find(name => builder.program(message[name]))
  if (!builder.facility(message.facility) && program === undefined) builder.program(message.facility)
  const isForwarded = typeof message[forwardedBy] === 'string'
  if (isForwarded) builder.facility(message._facility)
  readAdditional(message, name => name === program || (isForwarded && forwardedMembers.has(name)), builder)
  if (full === '') builder.message(short)
  else builder.message(full.startsWith(short) ? full : `${short}\n${full}`)
  return undefined
}

/** Reads additional fields, whose names begin with `_`: short texts become user tags, others extra fields. */
function readAdditional(message: JsonObject, isRead: (name: string) => boolean, builder: EventBuilder): void {
  for (const name in message) {
    if (!name.startsWith('_') || name === '_id' || isRead(name)) continue
    const value = message[name]
    if (typeof value === 'string' && value.length <= maxTagLength) builder.tag(name.slice(1), value)
    else builder.extra(name.slice(1), value)
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
