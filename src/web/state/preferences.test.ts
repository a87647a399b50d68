import { expect, test } from 'vitest'
import { readPreferences } from './preferences.ts'

const defaults = {
  theme: 'system',
  zone: 'browser',
  density: 'comfortable',
  wrap: false,
  columns: '',
  pinnedFields: '',
  ansi: true,
  facets: true,
  marks: true,
  defaultSearch: 0,
  recentSearches: '',
  keys: true,
  starredDashboards: '',
  tour: false,
}
const cases: [name: string, value: unknown, wanted: object][] = [
  ['nothing stored', undefined, defaults],
  ['another kind of value', [1], defaults],
  ['null', null, defaults],
  ['a theme of another version', { theme: 'sepia', zone: 'UTC' }, { ...defaults, zone: 'UTC' }],
  ['ill-typed members', { zone: 7, wrap: 1, facets: false }, { ...defaults, facets: false }],
  ['a zone that does not exist', { zone: 'Moon/Crater' }, defaults],
  ['the switch of an earlier version', { utc: true }, { ...defaults, zone: 'UTC' }],
  [
    'all preferences',
    { ...defaults, theme: 'dark', zone: 'Asia/Tokyo', density: 'compact', columns: 'host', keys: false },
    { ...defaults, theme: 'dark', zone: 'Asia/Tokyo', density: 'compact', columns: 'host', keys: false },
  ],
]
for (const [name, value, wanted] of cases)
  test(`reads ${name}`, () => expect(readPreferences(value)).toEqual(wanted))
