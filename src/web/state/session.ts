import { useSyncExternalStore } from 'react'
import { whenSignedOut } from '../wire/request.ts'
import { type User, whoAmI } from '../wire/session.ts'
import { WireError } from '../wire/wire-error.ts'
import { Observable } from './observable.ts'

export type Session =
  | { state: 'asking' }
  | { state: 'unreachable'; error: unknown }
  | { state: 'out' }
  | { state: 'in'; user: User }

const session = new Observable<Session>({ state: 'asking' })

/** Asks the service who is signed in here; also after a login or a logout. */
export async function refreshSession(): Promise<void> {
  try {
    const user = await whoAmI()
    session.set(user ? { state: 'in', user } : { state: 'out' })
  } catch (error) {
    if (error instanceof WireError && error.status === 401) session.set({ state: 'out' })
    // Who is signed in stays so while the network is away: what is on the page is still worth reading.
    else if (session.get().state !== 'in') session.set({ state: 'unreachable', error })
  }
}

/** Called once at start. */
export function openSession(): void {
  whenSignedOut(() => session.set({ state: 'out' }))
  void refreshSession()
}

export function useSession(): Session {
  return useSyncExternalStore(session.watch, session.get)
}

/** Whether who is signed in holds a permission, by its name of the interface. */
export function useMay(permission: string): boolean {
  const current = useSession()
  return current.state === 'in' && current.user.permissions.includes(permission)
}
