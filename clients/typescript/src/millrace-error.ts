import { readErrorBody } from './error-body.ts'

/** An error that the service answered. `code` is stable (docs/errors.md), the message is for people. */
export class MillraceError extends Error {
  override name = 'MillraceError' as const
  readonly status: number
  readonly code: string
  /** The body of the answer, with faults by the path of a field, or by the index of an event. */
  readonly body: unknown
  /** Seconds after which the request may succeed; undefined: the service does not say. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: unknown, retryAfter?: number) {
    const { code, detail } = readErrorBody(body)
    super(detail ?? `The service answered ${status}: ${JSON.stringify(body)?.slice(0, 500)}`)
    this.status = status
    this.code = code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** What openapi-fetch resolves with. */
interface Answered<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/** The body of an answer. Throws a MillraceError for an error. */
export function dataOf<Data>({ data, error, response }: Answered<Data>): Data {
  if (!response.ok) throw errorOf(response, error)
  // Every answer that is no error has data, except a 204, whose `Data` is undefined.
  return data as Data
}

/** The error for an answer whose body was read. */
export function errorOf({ status, headers }: Response, body: unknown): MillraceError {
  const wait = headers.get('retry-after')
  return new MillraceError(status, body, wait === null ? undefined : secondsOf(wait))
}

/** Seconds of a Retry-After: a number, or the date until which to wait; undefined for what is neither. */
function secondsOf(wait: string): number | undefined {
  if (/^\d+$/.test(wait)) return Number(wait)
  const until = Date.parse(wait)
  return Number.isNaN(until) ? undefined : Math.max(0, (until - Date.now()) / 1_000)
}
