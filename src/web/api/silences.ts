import type { Silence, SilenceDraft, SilencePatch, SilenceState } from '../../schema/triggers/silence.ts'
import { addressWith } from './address-with.ts'
import { type ListPage, request, resource } from './http/request.ts'

const pageSize = 100

/** Silences in these states, ending last first; `page` from 1. */
export function readSilences(
  states: readonly SilenceState[],
  page: number,
  signal: AbortSignal,
): Promise<ListPage<Silence>> {
  const parameters = { page_size: pageSize, ordering: '-ends_at', page, state: states }
  return request(addressWith('/api/silences', parameters), { signal })
}

export const {
  create: createSilence,
  change: changeSilence,
  remove: deleteSilence,
} = resource<Silence, SilenceDraft, SilencePatch>('/api/silences')
