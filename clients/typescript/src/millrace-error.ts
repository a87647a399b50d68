/** An error that the service answered. `code` is stable (docs/errors.md), the message is for people. */
export class MillraceError extends Error {
  override name = 'MillraceError' as const
  readonly status: number
  readonly code: string
  /** The whole answer: the faults of a body by their place, or of a batch by index. */
  readonly body: unknown
  /** Seconds after which the request may succeed; undefined: the service does not say. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: unknown, retryAfter?: number) {
    const { code, detail } = membersOf(body)
    super(detail ?? `The service answered ${status}: ${JSON.stringify(body)?.slice(0, 500)}`)
    this.status = status
    this.code = code ?? ''
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
  if (!response.ok) {
    const wait = response.headers.get('retry-after')
    throw new MillraceError(response.status, error, wait === null ? undefined : Number(wait))
  }
  // Only an error has none, and a 204, whose type is undefined.
  return data as Data
}

function membersOf(body: unknown): { code?: string; detail?: string } {
  if (typeof body !== 'object' || body === null) return {}
  const { code, detail } = body as Record<string, unknown> // an object of JSON
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof detail === 'string' && { detail }),
  }
}
