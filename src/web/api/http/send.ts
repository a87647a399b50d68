import type { AuthToken } from '../../../schema/people/auth-token.ts'
import { request } from './request.ts'

/** A new token that may only send events, with its secret. */
export function createIngestToken(description: string): Promise<AuthToken> {
  return request('/api/authtokens', { method: 'POST', body: { token_type: 'INGEST', description } })
}
