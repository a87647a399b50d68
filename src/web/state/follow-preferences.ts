import { readStoredPreferences, savePreferences } from '../api/preferences.ts'
import { currentCopy, keepCopy, type PreferencesCopy, preferences, readCopy } from './preferences.ts'

/** Changes within this time are saved together. */
const saveDelayMs = 1_000

/**
 * Makes the preferences those of a person in every browser: reads them from the service, and saves each change. The copy in localStorage
 * is what the page starts with; the newer of both wins. Returns a function that ends it. Without the service the copy remains.
 */
export function followPreferences(userId: number): () => void {
  const end = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Members of other versions of the page stay. */
  let stored: Record<string, unknown> = {}
  let isLoaded = false
  let savedAt = 0

  const save = () => {
    clearTimeout(timer)
    timer = undefined
    const copy = currentCopy()
    if (!isLoaded || copy.changedAt <= savedAt) return
    savedAt = copy.changedAt
    keepCopy({ ...copy, userId })
    // What cannot be saved now stays in localStorage, is newer there, and is saved at the next start or change.
    savePreferences({ ...stored, ...copy.values, changed_at: copy.changedAt }).catch(() => {
      savedAt = 0
    })
  }
  const load = async () => {
    stored = await readStoredPreferences(end.signal)
    isLoaded = true
    const theirs = readCopy(stored, userId)
    savedAt = theirs.changedAt
    if (isNewer(currentCopy(), theirs, userId)) save()
    else if (theirs.changedAt > 0) keepCopy(theirs)
  }
  const unwatch = preferences.watch(() => {
    clearTimeout(timer)
    timer = setTimeout(save, saveDelayMs)
  })
  addEventListener('pagehide', save)
  load().catch(() => {})
  return () => {
    save()
    end.abort()
    unwatch()
    removeEventListener('pagehide', save)
  }
}

/** Whether the copy of this browser wins: it is newer, and of this person or of one who has stored nothing yet. */
export function isNewer(own: PreferencesCopy, theirs: PreferencesCopy, userId: number): boolean {
  if (own.changedAt === 0) return false
  return theirs.changedAt === 0 || (own.userId === userId && own.changedAt > theirs.changedAt)
}
