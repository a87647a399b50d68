import type { AuthToken, AuthTokenDraft, TokenScope, TokenType } from '../../schema/people/auth-token.ts'
import { addressWith } from './address-with.ts'
import { type ListPage, request, resource } from './http/request.ts'

/** Filter and page of the list of tokens. */
export interface TokenQuery {
  /** From 1. */
  page: number
  kind: TokenType | undefined
  /** Lists all users' tokens, which needs the permission manage_users. */
  all: boolean
}

const pageSize = 50

/** Active tokens, newest first. */
export function readTokens(
  { page, kind, all }: TokenQuery,
  signal?: AbortSignal,
): Promise<ListPage<AuthToken>> {
  const parameters = { page, page_size: pageSize, token_type: kind, show_all: all || undefined }
  return request(addressWith('/api/authtokens', parameters), { signal })
}

/**
 * The answer of `createToken` has the whole key. `revokeToken` also ends the token's connections. It takes
 * the id of the token, so that no address contains a key.
 */
export const { create: createToken, remove: revokeToken } = resource<AuthToken, AuthTokenDraft>(
  '/api/authtokens',
)

/** Creates a token for a link to TV mode, which can only read the dashboard of `scope`. */
export function createTvToken(scope: TokenScope, description: string): Promise<AuthToken> {
  return createToken({ token_type: 'USER', description, scope })
}

/** Creates a token that may only send events. */
export function createIngestToken(description: string): Promise<AuthToken> {
  return createToken({ token_type: 'INGEST', description })
}
