import type { AuthToken, AuthTokenDraft, TokenType } from '../../schema/people/auth-token.ts'
import { request, resource } from './http/request.ts'
import type { ListPage } from './http/smaller-pages.ts'

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
