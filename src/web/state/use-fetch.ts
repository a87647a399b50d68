import { useEffect, useState } from 'react'

export interface Fetched<T> {
  value: T | undefined
  error: unknown
  retry: () => void
}

/** Fetches once per key, and again on retry; nothing while the key is undefined. A new key aborts the fetch for the old one. */
export function useFetch<T>(
  key: string | undefined,
  read: (key: string, signal: AbortSignal) => Promise<T>,
): Fetched<T> {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<{ key: string | undefined; value?: T; error?: unknown }>({ key })

  // `read` must be a stable function; a new one on each render would fetch for ever.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is meant to read anew
  useEffect(() => {
    if (key === undefined) return
    const abandoned = new AbortController()
    read(key, abandoned.signal).then(
      value => abandoned.signal.aborted || setState({ key, value }),
      // The last value is kept beside the error.
      error =>
        abandoned.signal.aborted ||
        setState(before => (before.key === key ? { ...before, error } : { key, error })),
    )
    return () => abandoned.abort()
  }, [key, read, attempt])

  const current = state.key === key
  return {
    value: current ? state.value : undefined,
    error: current ? state.error : undefined,
    retry: () => setAttempt(n => n + 1),
  }
}
