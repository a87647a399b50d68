import type { AuthToken, AuthTokenDraft, TokenScope, TokenType } from '../../schema/people/auth-token.ts'
import { type ListPage, request, resource } from './http/request.ts'

export interface TokenQuery {
  /** From 1. */
  page: number
  kind: TokenType | undefined
  /** Lists everybody's tokens, with the permission manage_users. */
  all: boolean
}

const pageSize = 50

/** Active tokens, newest first. */
export function readTokens(
  { page, kind, all }: TokenQuery,
  signal?: AbortSignal,
): Promise<ListPage<AuthToken>> {
  const params = new URLSearchParams({ page: String(page), page_size: String(pageSize) })
  if (kind !== undefined) params.set('token_type', kind)
  if (all) params.set('show_all', 'true')
  return request(`/api/authtokens?${params}`, { signal })
}

/**
 * The response to `createToken` has the whole key. `revokeToken` ends the token's connections; it takes the
 * id, so that keys stay out of addresses.
 */
export const { create: createToken, remove: revokeToken } = resource<AuthToken, AuthTokenDraft>(
  '/api/authtokens',
)

/** Creates a token that reads one dashboard and nothing else. Only this response has its key. */
export async function createTvToken(scope: TokenScope, description: string): Promise<string> {
  const { secret_key } = await request<{ secret_key: string }>('/api/authtokens', {
    method: 'POST',
    body: { token_type: 'USER', description, scope },
  })
  return secret_key
}

/** A new token that may only send events, with its secret. */
export function createIngestToken(description: string): Promise<AuthToken> {
  return request('/api/authtokens', { method: 'POST', body: { token_type: 'INGEST', description } })
}
