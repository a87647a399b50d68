import { readStoredPreferences, savePreferences } from '../api/preferences.ts'
import { currentCopy, keepCopy, type PreferencesCopy, readPreferences, watchChanges } from './preferences.ts'

/** Changes within this time are saved together. */
const saveDelayMs = 1_000

/**
 * Synchronises the user's preferences across browsers: reads them from the service, and saves each changed
 * preference, but no others, since other browsers may have changed them. The page starts with the copy in
 * localStorage. Changes that cannot be saved stay in the copy, and are saved with the next change or at the
 * next start. Returns a function that saves the last changes and ends the synchronisation.
 */
export function followPreferences(userId: number): () => void {
  const end = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether the service's preferences have been read. Before that, nothing is saved. */
  let isLoaded = false
  /** Resolves when the last save has ended: two requests at once could arrive in the wrong order. */
  let saving: Promise<void> = Promise.resolve()

  const send = async (sent: PreferencesCopy) => {
    const stored = await savePreferences(unsavedOf(sent))
    const own = currentCopy()
    // Another user may have signed in meanwhile.
    if (own.userId === userId) keepCopy(copyAfterSave(own, sent, stored))
  }
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    const copy = currentCopy()
    if (!isLoaded || copy.userId !== userId || copy.unsaved.length === 0) return
    saving = send(copy).catch(() => {})
  }
  const load = async () => {
    const stored = await readStoredPreferences(end.signal)
    isLoaded = true
    keepCopy(copyAfterLoad(userId, currentCopy(), stored))
    save()
  }
  const saveLater = () => {
    clearTimeout(timer)
    // If the preferences are not read by now, reading them has failed or is slow. `load` saves too.
    const synchronise = () => (isLoaded ? save() : load().catch(() => {}))
    timer = setTimeout(() => void saving.then(synchronise), saveDelayMs)
  }
  const unwatch = watchChanges(saveLater)
  addEventListener('pagehide', save)
  load().catch(() => {})
  return () => {
    save()
    end.abort()
    unwatch()
    removeEventListener('pagehide', save)
  }
}

/**
 * This browser's copy once the service has returned the `stored` preferences of the user. `own`: the copy
 * before. Unsaved changes in `own` stay if this user made them. Changes made before any sign-in stay too,
 * except changes of preferences that the user has stored. Another user's changes are dropped.
 */
export function copyAfterLoad(
  userId: number,
  own: PreferencesCopy,
  stored: Record<string, unknown>,
): PreferencesCopy {
  const isSameUser = own.userId === userId
  const isBeforeSignIn = own.userId === undefined
  const unsaved = own.unsaved.filter(name => isSameUser || (isBeforeSignIn && stored[name] === undefined))
  return { userId, unsaved, values: { ...readPreferences(stored), ...unsavedOf({ ...own, unsaved }) } }
}

/**
 * This browser's copy once the service has saved the unsaved changes of `sent` and returned all `stored`
 * preferences. Members of `own` that were changed after the request stay unsaved.
 */
export function copyAfterSave(
  own: PreferencesCopy,
  sent: PreferencesCopy,
  stored: Record<string, unknown>,
): PreferencesCopy {
  const isSaved = (name: keyof PreferencesCopy['values']) =>
    sent.unsaved.includes(name) && Object.is(own.values[name], sent.values[name])
  const unsaved = own.unsaved.filter(name => !isSaved(name))
  return { ...own, unsaved, values: { ...readPreferences(stored), ...unsavedOf({ ...own, unsaved }) } }
}

/** The values that the service has not saved. */
function unsavedOf({ values, unsaved }: PreferencesCopy): Partial<PreferencesCopy['values']> {
  return Object.fromEntries(unsaved.map(name => [name, values[name]]))
}
