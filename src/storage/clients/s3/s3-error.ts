/**
 * An S3 server does not do what was asked. The message is the part of a sentence after the name of the place,
 * such as `refuses the key (403 AccessDenied)`; `at` puts the name before it. It has no keys.
 */
export class S3Error extends Error {
  override name = 'S3Error' as const
  /** Of the answer; undefined without one. */
  readonly status: number | undefined
  readonly code: string | undefined

  constructor(
    message: string,
    { status, code, cause }: { status?: number; code?: string; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
    this.code = code
  }

  /** The same error with the name of a place in its message. */
  at(place: string): S3Error {
    const { status, code, cause } = this
    return new S3Error(`${place} ${this.message}`, {
      ...(status !== undefined && { status }),
      ...(code !== undefined && { code }),
      cause,
    })
  }

  /** Whether there is no such object. */
  get isMissing(): boolean {
    return this.status === 404 && this.code !== 'NoSuchBucket'
  }

  /** Whether the same request may succeed a moment later. */
  get isTransient(): boolean {
    return this.status === undefined || transient.has(this.status)
  }
}

const transient: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/** The error of an answer with this status. `code`: of its body. */
export function answerError(status: number, code: string | undefined): S3Error {
  const shown = code === undefined ? `${status}` : `${status} ${code}`
  return new S3Error(`${saidBy(status, code)} (${shown})`, { status, ...(code !== undefined && { code }) })
}

function saidBy(status: number, code: string | undefined): string {
  if (code === 'NoSuchBucket') return 'has no such bucket'
  if (status === 507 || code?.includes('Quota') || code?.includes('StorageFull')) return 'is full'
  if (status === 401 || status === 403) return 'refuses the key'
  if (status === 404) return 'has no such object'
  if (status === 301 || status === 307 || code === 'AuthorizationHeaderMalformed')
    return 'has the bucket in another region'
  return transient.has(status) ? 'is overloaded or broken' : 'refuses the request'
}

/** The error of a request that got no answer. */
export function connectionError(error: unknown): S3Error {
  // An AggregateError has one error for each address that was tried.
  const [first = error] = error instanceof AggregateError ? error.errors : []
  const code = first instanceof Error && 'code' in first ? String(first.code) : undefined
  if (code?.includes('CERT') || code?.includes('SIGNATURE') || code?.startsWith('ERR_TLS'))
    return new S3Error(`has a certificate that is not trusted (${code})`, { cause: error })
  return new S3Error(`does not answer${code === undefined ? '' : ` (${code})`}`, { cause: error })
}

/** The reason in an error of the engine that read an object; undefined for other errors. */
export function engineReadError(message: string): S3Error | undefined {
  const [, status] = /HTTP response code: (\d+)/.exec(message) ?? []
  // The engine writes -1 as an unsigned number when there is no answer.
  if (status !== undefined && status.length === 3) return answerError(Number(status), undefined)
  return status !== undefined || networkError.test(message) ? new S3Error('does not answer') : undefined
}

const networkError =
  /\((?:S3_ERROR|NETWORK_ERROR|SOCKET_TIMEOUT|DNS_ERROR|POCO_EXCEPTION|RECEIVED_ERROR_FROM_REMOTE_IO_SERVER)\)/
