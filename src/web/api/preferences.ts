import { request } from './http/request.ts'

const address = '/api/users/me/preferences'

/** The stored preferences of the user: members that some version of the page has saved. */
export function readStoredPreferences(signal: AbortSignal): Promise<Record<string, unknown>> {
  return request(address, { signal })
}

/** Changes some members and returns all members. The request outlives the page. */
export function savePreferences(changes: object): Promise<Record<string, unknown>> {
  return request(address, { method: 'PATCH', body: changes, keepalive: true })
}
