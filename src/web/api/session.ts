import type { SignInMethods } from '../../schema/people/sign-in.ts'
import { request } from './http/request.ts'

/** The signed-in user. */
export interface SessionUser {
  id: number
  username: string
  fullname: string
  permissions: readonly string[]
  /** Sees the events of all hosts. */
  all_hosts: boolean
}

/** The user of the session; null without a session. */
export async function readSessionUser(): Promise<SessionUser | null> {
  const answer = await request<{ user: SessionUser | null }>('/api/auth')
  return answer.user
}

/** Throws an ApiError: 401 for a wrong name or password, 429 after too many tries. */
export async function login(username: string, password: string): Promise<void> {
  await request('/api/login', { method: 'POST', body: { username, password }, expects401: true })
}

/**
 * Returns the address where the browser signs out at the identity provider too; undefined without a provider.
 */
export async function logout(): Promise<string | undefined> {
  const answer = await request<{ end_session_url: string } | undefined>('/api/logout', {
    method: 'POST',
    body: {},
    expects401: true,
  })
  return answer?.end_session_url
}

export function readSignInMethods(signal: AbortSignal): Promise<SignInMethods> {
  return request('/api/login/methods', { signal })
}
