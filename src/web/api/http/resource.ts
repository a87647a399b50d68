import { request } from './request.ts'

/**
 * The requests that objects of the service have in common. A refused body throws an ApiError, whose `fields`
 * name members of the body.
 */
export function resource<T, Draft, Patch = Partial<Draft>>(path: string) {
  return {
    read: (id: number, signal?: AbortSignal): Promise<T> => request(`${path}/${id}`, { signal }),
    create: (draft: Draft): Promise<T> => request(path, { method: 'POST', body: draft }),
    change: (id: number, patch: Patch): Promise<T> =>
      request(`${path}/${id}`, { method: 'PATCH', body: patch }),
    remove: (id: number): Promise<void> => request(`${path}/${id}`, { method: 'DELETE' }),
  }
}
