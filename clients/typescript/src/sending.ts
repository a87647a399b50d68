import type { Api } from './api-client.ts'
import type { IncomingEvent } from './interface.ts'
import { dataOf, MillraceError } from './millrace-error.ts'
import { wait } from './wait.ts'

export interface SendOptions {
  /**
   * A batch with the same key counts once, no matter how often it is sent. Default: a new key for each call.
   */
  key?: string
  signal?: AbortSignal
}

const maxTries = 6
const firstWaitMs = 1_000
/** Also if the service asks to wait longer. */
const maxWaitMs = 30_000

/**
 * Sends a batch of events. Resolves when all of them are on disk. A service that is over capacity, or does
 * not answer, is tried again with the same key, five times at most; then its error is thrown. Throws a
 * MillraceError for a batch that is refused: nothing of it is kept.
 */
export async function send(
  api: Api,
  events: readonly IncomingEvent[],
  { key = crypto.randomUUID(), signal }: SendOptions = {},
): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      const params = { header: { 'Idempotency-Key': key } }
      dataOf(await api.POST('/incoming', { params, body: { events: [...events] }, signal: signal ?? null }))
      return
    } catch (error) {
      signal?.throwIfAborted()
      if (tried === maxTries || !isRetryable(error)) throw error
      const retryAfter = error instanceof MillraceError ? error.retryAfter : undefined
      const waitMs = retryAfter === undefined ? firstWaitMs * 2 ** (tried - 1) : retryAfter * 1_000
      await wait(Math.min(waitMs, maxWaitMs), signal)
    }
  }
}

/** Whether the same request may succeed later. Any error but a MillraceError comes from the network. */
function isRetryable(error: unknown): boolean {
  return !(error instanceof MillraceError) || error.status === 429 || error.status === 503
}
