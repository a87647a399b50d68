import { useEffect, useRef, useSyncExternalStore } from 'react'
import { errorText } from '../api/api-error.ts'
import { showToast } from '../components/toast.tsx'
import { Observable } from '../state/observable.ts'
import { type Fetched, useFetch } from '../state/use-fetch.ts'

const changeCount = new Observable(0)
const pollMs = 1_000

/** Reloads all lists of reports and schedules. */
export function notifyReportsChanged(): void {
  changeCount.set(changeCount.get() + 1)
}

/** Runs an action on a report or schedule, shows `doneText` or why it failed, and reloads the lists. */
export async function runAction(action: () => Promise<unknown>, doneText: string): Promise<void> {
  await action().then(
    () => showToast(doneText),
    error => showToast(errorText(error)),
  )
  notifyReportsChanged()
}

/** useFetch that reloads after each change, and every second while the value `isBusy`. */
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
  // The next poll follows each answer and each error.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each starts the timer again
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => latest.current.retry(), pollMs)
    return () => clearTimeout(timer)
  }, [busy, value, error])
  return reading
}
