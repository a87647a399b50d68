import { useSyncExternalStore } from 'react'
import { isObject } from '../../schema/text/json-object.ts'
import { zoneNamed } from '../../time/zone.ts'
import { parseJson } from '../api/http/request.ts'
import { Observable } from './observable.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
export const densities = ['comfortable', 'compact'] as const
/** The value of the preference `zone` that stands for the browser's zone. */
export const browserZoneName = 'browser'

/** Maximum UTF-16 units of a preference that is a text. */
const maxTextLength = 4_000

/** Reads a stored value; undefined for an invalid one. */
type Reader<T> = (value: unknown) => T | undefined

const flag: Reader<boolean> = value => (typeof value === 'boolean' ? value : undefined)
const oneOf =
  <T extends string>(choices: readonly T[]): Reader<T> =>
  value =>
    choices.find(choice => choice === value)
const text: Reader<string> = value =>
  typeof value === 'string' && value.length <= maxTextLength ? value : undefined
const id: Reader<number> = value =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
const zone: Reader<string> = value =>
  typeof value === 'string' && (value === browserZoneName || zoneNamed(value)) ? value : undefined

/** The preferences of a user: default and reader of each. A new preference needs only a row. */
const preferenceTable = {
  theme: { fallback: 'system', read: oneOf(themes) },
  /** Zone of displayed times: UTC, the zone of the browser, or an IANA name. */
  zone: { fallback: browserZoneName, read: zone },
  /** Height of rows. */
  density: { fallback: 'comfortable', read: oneOf(densities) },
  /** Whether the results show long messages in several lines. */
  wrap: { fallback: false, read: flag },
  /** Columns of the results table, as `columnsText` writes them; empty for the default ones. */
  columns: { fallback: '', read: text },
  /** Names of the fields pinned as facets, as a JSON list; empty for the default ones. */
  pinnedFields: { fallback: '', read: text },
  /** Whether messages show their terminal colours. */
  ansi: { fallback: true, read: flag },
  /** Whether the field list is shown beside the results. */
  facets: { fallback: true, read: flag },
  /** Whether the histogram shows when triggers fired, software was deployed and Millrace was started. */
  marks: { fallback: true, read: flag },
  /** Id of the saved search that the page opens with; 0: it opens with all events. */
  defaultSearch: { fallback: 0, read: id },
  /** Recent searches, as JSON (search/history/search-history.ts); empty if there are no searches. */
  recentSearches: { fallback: '', read: text },
  /** Whether single characters, such as `t`, are shortcuts. */
  keys: { fallback: true, read: flag },
  /** Ids of dashboards with a star: `7,12`. The newest star is last. */
  starredDashboards: { fallback: '', read: text },
  /** Whether the tour of the search page has ended. */
  tour: { fallback: false, read: flag },
} satisfies Record<string, { fallback: unknown; read: Reader<unknown> }>

type Row<K extends PreferenceName> = (typeof preferenceTable)[K]
type PreferenceName = keyof typeof preferenceTable
export type Preferences = { [K in PreferenceName]: NonNullable<ReturnType<Row<K>['read']>> }

// The names come from the table.
const preferenceNames = Object.keys(preferenceTable) as PreferenceName[]

const preferencesKey = 'millrace.preferences'

/** Reads stored preferences; missing and invalid members get their default. */
export function readPreferences(value: unknown): Preferences {
  const stored = isObject(value) ? value : {}
  // Earlier versions had a switch between UTC and the zone of the browser.
  const withZone = stored.utc === true && stored.zone === undefined ? { ...stored, zone: 'UTC' } : stored
  const members = Object.entries(preferenceTable).map(([name, { fallback, read }]) => [
    name,
    read(withZone[name]) ?? fallback,
  ])
  // The names come from the table, each with a value from its reader.
  return Object.fromEntries(members) as Preferences
}

/** Stores a value as JSON in localStorage. Does nothing if localStorage is blocked or full. */
export function saveToStorage(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {}
}

/** The text that localStorage has for a name; null if it has none or is blocked. */
export function loadFromStorage(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** The preferences as this browser stores them. */
export interface PreferencesCopy {
  values: Preferences
  /** Preferences changed in this browser that the service has not saved yet. */
  unsaved: readonly PreferenceName[]
  /** The user of the values; undefined: no user has signed in yet. */
  userId: number | undefined
}

/**
 * Reads the copy in localStorage. A copy of an earlier version does not say which preferences are unsaved:
 * there, all values other than the default count as unsaved.
 */
export function readCopy(value: unknown): PreferencesCopy {
  const stored = isObject(value) ? value : {}
  const { unsaved, user_id: userId } = stored
  const values = readPreferences(stored)
  const isUnsaved = (name: PreferenceName) =>
    Array.isArray(unsaved) ? unsaved.includes(name) : values[name] !== preferenceTable[name].fallback
  return {
    values,
    unsaved: preferenceNames.filter(isUnsaved),
    userId: typeof userId === 'number' ? userId : undefined,
  }
}

/** The values of `copy`, for components. */
const preferences = new Observable<Preferences>(readPreferences({}))
/** This browser's copy; before `openPreferences`, the defaults. */
let copy: PreferencesCopy = { values: preferences.get(), unsaved: [], userId: undefined }
/** Notifies of each `setPreferences` of this tab. Each value is a new object without a meaning. */
const changes = new Observable({})

/** Reads this browser's copy, and follows changes made in other tabs. Called once at start. */
export function openPreferences(): void {
  const load = () => applyCopy(readCopy(parseJson(loadFromStorage(preferencesKey) ?? '{}')))
  load()
  addEventListener('storage', event => {
    if (event.key === preferencesKey) load()
  })
}

/** Changes preferences on the page at once. The service gets them soon afterwards (follow-preferences.ts). */
export function setPreferences(change: Partial<Preferences>): void {
  const changed = preferenceNames.filter(name => name in change)
  const unsaved = [...new Set([...copy.unsaved, ...changed])]
  keepCopy({ ...copy, values: { ...copy.values, ...change }, unsaved })
  changes.set({})
}

/** Calls the listener after each `setPreferences` of this tab. Returns a function that removes it. */
export const watchChanges = changes.watch

/** This browser's copy of the preferences. */
export function currentCopy(): PreferencesCopy {
  return copy
}

/** Applies a copy to the page and stores it in this browser. */
export function keepCopy(next: PreferencesCopy): void {
  applyCopy(next)
  const { values, unsaved, userId } = next
  saveToStorage(preferencesKey, { ...values, unsaved, user_id: userId })
}

function applyCopy(next: PreferencesCopy): void {
  copy = next
  const { theme, density } = next.values
  Object.assign(document.documentElement.dataset, { theme, density })
  preferences.set(next.values)
}

export function currentPreferences(): Preferences {
  return preferences.get()
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(preferences.watch, preferences.get)
}

/** The IANA name of the zone of displayed times. */
export function useZone(): string {
  return zoneOfPreference(usePreferences().zone)
}

/** The IANA name of the browser's zone. */
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** The IANA name of a value of the preference `zone`. */
export function zoneOfPreference(zone: string): string {
  return zone === browserZoneName ? browserZone : zone
}
