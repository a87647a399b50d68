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
   * `loginCount`: how often the page has had a new session since it was loaded, from 1.
   */
  | { state: 'in'; user: SessionUser; hasEnded: boolean; loginCount: number }

const session = new Observable<SessionState>({ state: 'loading' })
let loginCount = 0

/** Reads from the service whether a user is signed in, and who. Never rejects. */
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
  const isSameUser = before.state === 'in' && before.user.id === user.id
  if (isSameUser && !before.hasEnded) return
  // Removes all that the page keeps of the previous user, such as dialogs and downloads.
  if (before.state === 'in' && !isSameUser) {
    location.reload()
    return
  }
  loginCount += 1
  // Reads everything again in the background: a form that lost its data would lose its typed text.
  if (isSameUser) void queryClient.invalidateQueries()
  session.set({ state: 'in', user, hasEnded: false, loginCount })
}

/** Called when the service no longer knows the session. The page stays, with the sign-in form over it. */
function endSession(): void {
  const before = session.get()
  if (before.state !== 'in') session.set({ state: 'out' })
  else if (!before.hasEnded) session.set({ ...before, hasEnded: true })
}

/**
 * Signs out, and loads the page again so that it keeps nothing of the user. If the request fails, reads the
 * session again, since it may have ended anyway.
 */
export async function signOut(): Promise<void> {
  try {
    const endSessionUrl = await logout()
    session.set({ state: 'out' })
    if (endSessionUrl === undefined) location.reload()
    else location.assign(endSessionUrl)
  } catch {
    await refreshSession()
  }
}

/** Reads the session for the first time. Called once at start. */
export function openSession(): void {
  setSignedOutHandler(endSession)
  void refreshSession()
}

export function useSession(): SessionState {
  return useSyncExternalStore(session.watch, session.get)
}

/** The id of the signed-in user; 0 if signed out. */
export function useUserId(): number {
  return userIdOf(useSession())
}

/** The id of the signed-in user, outside of components; 0 if signed out. */
export function currentUserId(): number {
  return userIdOf(session.get())
}

function userIdOf(current: SessionState): number {
  return current.state === 'in' ? current.user.id : 0
}

export function useHasPermission(permission: string): boolean {
  const current = useSession()
  return current.state === 'in' && current.user.permissions.includes(permission)
}
