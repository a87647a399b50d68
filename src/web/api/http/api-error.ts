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
  /** Seconds, from Retry-After. */
  readonly retryAfter: number | undefined
  /** Of an `answer_too_large`: a size of pages that the service answers. */
  readonly pageSize: number | undefined

  constructor(
    status: number,
    code: string,
    detail: string,
    more: {
      fields?: Record<string, string[]>
      position?: number | undefined
      retryAfter?: number | undefined
      pageSize?: number | undefined
      cause?: unknown
    } = {},
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause })
    this.status = status
    this.code = code
    this.fields = more.fields ?? {}
    this.position = more.position
    this.retryAfter = more.retryAfter
    this.pageSize = more.pageSize
  }
}

/**
 * Reads an error body (docs/errors.md): detail, code, messages by field, position, page size. Other bodies
 * get a text by status.
 */
export function readApiError(status: number, body: unknown, retryAfter: string | null): ApiError {
  const { code, detail, fields, members } = readErrorBody(body)
  const seconds = Number(retryAfter ?? Number.NaN)
  return new ApiError(status, code, detail ?? fieldsText(fields) ?? statusText(status), {
    fields,
    position: typeof members.position === 'number' ? members.position : undefined,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
    pageSize: readPageSize(members.page_size),
  })
}

function readPageSize(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined
}

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
 * The service or its store is unavailable. Other errors with status 503 concern the query, such as
 * query_timeout.
 */
const awayCodes: ReadonlySet<unknown> = new Set(['starting', 'storage_unavailable', 'metadata_unavailable'])

/**
 * Whether a failed request, or the error member of a failed query, says that the service is unavailable: it
 * may be back soon.
 */
export function isAway(error: unknown): boolean {
  if (isObject(error) && awayCodes.has(error.code)) return true
  // Errors of a proxy have no code.
  return error instanceof ApiError && (error.status === 0 || (error.status > 500 && error.code === ''))
}

/**
 * The text to show for anything thrown, or for the error member of a failed query. It may quote texts of logs
 * and users.
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
