import type { Silence, SilenceDraft, SilencePatch } from '../../schema/triggers/silence.ts'
import { type ListPage, request, resource } from './http/request.ts'

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

export const {
  create: createSilence,
  change: changeSilence,
  remove: deleteSilence,
} = resource<Silence, SilenceDraft, SilencePatch>('/api/silences')
