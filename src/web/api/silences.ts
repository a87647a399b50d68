import type { Silence, SilenceDraft, SilencePatch } from '../../schema/triggers/silence.ts'
import type { ListPage } from './http/list-page.ts'
import { request } from './http/request.ts'

export type SilenceState = 'active' | 'pending' | 'ended'

export function readSilences(
  states: readonly SilenceState[],
  page: number,
  signal: AbortSignal,
): Promise<ListPage<Silence>> {
  const params = new URLSearchParams({ page_size: '100', ordering: '-ends_at', page: String(page) })
  if (states.length > 0) params.set('state', states.join(','))
  return request(`/api/silences?${params}`, { signal })
}

export function createSilence(draft: SilenceDraft): Promise<Silence> {
  return request('/api/silences', { method: 'POST', body: draft })
}

export function changeSilence(id: number, patch: SilencePatch): Promise<Silence> {
  return request(`/api/silences/${id}`, { method: 'PATCH', body: patch })
}

export function deleteSilence(id: number): Promise<void> {
  return request(`/api/silences/${id}`, { method: 'DELETE' })
}
