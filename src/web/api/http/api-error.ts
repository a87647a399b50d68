import { readErrorBody } from '../../../../clients/typescript/src/error-body.ts'
import { printable } from '../../../charts/printable.ts'
import { isObject } from '../../../schema/text/json-object.ts'
import { errorTexts } from '../../texts/errors.ts'

/** An error response of the service, or no response (status 0, code `unreachable`). */
export class ApiError extends Error {
  override name = 'ApiError' as const
  readonly status: number
  /** A code of the error catalogue. */
  readonly code: string
  /** Messages by field path, such as `params.filter[0].value`. */
  readonly fields: Record<string, string[]>
  /** Position of a syntax error, in characters from 0. */
  readonly position: number | undefined
  /** From the header Retry-After. */
  readonly retryAfterSeconds: number | undefined
  /** With the code `answer_too_large`: a page size that the service can answer. */
  readonly pageSize: number | undefined

  constructor(
    status: number,
    code: string,
    detail: string,
    extra: {
      fields?: Record<string, string[]>
      position?: number | undefined
      retryAfterSeconds?: number | undefined
      pageSize?: number | undefined
      cause?: unknown
    } = {},
  ) {
    super(detail, extra.cause === undefined ? undefined : { cause: extra.cause })
    this.status = status
    this.code = code
    this.fields = extra.fields ?? {}
    this.position = extra.position
    this.retryAfterSeconds = extra.retryAfterSeconds
    this.pageSize = extra.pageSize
  }
}

/**
 * Reads an error response: its body (docs/errors.md) and its header Retry-After, of which a date is ignored.
 * A body without a text gets a text by status.
 */
export function readApiError(status: number, body: unknown, retryAfter: string | null): ApiError {
  const { code, detail, fields, members } = readErrorBody(body)
  const seconds = Number(retryAfter ?? Number.NaN)
  return new ApiError(status, code, detail ?? fieldsText(fields) ?? statusText(status), {
    fields,
    position: typeof members.position === 'number' ? members.position : undefined,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
    pageSize: readPageSize(members.page_size),
  })
}

function readPageSize(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined
}

/** All messages by field as one text; undefined if there are no messages. */
function fieldsText(fields: Record<string, string[]>): string | undefined {
  const lines = Object.entries(fields).map(([name, messages]) =>
    name === 'non_field_errors' ? messages.join(' ') : `${name}: ${messages.join(' ')}`,
  )
  return lines.length > 0 ? lines.join('\n') : undefined
}

function statusText(status: number): string {
  if (status === 502 || status === 503 || status === 504) return errorTexts.unavailable
  return errorTexts.status(status)
}

/**
 * Codes which say that the service or its store is unavailable. Other errors with status 503, such as
 * query_timeout, concern the query.
 */
const unavailableCodes: ReadonlySet<unknown> = new Set([
  'starting',
  'storage_unavailable',
  'metadata_unavailable',
])

/**
 * Whether an error says that the service is unavailable and may be back soon. `error`: the error of a failed
 * request, or the error member of a failed query.
 */
export function isUnavailable(error: unknown): boolean {
  if (isObject(error) && unavailableCodes.has(error.code)) return true
  // A proxy answers 502 to 504, without a code of the error catalogue.
  return error instanceof ApiError && (error.status === 0 || (error.status > 500 && error.code === ''))
}

/**
 * The text to show for anything thrown, or for the error member of a failed query. Since it may quote texts
 * of logs and users, invisible characters are escaped.
 */
export function errorText(error: unknown): string {
  return printable(plainErrorText(error), true)
}

function plainErrorText(error: unknown): string {
  // The login form has its own texts.
  if (error instanceof ApiError && error.status === 401) return errorTexts.sessionEnded
  if (isObject(error) && 'detail' in error) return String(error.detail)
  return error instanceof Error ? error.message : errorTexts.unexpected
}
