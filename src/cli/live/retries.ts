import { backoffMs } from '../../async/backoff.ts'
import { AnswerError } from '../remote/remote.ts'

const retry = { minMs: 500, maxMs: 30_000 }

/**
 * Milliseconds before the next attempt after this number of failures. With jitter, so that many terminals do
 * not reconnect at the same moment.
 */
export function retryDelay(failures: number): number {
  const delay = backoffMs(failures + 1, retry)
  return delay / 2 + (delay / 2) * Math.random()
}

/** Whether the service refused a request, and would refuse the next too. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AnswerError && error.status >= 400 && error.status < 500 && error.status !== 429
}
