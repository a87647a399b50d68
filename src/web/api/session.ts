import { request } from './request.ts'

export interface User {
  id: number
  username: string
  fullname: string
  permissions: readonly string[]
}

/** The user of the session; null when nobody is signed in. */
export async function readSessionUser(): Promise<User | null> {
  const answer = await request<{ user: User | null }>('/api/auth')
  return answer.user
}

/** Throws an ApiError: 401 for a wrong name or password, 429 after too many tries. */
export async function login(username: string, password: string): Promise<void> {
  await request('/api/login', { method: 'POST', body: { username, password }, expects401: true })
}

export async function logout(): Promise<void> {
  await request('/api/logout', { method: 'POST', body: {}, expects401: true })
}
