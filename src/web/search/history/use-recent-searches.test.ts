import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { currentCopy, keepCopy } from '../../state/preferences.ts'
import { refreshSession, signOut } from '../../state/session.ts'
import { recentSearches, recentSearchesText } from './search-history.ts'
import { addRecentSearch } from './use-recent-searches.ts'

const range = { preset: 'last_24_hours' }
const before = currentCopy()

beforeAll(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
})
afterAll(async () => {
  await signIn(null)
  keepCopy(before)
  vi.unstubAllGlobals()
})

/** Signs the previous user out and a user in. The preferences stay as they are. */
async function signIn(id: number | null): Promise<void> {
  vi.stubGlobal('location', { reload: () => {} })
  vi.stubGlobal('fetch', async () => Response.json({}))
  await signOut()
  const user = id === null ? null : { id, username: 'x', fullname: 'X', permissions: [], all_hosts: true }
  vi.stubGlobal('fetch', async () => Response.json({ user }))
  await refreshSession()
}

const texts = () => recentSearches().map(({ text }) => text)

test("a user who signs in does not see the previous user's searches", async () => {
  await signIn(1)
  addRecentSearch({ text: 'password of one', pills: [], range })
  await signIn(2)
  expect(texts()).toEqual([])
  await signIn(1)
  expect(texts()).toEqual(['password of one'])
})

test("a user's searches do not include the preferences of the previous user", async () => {
  await signIn(3)
  const values = {
    ...currentCopy().values,
    recentSearches: recentSearchesText([{ text: 'of three', pills: [], range, at: 1 }], 4_000),
  }
  keepCopy({ userId: 3, unsaved: [], values })
  await signIn(4)
  addRecentSearch({ text: 'of four', pills: [], range })
  expect(texts()).toEqual(['of four'])
})
