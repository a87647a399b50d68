import { useEffect, useState } from 'react'

export interface Fetched<T> {
  value: T | undefined
  error: unknown
  retry: () => void
}

/** Reads something once per key (and again on retry); undefined as the key reads nothing. A change of the key abandons what is under way. */
export function useFetch<T>(
  key: string | undefined,
  read: (key: string, signal: AbortSignal) => Promise<T>,
): Fetched<T> {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<{ key: string | undefined; value?: T; error?: unknown }>({ key })

  // `read` is a function of a module's top level everywhere: were it new on each drawing, this would never rest.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is meant to read anew
  useEffect(() => {
    if (key === undefined) return
    const abandoned = new AbortController()
    read(key, abandoned.signal).then(
      value => abandoned.signal.aborted || setState({ key, value }),
      // What was read before stays beside the failure.
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
