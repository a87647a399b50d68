import type { JsonObject } from '../../schema/text/json-object.ts'
import type { BodyText } from '../body/body-text.ts'
import { BodyRefusedError } from '../body/fault.ts'
import { ItemCounter } from '../body/item-counter.ts'
import { maxDepth, maxValues } from '../body/measure-json.ts'
import { ProtobufReader } from '../body/protobuf.ts'
import type { ValueBudget } from '../body/value-budget.ts'
import type { OtlpLog, OtlpSource } from './otlp-log.ts'

/** Reads the records of an ExportLogsServiceRequest in protobuf (opentelemetry/proto/logs/v1/logs.proto). */
export function* otlpProtobufLogs(
  bytes: Buffer,
  body: BodyText,
  budget: ValueBudget,
): Iterable<[OtlpSource, OtlpLog]> {
  const count = ItemCounter.forGroups()
  for (const resourceLogs of new ProtobufReader(bytes, body).messages(1)) {
    count.add()
    // Set while a text is read that is not UTF-8. The caller resets it after each event.
    body.encoding = undefined
    // The resource may come after its logs.
    const resource: JsonObject = Object.create(null)
    for (const message of new ProtobufReader(resourceLogs, body).messages(1)) {
      new Values(budget).attributes(new ProtobufReader(message, body), resource, maxDepth)
    }
    const encoding = body.encoding
    for (const scopeLogs of new ProtobufReader(resourceLogs, body).messages(2)) {
      count.add()
      body.encoding = undefined
      let scope = ''
      for (const message of new ProtobufReader(scopeLogs, body).messages(1))
        scope = new ProtobufReader(message, body).lastText(1) ?? ''
      const source = { resource, scope, encoding: body.encoding ?? encoding }
      for (const record of new ProtobufReader(scopeLogs, body).messages(2)) {
        yield [source, readRecord(new ProtobufReader(record, body), new Values(budget))]
      }
    }
  }
}

const noAttributes: JsonObject = Object.freeze(Object.create(null))

function readRecord(reader: ProtobufReader, values: Values): OtlpLog {
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
        log.body = values.value(reader.message(), maxDepth)
        break
      case 6: {
        if (log.attributes === noAttributes) log.attributes = Object.create(null)
        values.pair(reader.message(), log.attributes, maxDepth)
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

/** The values of one record or resource, counted while they are read. */
class Values {
  readonly #budget: ValueBudget
  #left = maxValues

  constructor(budget: ValueBudget) {
    this.#budget = budget
  }

  /** Adds the KeyValues of field 1 to `into`. */
  attributes(reader: ProtobufReader, into: JsonObject, depth: number): void {
    while (reader.next()) {
      if (reader.field === 1) this.pair(reader.message(), into, depth)
      else reader.skip()
    }
  }

  /** Adds a KeyValue to `into`. */
  pair(reader: ProtobufReader, into: JsonObject, depth: number): void {
    this.#count()
    let key = ''
    let value: unknown = null
    while (reader.next()) {
      if (reader.field === 1) key = reader.text()
      else if (reader.field === 2) value = this.value(reader.message(), depth)
      else reader.skip()
    }
    into[key] = value
  }

  /** An AnyValue as a plain JSON value; bytes as base64. */
  value(reader: ProtobufReader, depth: number): unknown {
    if (depth === 0) throw new BodyRefusedError(400, `A value is nested deeper than ${maxDepth} levels.`)
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
          value = this.#list(reader.message(), depth - 1)
          break
        case 6: {
          this.#budget.takeContainers(1)
          const members: JsonObject = Object.create(null)
          this.attributes(reader.message(), members, depth - 1)
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

  #list(reader: ProtobufReader, depth: number): unknown[] {
    this.#budget.takeContainers(1)
    const values: unknown[] = []
    while (reader.next()) {
      if (reader.field !== 1) reader.skip()
      else {
        this.#count()
        values.push(this.value(reader.message(), depth))
      }
    }
    return values
  }

  #count(): void {
    if (--this.#left < 0) throw new BodyRefusedError(413, `An event may have at most ${maxValues} values.`)
  }
}
