import { expect, test } from 'vitest'
import { copyAfterLoad, copyAfterSave } from './follow-preferences.ts'
import { type Preferences, type PreferencesCopy, readCopy, readPreferences } from './preferences.ts'

const copy = (values: Partial<Preferences>, userId?: number): PreferencesCopy =>
  readCopy({ ...values, unsaved: Object.keys(values), user_id: userId })
const described = ({ values, unsaved, userId }: PreferencesCopy) => ({
  values: Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== Reflect.get(readPreferences({}), name)),
  ),
  unsaved,
  userId,
})

const loads: [name: string, own: PreferencesCopy, stored: object, values: object, unsaved: string[]][] = [
  ['nothing anywhere', copy({}), {}, {}, []],
  ['stored preferences', copy({}), { theme: 'dark' }, { theme: 'dark' }, []],
  ['a theme from before the first sign-in', copy({ theme: 'dark' }), {}, { theme: 'dark' }, ['theme']],
  [
    'a stored theme, chosen otherwise before sign-in',
    copy({ theme: 'dark' }),
    { theme: 'light' },
    { theme: 'light' },
    [],
  ],
  [
    'a change that was not saved, beside one of another browser',
    copy({ theme: 'dark' }, 1),
    { theme: 'light', density: 'compact' },
    { theme: 'dark', density: 'compact' },
    ['theme'],
  ],
  ['nothing of another user', copy({ recentSearches: '["x"]', theme: 'dark' }, 2), {}, {}, []],
]
for (const [name, own, stored, values, unsaved] of loads)
  test(`loads ${name}`, () =>
    expect(described(copyAfterLoad(1, own, { ...stored }))).toEqual({ values, unsaved, userId: 1 }))

test('values that did not change after the request are saved; changes of other browsers are applied', () => {
  const sent = copy({ theme: 'dark', density: 'compact' }, 1)
  const own = copy({ theme: 'light', density: 'compact', wrap: true }, 1)
  const stored = { theme: 'dark', density: 'compact', columns: 'host', wrap: false }
  expect(described(copyAfterSave(own, sent, stored))).toEqual({
    values: { theme: 'light', density: 'compact', wrap: true, columns: 'host' },
    unsaved: ['theme', 'wrap'],
    userId: 1,
  })
})

test('values of a copy of an earlier version are unsaved unless they are the default; unknown members are ignored', () => {
  const stored = { theme: 'dark', density: 'comfortable', changed_at: 12, other: [1], user_id: 3 }
  expect(readCopy(stored)).toEqual({
    values: readPreferences({ theme: 'dark' }),
    unsaved: ['theme'],
    userId: 3,
  })
  expect(readCopy({ user_id: 'x', unsaved: 'all' })).toEqual(readCopy({}))
  expect(readCopy({ theme: 'dark', unsaved: ['other'] }).unsaved).toEqual([])
})
