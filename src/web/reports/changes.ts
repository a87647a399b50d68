import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Observable } from '../state/observable.ts'
import { type Reading, useRead } from '../state/use-read.ts'

const changes = new Observable(0)
/** Between two looks at what is being made, milliseconds. */
const every = 1_000

/** Says that reports or schedules are others now: lists on the page are read anew. */
export function tellChange(): void {
  changes.set(changes.get() + 1)
}

/** As useRead, anew after each change, and every second while `isBusy` says so of what was read. */
export function useChanging<T>(
  path: string,
  read: (path: string, signal: AbortSignal) => Promise<T>,
  isBusy: (value: T) => boolean,
): Reading<T> {
  const version = useSyncExternalStore(changes.watch, changes.get)
  const reading = useRead(path, read)
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
    const timer = setTimeout(() => latest.current.retry(), every)
    return () => clearTimeout(timer)
  }, [busy, value, error])
  return reading
}
