interface Bounds {
  signal?: AbortSignal | undefined
  timeoutMs?: number
  /** What it rejects with after `timeoutMs`. */
  timeoutError?: () => Error
}

/** Awaits a promise until the signal fires (rejects with its reason) or the time is over. The work behind the promise is not ended. */
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
