import { BodyRefused } from '../http/fault.ts'
import { isObject, type JsonObject, parsedBody } from './json-object.ts'
import type { OtlpLog, OtlpSource } from './otlp-log.ts'
import { microsOfNanos } from './time.ts'

/**
 * The records of an ExportLogsServiceRequest in the JSON encoding of protobuf, as the protocol has it (ids in
 * hexadecimal, numbers of 64 bits as text or number).
 */
export function* otlpJsonLogs(body: Buffer): Iterable<[OtlpSource, OtlpLog]> {
  const request = parsedBody(body)
  if (!isObject(request)) throw new BodyRefused(400, 'The body is no ExportLogsServiceRequest.')
  for (const resourceLogs of objects(request.resourceLogs, 'resourceLogs')) {
    const resource = isObject(resourceLogs.resource) ? attributesOf(resourceLogs.resource.attributes) : none
    for (const scopeLogs of objects(resourceLogs.scopeLogs, 'scopeLogs')) {
      const scope = isObject(scopeLogs.scope) ? text(scopeLogs.scope.name) : ''
      for (const record of objects(scopeLogs.logRecords, 'logRecords')) {
        yield [{ resource, scope }, logOf(record)]
      }
    }
  }
}

const none: JsonObject = {}

function logOf(record: JsonObject): OtlpLog {
  return {
    time: microsOfNanos(record.timeUnixNano),
    observed: microsOfNanos(record.observedTimeUnixNano),
    severityNumber: severityNumber(record.severityNumber),
    severityText: text(record.severityText),
    body: plainValue(record.body),
    attributes: attributesOf(record.attributes),
    eventName: text(record.eventName),
    traceId: text(record.traceId),
    spanId: text(record.spanId),
  }
}

/** A number, or the name of the enumeration: SEVERITY_NUMBER_INFO2. */
function severityNumber(value: unknown): number {
  if (typeof value === 'number') return value
  const [, word = '', nth = '1'] = /^SEVERITY_NUMBER_([A-Z]+)(\d?)$/.exec(text(value)) ?? []
  const level = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'].indexOf(word)
  return level === -1 ? 0 : level * 4 + Number(nth || '1')
}

function attributesOf(list: unknown): JsonObject {
  if (!Array.isArray(list)) return none
  const attributes: JsonObject = Object.create(null)
  for (const pair of list) if (isObject(pair)) attributes[text(pair.key)] = plainValue(pair.value)
  return attributes
}

/** An AnyValue as the JSON value that it stands for. Its depth is bounded by that of the body. */
function plainValue(value: unknown): unknown {
  if (!isObject(value)) return null
  if ('stringValue' in value) return value.stringValue
  if ('boolValue' in value) return value.boolValue
  if ('intValue' in value) return integer(value.intValue)
  if ('doubleValue' in value) return value.doubleValue
  if ('bytesValue' in value) return value.bytesValue
  if (isObject(value.arrayValue)) {
    return Array.isArray(value.arrayValue.values) ? value.arrayValue.values.map(plainValue) : []
  }
  return isObject(value.kvlistValue) ? attributesOf(value.kvlistValue.values) : null
}

function integer(value: unknown): unknown {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

function* objects(list: unknown, name: string): Iterable<JsonObject> {
  if (list === undefined || list === null) return
  if (!Array.isArray(list)) throw new BodyRefused(400, `${name} is no list.`)
  for (const item of list) {
    if (!isObject(item)) throw new BodyRefused(400, `An item of ${name} is no object.`)
    yield item
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
