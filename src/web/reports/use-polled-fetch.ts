import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Observable } from '../state/observable.ts'
import { type Fetched, useFetch } from '../state/use-fetch.ts'

const changeCount = new Observable(0)
/** Between two looks at what is being made, milliseconds. */
const pollMs = 1_000

/** Says that reports or schedules are others now: lists on the page are read anew. */
export function notifyReportsChanged(): void {
  changeCount.set(changeCount.get() + 1)
}

/** As useFetch, anew after each change, and every second while `isBusy` says so of what was read. */
export function usePolledFetch<T>(
  path: string,
  read: (path: string, signal: AbortSignal) => Promise<T>,
  isBusy: (value: T) => boolean,
): Fetched<T> {
  const version = useSyncExternalStore(changeCount.watch, changeCount.get)
  const reading = useFetch(path, read)
  const { value, error } = reading
  const busy = value !== undefined && isBusy(value)
  const latest = useRef({ retry: reading.retry, version })
  useEffect(() => {
    const changed = latest.current.version !== version
    latest.current = { retry: reading.retry, version }
    if (changed) reading.retry()
  })
  // Each answer, and each failure, is followed by the next look.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what the next look waits for
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => latest.current.retry(), pollMs)
    return () => clearTimeout(timer)
  }, [busy, value, error])
  return reading
}
