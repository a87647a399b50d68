import { isObject, type JsonObject } from '../../schema/text/json-object.ts'
import type { BodyText } from '../body/body-text.ts'
import { BodyRefusedError } from '../body/fault.ts'
import { ItemCounter } from '../body/item-counter.ts'
import { JsonPullParser } from '../body/json-pull-parser.ts'
import { nanosToMicros } from '../body/time.ts'
import type { ValueBudget } from '../body/value-budget.ts'
import type { OtlpLog, OtlpSource } from './otlp-log.ts'

/** Reads an ExportLogsServiceRequest in JSON: hexadecimal ids, 64-bit numbers as text or number. */
export function* otlpJsonLogs(body: BodyText, budget: ValueBudget): Iterable<[OtlpSource, OtlpLog]> {
  const request = new JsonPullParser(body, budget)
  const count = ItemCounter.forGroups()
  if (!request.enter('{')) {
    request.value()
    throw new BodyRefusedError(400, 'The body is no ExportLogsServiceRequest.')
  }
  while (request.next('{')) {
    if (request.name() === 'resourceLogs') yield* logsOfResources(request, body, count)
    else request.value()
  }
  request.end()
}

function* logsOfResources(
  list: JsonPullParser,
  body: BodyText,
  count: ItemCounter,
): Iterable<[OtlpSource, OtlpLog]> {
  if (!enterList(list, 'resourceLogs')) return
  while (list.next('[')) {
    count.add()
    const positions = list.memberPositions(['resource', 'scopeLogs'])
    if (positions === undefined) throw noObject('resourceLogs')
    const message = list.valueAt(positions.resource)
    const resource = isObject(message) ? attributesOf(message.attributes) : noAttributes
    const origin = { resource, encoding: body.encoding }
    if (positions.scopeLogs !== undefined)
      yield* logsOfScopes(list.forkAt(positions.scopeLogs), origin, body, count)
    body.encoding = undefined
  }
}

function* logsOfScopes(
  list: JsonPullParser,
  origin: Omit<OtlpSource, 'scope'>,
  body: BodyText,
  count: ItemCounter,
): Iterable<[OtlpSource, OtlpLog]> {
  if (!enterList(list, 'scopeLogs')) return
  while (list.next('[')) {
    count.add()
    const positions = list.memberPositions(['scope', 'logRecords'])
    if (positions === undefined) throw noObject('scopeLogs')
    const message = list.valueAt(positions.scope)
    const scope = isObject(message) ? text(message.name) : ''
    const source = { ...origin, scope, encoding: body.encoding ?? origin.encoding }
    const records = positions.logRecords === undefined ? undefined : list.forkAt(positions.logRecords)
    if (records === undefined || !enterList(records, 'logRecords')) continue
    while (records.next('[')) {
      const record = records.value()
      if (!isObject(record)) throw noObject('logRecords')
      yield [source, logOf(record)]
    }
  }
}

/** Enters a list. Returns false for null, which counts as an empty list. */
function enterList(list: JsonPullParser, name: string): boolean {
  if (list.enter('[')) return true
  if (list.value() === null) return false
  throw new BodyRefusedError(400, `${name} is no list.`)
}

function noObject(name: string): BodyRefusedError {
  return new BodyRefusedError(400, `An item of ${name} is no object.`)
}

const noAttributes: JsonObject = {}

function logOf(record: JsonObject): OtlpLog {
  return {
    time: nanosToMicros(record.timeUnixNano),
    observed: nanosToMicros(record.observedTimeUnixNano),
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
  if (!Array.isArray(list)) return noAttributes
  const attributes: JsonObject = Object.create(null)
  for (const pair of list) if (isObject(pair)) attributes[text(pair.key)] = plainValue(pair.value)
  return attributes
}

/** An AnyValue as a plain JSON value. The limit on the body's depth also limits the recursion. */
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
  const number = typeof value === 'string' ? Number(value) : value
  return Number.isSafeInteger(number) ? number : value
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
