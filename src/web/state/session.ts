import { useSyncExternalStore } from 'react'
import { ApiError } from '../api/http/api-error.ts'
import { setSignedOutHandler } from '../api/http/request.ts'
import { logout, readSessionUser, type SessionUser } from '../api/session.ts'
import { Observable } from './observable.ts'
import { queryClient } from './query-client.ts'

/** Whether a user is signed in, as far as the page knows. */
export type SessionState =
  | { state: 'loading' }
  | { state: 'unreachable'; error: unknown }
  | { state: 'out' }
  /**
   * `hasEnded`: the session expired or was ended elsewhere; the page stays until the next sign-in.
   * `loginCount`: sign-ins since the page loaded.
   */
  | { state: 'in'; user: SessionUser; hasEnded: boolean; loginCount: number }

const session = new Observable<SessionState>({ state: 'loading' })
let loginCount = 0

/** Reads the user of the session from the service. */
export async function refreshSession(): Promise<void> {
  try {
    const user = await readSessionUser()
    if (user) startSession(user)
    else endSession()
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) endSession()
    // Without a network the user stays signed in, and the page readable.
    else if (session.get().state !== 'in') session.set({ state: 'unreachable', error })
  }
}

function startSession(user: SessionUser): void {
  const before = session.get()
  if (before.state === 'in' && !before.hasEnded && before.user.id === user.id) return
  loginCount += 1
  if (before.state === 'in' && before.user.id === user.id) {
    // Reads everything again in the background: a form that lost its data would lose its typed text.
    void queryClient.invalidateQueries()
  } else {
    // Drops all state of the previous user.
    if (before.state === 'in') session.set({ state: 'out' })
    queryClient.clear()
  }
  session.set({ state: 'in', user, hasEnded: false, loginCount })
}

/** The page of a signed-in user stays, with the sign-in form over it. */
function endSession(): void {
  const before = session.get()
  if (before.state !== 'in') session.set({ state: 'out' })
  else if (!before.hasEnded) session.set({ ...before, hasEnded: true })
}

/** Signs out. When that fails, reads the session again, since it may have ended anyway. */
export async function signOut(): Promise<void> {
  try {
    const endSessionUrl = await logout()
    session.set({ state: 'out' })
    if (endSessionUrl !== undefined) location.assign(endSessionUrl)
  } catch {
    await refreshSession()
  }
}

/** Called once at start. */
export function openSession(): void {
  setSignedOutHandler(endSession)
  void refreshSession()
}

export function useSession(): SessionState {
  return useSyncExternalStore(session.watch, session.get)
}

/** The id of the signed-in user; 0: none. */
export function useUserId(): number {
  const current = useSession()
  return current.state === 'in' ? current.user.id : 0
}

export function useHasPermission(permission: string): boolean {
  const current = useSession()
  return current.state === 'in' && current.user.permissions.includes(permission)
}
