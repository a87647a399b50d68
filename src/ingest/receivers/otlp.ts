import { BodyRefusedError } from '../body/fault.ts'
import { mediaTypeOf } from '../body/media-type.ts'
import { otlpJsonLogs } from './otlp-json.ts'
import { readOtlpLog } from './otlp-log.ts'
import { otlpProtobufLogs } from './otlp-protobuf.ts'
import { jsonResponse, type Receiver } from './receiver.ts'

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
 * Logs of the OpenTelemetry protocol over HTTP (opentelemetry.io/docs/specs/otlp), in protobuf or JSON.
 * Answers in the encoding of the request. Every record can be stored, so there is never a partial success.
 */
export const otlp: Receiver = {
  *read({ bytes, body, contentType, builder, budget }) {
    const type = mediaTypeOf(contentType)
    const isJson = type === 'application/json'
    if (!isJson && type !== protobufType) {
      throw new BodyRefusedError(415, `Content-Type must be ${protobufType} or application/json.`)
    }
    const logs = isJson ? otlpJsonLogs(body, budget) : otlpProtobufLogs(bytes, body, budget)
    for (const [source, log] of logs) {
      builder.begin()
      readOtlpLog(source, log, builder)
      // Set if a text of the record, its resource or its scope was not UTF-8.
      body.encoding ??= source.encoding
      yield builder.end()
    }
    // An ExportLogsServiceResponse without partial_success is empty in protobuf.
    return {
      respond: () =>
        isJson ? jsonResponse(200, {}) : { status: 200, type: protobufType, body: new Uint8Array(0) },
    }
  },
  refusal({ status, detail, retryAfter }, { contentType }) {
    const code = statusCodes[status] ?? unknownCode
    if (mediaTypeOf(contentType) !== protobufType)
      return jsonResponse(status, { code, message: detail }, retryAfter)
    const response = { status, type: protobufType, body: statusMessage(code, detail) }
    return retryAfter === undefined ? response : { ...response, retryAfter }
  },
}

/** Encodes a google.rpc.Status: code = 1, message = 2. */
function statusMessage(code: number, detail: string): Uint8Array {
  const text = Buffer.from(detail.slice(0, 1_000))
  const head = [0x08, code, 0x12]
  let { length } = text
  for (; length >= 0x80; length >>>= 7) head.push((length & 0x7f) | 0x80)
  head.push(length)
  return new Uint8Array(Buffer.concat([Buffer.from(head), text]))
}
