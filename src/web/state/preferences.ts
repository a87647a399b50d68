import { useSyncExternalStore } from 'react'
import { isObject } from '../../schema/json-object.ts'
import { zoneNamed } from '../../time/zone.ts'
import { Observable } from './observable.ts'
import { parseJson } from './parse-json.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
export const densities = ['comfortable', 'compact'] as const
/** The zone of the browser, whichever that is. */
export const browserZoneName = 'browser'

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

/** What a person prefers: the default and the reader of each. A new one needs only a row. */
const preferenceTable = {
  theme: { standard: 'system', read: oneOf(themes) },
  /** Times in UTC, in the zone of the browser, or in that of an IANA name. */
  zone: { standard: browserZoneName, read: zone },
  /** Height of rows. */
  density: { standard: 'comfortable', read: oneOf(densities) },
  wrap: { standard: false, read: flag },
  /** Columns of the results table, as text. */
  columns: { standard: '', read: text },
  /** Names of the fields that stay in view as facets, as a JSON list; empty for the default ones. */
  pinnedFields: { standard: '', read: text },
  /** Colours of terminals in messages. */
  ansi: { standard: true, read: flag },
  facets: { standard: true, read: flag },
  /** The saved search that the page opens with; 0: none. */
  defaultSearch: { standard: 0, read: id },
  /** Recent searches, as JSON. */
  recentSearches: { standard: '', read: text },
  /** Single-key shortcuts. */
  keys: { standard: true, read: flag },
  /** Ids of dashboards with a star, as text. */
  starredDashboards: { standard: '', read: text },
} satisfies Record<string, { standard: unknown; read: Reader<unknown> }>

type Row<K extends PreferenceName> = (typeof preferenceTable)[K]
type PreferenceName = keyof typeof preferenceTable
export type Preferences = { [K in PreferenceName]: NonNullable<ReturnType<Row<K>['read']>> }

const preferencesKey = 'millrace.preferences'

/** Reads stored preferences; missing and invalid members get their default. */
export function readPreferences(value: unknown): Preferences {
  const stored = isObject(value) ? value : {}
  // Until now there was a switch between UTC and the zone of the browser.
  const withZone = stored.utc === true && stored.zone === undefined ? { ...stored, zone: 'UTC' } : stored
  const members = Object.entries(preferenceTable).map(([name, { standard, read }]) => [
    name,
    read(withZone[name]) ?? standard,
  ])
  // The names are those of the table, each with a value of its reader.
  return Object.fromEntries(members) as Preferences
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

/** Preferences, when they were changed last (Unix milliseconds; 0: never), and whose they are. */
export interface PreferencesCopy {
  values: Preferences
  changedAt: number
  userId: number | undefined
}

/** Reads a stored copy. */
export function readCopy(value: unknown, userId: number | undefined): PreferencesCopy {
  const stored = isObject(value) ? value : {}
  const { changed_at: changedAt } = stored
  return {
    values: readPreferences(stored),
    changedAt: typeof changedAt === 'number' && Number.isFinite(changedAt) ? changedAt : 0,
    userId,
  }
}

/** The preferences; those of this browser at first, then those of the person. */
export const preferences = new Observable<Preferences>(readPreferences({}))
let changedAt = 0
let userId: number | undefined

/** Called once at start. Follows changes made in other tabs. */
export function openPreferences(): void {
  const load = () => {
    const stored = parseJson(loadFromStorage(preferencesKey) ?? '{}')
    const owner = isObject(stored) && typeof stored.user_id === 'number' ? stored.user_id : undefined
    applyCopy(readCopy(stored, owner))
  }
  load()
  addEventListener('storage', event => {
    if (event.key === preferencesKey) load()
  })
}

export function setPreferences(change: Partial<Preferences>): void {
  keepCopy({ values: { ...preferences.get(), ...change }, changedAt: Date.now(), userId })
}

/** What holds in this browser. */
export function currentCopy(): PreferencesCopy {
  return { values: preferences.get(), changedAt, userId }
}

/** Applies a copy and keeps it in this browser. */
export function keepCopy(copy: PreferencesCopy): void {
  applyCopy(copy)
  saveToStorage(preferencesKey, { ...copy.values, changed_at: changedAt, user_id: userId })
}

function applyCopy(copy: PreferencesCopy): void {
  changedAt = copy.changedAt
  userId = copy.userId
  const { theme, density } = copy.values
  Object.assign(document.documentElement.dataset, { theme, density })
  preferences.set(copy.values)
}

export function currentPreferences(): Preferences {
  return preferences.get()
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(preferences.watch, preferences.get)
}

/** The IANA name of the zone that times are shown in. */
export function useZone(): string {
  return zoneOfPreference(usePreferences().zone)
}

export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** The IANA name of a preferred zone. */
export function zoneOfPreference(zone: string): string {
  return zone === browserZoneName ? browserZone : zone
}
