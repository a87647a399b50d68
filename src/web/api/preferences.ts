import { request } from './request.ts'

const address = '/api/users/me/preferences'

/** The stored preferences of the person: whatever members a page has saved. */
export function readStoredPreferences(signal: AbortSignal): Promise<Record<string, unknown>> {
  return request(address, { signal })
}

/** Replaces them. The request outlives the page. */
export async function savePreferences(preferences: object): Promise<void> {
  await request(address, { method: 'PUT', body: preferences, keepalive: true })
}
