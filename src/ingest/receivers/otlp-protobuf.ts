import { BodyRefused } from '../http/fault.ts'
import { deepest, type JsonObject } from './json-object.ts'
import type { OtlpLog, OtlpSource } from './otlp-log.ts'
import { ProtobufReader } from './protobuf.ts'

/** The records of an ExportLogsServiceRequest (opentelemetry/proto/logs/v1/logs.proto). */
export function* otlpProtobufLogs(body: Buffer): Iterable<[OtlpSource, OtlpLog]> {
  for (const resourceLogs of fields(body, 1)) {
    // The resource may stand behind what it belongs to.
    const resource: JsonObject = Object.create(null)
    for (const message of fields(resourceLogs, 1))
      readAttributes(new ProtobufReader(message), 1, resource, deepest)
    for (const scopeLogs of fields(resourceLogs, 2)) {
      let scope = ''
      for (const message of fields(scopeLogs, 1)) scope = nameOf(message)
      const source = { resource, scope }
      for (const record of fields(scopeLogs, 2)) yield [source, logOf(new ProtobufReader(record))]
    }
  }
}

/** The messages of one field, in order. */
function* fields(message: Buffer, field: number): Iterable<Buffer> {
  const reader = new ProtobufReader(message)
  while (reader.next()) {
    if (reader.field === field) yield reader.bytes()
    else reader.skip()
  }
}

function nameOf(scope: Buffer): string {
  const reader = new ProtobufReader(scope)
  let name = ''
  while (reader.next()) {
    if (reader.field === 1) name = reader.text()
    else reader.skip()
  }
  return name
}

const noAttributes: JsonObject = Object.freeze(Object.create(null))

function logOf(reader: ProtobufReader): OtlpLog {
  const log: OtlpLog = {
    time: 0,
    observed: 0,
    severityNumber: 0,
    severityText: '',
    body: undefined,
    attributes: noAttributes,
    eventName: '',
    traceId: '',
    spanId: '',
  }
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        log.time = reader.nanosAsMicros()
        break
      case 2:
        log.severityNumber = reader.integer()
        break
      case 3:
        log.severityText = reader.text()
        break
      case 5:
        log.body = plainValue(reader.message(), deepest)
        break
      case 6: {
        if (log.attributes === noAttributes) log.attributes = Object.create(null)
        readPair(reader.message(), log.attributes, deepest)
        break
      }
      case 9:
        log.traceId = reader.bytes().toString('hex')
        break
      case 10:
        log.spanId = reader.bytes().toString('hex')
        break
      case 11:
        log.observed = reader.nanosAsMicros()
        break
      case 12:
        log.eventName = reader.text()
        break
      default:
        reader.skip()
    }
  }
  return log
}

/** Adds the KeyValues of a repeated field to `into`. */
function readAttributes(reader: ProtobufReader, field: number, into: JsonObject, depth: number): void {
  while (reader.next()) {
    if (reader.field === field) readPair(reader.message(), into, depth)
    else reader.skip()
  }
}

function readPair(reader: ProtobufReader, into: JsonObject, depth: number): void {
  let key = ''
  let value: unknown = null
  while (reader.next()) {
    if (reader.field === 1) key = reader.text()
    else if (reader.field === 2) value = plainValue(reader.message(), depth)
    else reader.skip()
  }
  into[key] = value
}

/** An AnyValue as the JSON value that it stands for; bytes as base64. */
function plainValue(reader: ProtobufReader, depth: number): unknown {
  if (depth === 0) throw new BodyRefused(400, `A value is nested deeper than ${deepest} levels.`)
  let value: unknown = null
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        value = reader.text()
        break
      case 2:
        value = reader.integer() !== 0
        break
      case 3:
        value = reader.int64()
        break
      case 4:
        value = reader.double()
        break
      case 5:
        value = listOf(reader.message(), depth - 1)
        break
      case 6: {
        const members: JsonObject = Object.create(null)
        readAttributes(reader.message(), 1, members, depth - 1)
        value = members
        break
      }
      case 7:
        value = reader.bytes().toString('base64')
        break
      default:
        reader.skip()
    }
  }
  return value
}

function listOf(reader: ProtobufReader, depth: number): unknown[] {
  const values: unknown[] = []
  while (reader.next()) {
    if (reader.field === 1) values.push(plainValue(reader.message(), depth))
    else reader.skip()
  }
  return values
}
