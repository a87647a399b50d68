import { useSyncExternalStore } from 'react'
import { isObject } from '../../schema/json-object.ts'
import { Observable } from './observable.ts'
import { parseJson } from './parse-json.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Preferences of this browser, kept in localStorage. */
export interface Preferences {
  theme: Theme
  /** Times in UTC, or in the zone of the browser. */
  utc: boolean
  wrap: boolean
  facets: boolean
  /** Single-key shortcuts. */
  keys: boolean
}

const defaults: Preferences = { theme: 'system', utc: false, wrap: false, facets: true, keys: true }
const storageKey = 'millrace.preferences'

/** Reads stored preferences; missing and invalid members get their default. */
export function readPreferences(text: string | null): Preferences {
  const value = parseJson(text ?? '{}')
  const stored = isObject(value) ? value : {}
  const flag = (name: 'utc' | 'wrap' | 'facets' | 'keys') => {
    const flag = stored[name]
    return typeof flag === 'boolean' ? flag : defaults[name]
  }
  return {
    theme: themes.find(theme => theme === stored.theme) ?? defaults.theme,
    utc: flag('utc'),
    wrap: flag('wrap'),
    facets: flag('facets'),
    keys: flag('keys'),
  }
}

/** localStorage may be blocked or full; the page works without it. */
export function saveToStorage(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {}
}

export function loadFromStorage(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

const preferences = new Observable<Preferences>(defaults)

/** Called once at start. Follows changes made in other tabs. */
export function openPreferences(): void {
  const load = () => {
    preferences.set(readPreferences(loadFromStorage(storageKey)))
    applyTheme(preferences.get().theme)
  }
  load()
  addEventListener('storage', event => {
    if (event.key === storageKey) load()
  })
}

export function setPreferences(change: Partial<Preferences>): void {
  preferences.set({ ...preferences.get(), ...change })
  saveToStorage(storageKey, preferences.get())
  applyTheme(preferences.get().theme)
}

export function currentPreferences(): Preferences {
  return preferences.get()
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(preferences.watch, preferences.get)
}

/** The IANA name of the zone that times are shown in. */
export function useZone(): string {
  return usePreferences().utc ? 'UTC' : browserZone
}

export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
}
