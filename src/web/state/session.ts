import { useSyncExternalStore } from 'react'
import { ApiError } from '../api/api-error.ts'
import { setSignedOutHandler } from '../api/request.ts'
import { logout, readSessionUser, type User } from '../api/session.ts'
import { Observable } from './observable.ts'

export type Session =
  | { state: 'asking' }
  | { state: 'unreachable'; error: unknown }
  | { state: 'out' }
  /**
   * `hasEnded`: the service no longer knows this session (it expired, or was ended elsewhere). The page stays as it is
   * until the same person signs in again. `times` counts the times that somebody signed in here.
   */
  | { state: 'in'; user: User; hasEnded: boolean; times: number }

const session = new Observable<Session>({ state: 'asking' })
let loginCount = 0

/** Asks the service who is signed in here; also after a login. */
export async function refreshSession(): Promise<void> {
  try {
    const user = await readSessionUser()
    if (user) enter(user)
    else end()
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) end()
    // Who is signed in stays so while the network is away: what is on the page is still worth reading.
    else if (session.get().state !== 'in') session.set({ state: 'unreachable', error })
  }
}

function enter(user: User): void {
  const before = session.get()
  if (before.state === 'in' && !before.hasEnded && before.user.id === user.id) return
  // Nothing of what one person did is left to another.
  if (before.state === 'in' && before.user.id !== user.id) session.set({ state: 'out' })
  loginCount += 1
  session.set({ state: 'in', user, hasEnded: false, times: loginCount })
}

function end(): void {
  const before = session.get()
  if (before.state !== 'in') session.set({ state: 'out' })
  else if (!before.hasEnded) session.set({ ...before, hasEnded: true })
}

/** Ends the session because its person wants it. */
export async function signOut(): Promise<void> {
  try {
    await logout()
    session.set({ state: 'out' })
  } catch {
    await refreshSession()
  }
}

/** Called once at start. */
export function openSession(): void {
  setSignedOutHandler(end)
  void refreshSession()
}

export function useSession(): Session {
  return useSyncExternalStore(session.watch, session.get)
}

/** Whether who is signed in holds a permission, by its name of the interface. */
export function useHasPermission(permission: string): boolean {
  const current = useSession()
  return current.state === 'in' && current.user.permissions.includes(permission)
}
