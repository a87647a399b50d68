import { expect, test } from 'vitest'
import { isNewer } from './follow-preferences.ts'
import { type PreferencesCopy, readCopy, readPreferences } from './preferences.ts'

const copy = (changedAt: number, userId?: number): PreferencesCopy => ({
  values: readPreferences({}),
  changedAt,
  userId,
})
const cases: [name: string, own: PreferencesCopy, theirs: PreferencesCopy, wins: boolean][] = [
  ['nothing changed here', copy(0), copy(5, 1), false],
  ['nothing anywhere', copy(0), copy(0, 1), false],
  ['changed before the first sign-in', copy(7), copy(0, 1), true],
  ['newer here', copy(7, 1), copy(5, 1), true],
  ['newer there', copy(5, 1), copy(7, 1), false],
  ['equal', copy(7, 1), copy(7, 1), false],
  ['newer here, but of somebody else', copy(7, 2), copy(5, 1), false],
]
for (const [name, own, theirs, wins] of cases)
  test(`${name}: this browser ${wins ? 'wins' : 'does not win'}`, () =>
    expect(isNewer(own, theirs, 1)).toBe(wins))

test('a stored copy is read with its time, and unknown members do no harm', () => {
  expect(readCopy({ theme: 'dark', changed_at: 12, other: [1] }, 3)).toEqual({
    values: readPreferences({ theme: 'dark' }),
    changedAt: 12,
    userId: 3,
  })
  expect(readCopy({ changed_at: 'now' }, undefined).changedAt).toBe(0)
})
