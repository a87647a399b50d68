import type { Session } from '../../schema/people/sign-in.ts'
import type { OwnAccount } from '../../schema/people/user.ts'
import { type ListPage, request } from './http/request.ts'

const me = '/api/users/me'
/** A user has at most 100 sessions. */
const maxSessions = 100

export function readAccount(signal?: AbortSignal): Promise<OwnAccount> {
  return request(me, { signal })
}

/** Throws an ApiError; its `fields` name members of the body. */
export function changeAccount(patch: {
  first_name?: string
  last_name?: string
  email?: string
  password?: string
  current_password?: string
}): Promise<OwnAccount> {
  return request(me, { method: 'PATCH', body: patch })
}

/** Sessions of the user, most recently used first. */
export async function readSessions(signal?: AbortSignal): Promise<Session[]> {
  const list = await request<ListPage<Session>>(`${me}/sessions?page_size=${maxSessions}`, { signal })
  return list.objects
}

export function endSession(id: number): Promise<void> {
  return request(`${me}/sessions/${id}`, { method: 'DELETE' })
}

/** Ends all sessions except this one. */
export function endOtherSessions(): Promise<void> {
  return request(`${me}/sessions`, { method: 'DELETE' })
}
