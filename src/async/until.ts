import { setTimeout as wait } from 'node:timers/promises'

interface Bounds {
  signal?: AbortSignal | undefined
  timeoutMs?: number
  /** Makes the error of a rejection after `timeoutMs`. Absent: `until` rejects with undefined. */
  timeoutError?: () => Error
}

/**
 * Awaits a promise, but rejects when the signal fires (with its reason) or after `timeoutMs`. Does not cancel
 * the work behind the promise.
 */
export async function until<T>(promise: Promise<T>, { signal, timeoutMs, timeoutError }: Bounds): Promise<T> {
  const stopped = Promise.withResolvers<never>()
  const abort = () => stopped.reject(signal?.reason)
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => stopped.reject(timeoutError?.()), timeoutMs)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([promise, stopped.promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** Waits for a time. Ends early, without an error, when the signal fires. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => {})
}
