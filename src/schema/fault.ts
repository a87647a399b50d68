/**
 * The error catalogue: every error of the API by its stable code. `docs/errors.md` is generated from it. A
 * Fault thrown anywhere becomes that answer; any other error becomes a 500 that names an error_id, not its
 * cause.
 */
export const faults = {
  parse_error: { status: 400, says: 'The body could not be read.' },
  validation: { status: 400, says: 'Some fields are not valid.' },
  query_syntax: { status: 400, says: 'The message search expression could not be read.' },
  sql_refused: {
    status: 400,
    says: 'The SQL statement could not be read, or asks for what is not permitted.',
  },
  range_too_deep: { status: 400, says: 'Results past the 1,000,000th cannot be paged to; narrow the query.' },
  not_authenticated: { status: 401, says: 'Authentication credentials were not provided.' },
  authentication_failed: { status: 401, says: 'Invalid token.' },
  permission_denied: { status: 403, says: 'You do not have permission to perform this action.' },
  not_found: { status: 404, says: 'Not found.' },
  invalid_page: { status: 404, says: 'Invalid page.' },
  method_not_allowed: { status: 405, says: 'Method not allowed.' },
  not_acceptable: { status: 406, says: 'Could not satisfy the request Accept header.' },
  request_timeout: { status: 408, says: 'The request did not arrive in time.' },
  conflict: { status: 409, says: 'The object is not in a state that allows this.' },
  body_too_large: { status: 413, says: 'The body is larger than the limit.' },
  answer_too_large: {
    status: 413,
    says: 'The objects of this page are larger than the limit; ask for fewer.',
  },
  unsupported_media_type: { status: 415, says: 'Unsupported media type.' },
  range_not_satisfiable: { status: 416, says: 'The file has no such part.' },
  invalid_events: { status: 422, says: 'Some events are not valid; nothing of this batch was kept.' },
  throttled: { status: 429, says: 'Request was throttled.' },
  headers_too_large: {
    status: 431,
    says: 'The headers, the address among them, are larger than the limit of 16 KiB.',
  },
  overloaded: { status: 503, says: 'Over capacity; try again.' },
  internal: { status: 500, says: 'Internal error.' },
  starting: { status: 503, says: 'The service is starting or stopping.' },
  storage_unavailable: { status: 503, says: 'The event store does not answer at the moment.' },
  storage_damaged: {
    status: 500,
    says: 'Events in this range are damaged on disk; other ranges can be read.',
  },
  metadata_unavailable: { status: 503, says: 'The metadata does not answer at the moment.' },
  directory_unavailable: { status: 503, says: 'The directory of the company does not answer at the moment.' },
  mail_unavailable: { status: 503, says: 'No mail can be sent at the moment.' },
  query_timeout: { status: 503, says: 'The query took longer than allowed and was ended.' },
  query_memory: {
    status: 503,
    says: 'The query needed more memory than allowed; narrow its range or filter.',
  },
  query_quarantined: {
    status: 503,
    says: 'The event store stopped twice while it computed this query; it is not tried again for an hour.',
  },
} as const
export type FaultCode = keyof typeof faults

/** Details of one fault, in place of the sentence of the catalogue or beside it. */
export interface FaultOptions {
  /** A sentence for the reader; default: the sentence of the catalogue. */
  detail?: string
  /** Messages by field path (`params.filter[0].op`), which become members of the body beside `code`. */
  fields?: Record<string, string[]>
  /** Further members of the body, such as position and expected of a syntax error. */
  members?: Record<string, unknown>
  /** Seconds, sent as Retry-After. */
  retryAfter?: number
  cause?: unknown
}

/** An error that the API returns: see `faults`. */
export class Fault extends Error {
  override name = 'Fault' as const
  readonly code: FaultCode
  readonly detail: string
  readonly fields: Record<string, string[]> | undefined
  readonly members: Record<string, unknown> | undefined
  readonly retryAfter: number | undefined

  constructor(code: FaultCode, options: FaultOptions = {}) {
    const detail = options.detail ?? faults[code].says
    super(detail, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.detail = detail
    this.fields = options.fields
    this.members = options.members
    this.retryAfter = options.retryAfter
  }

  get status(): number {
    return faults[this.code].status
  }
}

/** The answer to a body with one invalid field. */
export function fieldFault(field: string, message: string): Fault {
  return new Fault('validation', { fields: { [field]: [message] } })
}
