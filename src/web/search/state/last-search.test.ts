import { afterEach, expect, test, vi } from 'vitest'
import { refreshSession } from '../../state/session.ts'
import { lastSearch, rememberSearch } from './last-search.ts'

afterEach(() => vi.unstubAllGlobals())

/** Signs a user in, in place of the previous one. */
async function signIn(id: number): Promise<void> {
  const user = { id, username: 'x', fullname: 'X', permissions: [], all_hosts: true }
  vi.stubGlobal('fetch', async () => Response.json({ user }))
  await refreshSession()
}

test('the last search is kept for its user, but is not live again', async () => {
  await signIn(21)
  rememberSearch('q=password&live=1')
  expect(lastSearch()).toMatchObject({ text: 'password', live: false })
  await signIn(22)
  expect(lastSearch()).toMatchObject({ text: '', live: false })
})
