import type { LegalHold, LegalHoldDraft } from '../../schema/store/legal-hold.ts'
import type { ListPage } from './http/list-page.ts'
import { request } from './http/request.ts'

/** The newest legal holds, including released ones. */
export function readLegalHolds(signal: AbortSignal): Promise<ListPage<LegalHold>> {
  return request('/api/legal-holds?page_size=1000', { signal })
}

export function placeLegalHold(draft: LegalHoldDraft): Promise<LegalHold> {
  return request('/api/legal-holds', { method: 'POST', body: draft })
}

export function liftLegalHold(id: number): Promise<void> {
  return request(`/api/legal-holds/${id}`, { method: 'DELETE' })
}
