import type { ParsedEvent } from '../../schema/event.ts'
import { BodyRefusedError } from '../http/fault.ts'
import type { ShipperResponse } from '../intake.ts'
import { EventBuilder, type Origin } from './event-builder.ts'
import { otlpJsonLogs } from './otlp-json.ts'
import { type OtlpLog, type OtlpSource, readOtlpLog } from './otlp-log.ts'
import { otlpProtobufLogs } from './otlp-protobuf.ts'
import {
  type BodyProblem,
  type BodyReader,
  jsonResponse,
  type Receiver,
  type RequestInfo,
} from './receiver.ts'
import { ValueBudget } from './value-budget.ts'

const protobufType = 'application/x-protobuf'

/** Codes of google.rpc.Status by HTTP status. */
const statusCodes: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  413: 8,
  415: 3,
  429: 8,
  503: 14,
}
const unknownCode = 2

/**
 * Logs of the OpenTelemetry protocol over HTTP (opentelemetry.io/docs/specs/otlp), protobuf or JSON; answered in the
 * encoding of the request. Every record can be an event, so there is never a partial success.
 */
export const otlp: Receiver = {
  read(body, shipment, origin) {
    return new OtlpReader(body, shipment, origin)
  },
  refusal({ status, detail, retryAfter }: BodyProblem, { contentType }: RequestInfo): ShipperResponse {
    const code = statusCodes[status] ?? unknownCode
    if (mediaTypeOf(contentType) !== protobufType)
      return jsonResponse(status, { code, message: detail }, retryAfter)
    const reply = { status, type: protobufType, body: statusMessage(code, detail) }
    return retryAfter === undefined ? reply : { ...reply, retryAfter }
  },
}

class OtlpReader implements BodyReader {
  readonly isIdempotentByContent = false
  readonly #isJson: boolean
  readonly #logs: Iterable<[OtlpSource, OtlpLog]>
  readonly #builder: EventBuilder

  constructor(body: Buffer, { contentType }: RequestInfo, origin: Origin) {
    const type = mediaTypeOf(contentType)
    this.#isJson = type === 'application/json'
    if (!this.#isJson && type !== protobufType) {
      throw new BodyRefusedError(415, `Content-Type must be ${protobufType} or application/json.`)
    }
    const budget = new ValueBudget()
    this.#logs = this.#isJson ? otlpJsonLogs(body, budget) : otlpProtobufLogs(body, budget)
    this.#builder = new EventBuilder(origin, budget)
  }

  get truncatedEvents(): number {
    return this.#builder.truncated
  }

  *events(): Iterable<ParsedEvent> {
    const builder = this.#builder
    for (const [source, log] of this.#logs) {
      builder.begin()
      readOtlpLog(source, log, builder)
      yield builder.end()
    }
  }

  /** An ExportLogsServiceResponse without partial_success: of protobuf that is no bytes at all. */
  answer(): ShipperResponse {
    return this.#isJson ? jsonResponse(200, {}) : { status: 200, type: protobufType, body: new Uint8Array(0) }
  }
}

/** google.rpc.Status: code = 1, message = 2. */
function statusMessage(code: number, detail: string): Uint8Array {
  const text = Buffer.from(detail.slice(0, 1_000))
  const head = [0x08, code, 0x12]
  for (let length = text.length; ; length >>>= 7) {
    if (length < 0x80) {
      head.push(length)
      break
    }
    head.push((length & 0x7f) | 0x80)
  }
  return new Uint8Array(Buffer.concat([Buffer.from(head), text]))
}

function mediaTypeOf(contentType: string): string {
  return contentType.split(';')[0]?.trim().toLowerCase() ?? ''
}
