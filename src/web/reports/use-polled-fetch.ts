import { useEffect, useRef, useSyncExternalStore } from 'react'
import { errorText } from '../api/http/api-error.ts'
import { showToast } from '../components/toast.tsx'
import { Observable } from '../state/observable.ts'
import { type Reading, useFetch } from '../state/use-read.ts'

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

/** useFetch that reloads after each change, and every second while `isBusy` of the value. */
export function usePolledFetch<T>(
  path: string,
  read: (path: string, signal: AbortSignal) => Promise<T>,
  isBusy: (value: T) => boolean,
): Reading<T> {
  const version = useSyncExternalStore(changeCount.watch, changeCount.get)
  const reading = useFetch(path, read, value => (isBusy(value) ? pollMs : false))
  const latest = useRef(version)
  useEffect(() => {
    const changed = latest.current !== version
    latest.current = version
    if (changed) reading.retry()
  })
  return reading
}
