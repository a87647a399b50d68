import type { LegalHold, LegalHoldDraft } from '../../schema/store/legal-hold.ts'
import { request, resource } from './http/request.ts'
import type { ListPage } from './http/smaller-pages.ts'

/** The newest legal holds, including released ones. */
export function readLegalHolds(signal: AbortSignal): Promise<ListPage<LegalHold>> {
  return request('/api/legal-holds?page_size=1000', { signal })
}

export const { create: placeLegalHold, remove: liftLegalHold } = resource<LegalHold, LegalHoldDraft>(
  '/api/legal-holds',
)
