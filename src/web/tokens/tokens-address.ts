import { type TokenType, tokenTypes } from '../../schema/people/auth-token.ts'

/** The state of the tokens page, held by its address. */
export interface TokensState {
  kind: TokenType | undefined
  /** Tokens of everybody, with the permission manage_users. */
  all: boolean
  /** From 1. */
  page: number
}

/** Invalid parts get their default. */
export function readTokensState(query: string): TokensState {
  const params = new URLSearchParams(query)
  const page = params.get('page') ?? ''
  return {
    kind: tokenTypes.find(type => type === params.get('kind')),
    all: params.get('all') === '1',
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  }
}

/** The address, without members that have their default. */
export function tokensAddress({ kind, all, page }: Partial<TokensState>): string {
  const params = new URLSearchParams()
  if (kind !== undefined) params.set('kind', kind)
  if (all) params.set('all', '1')
  if (page !== undefined && page > 1) params.set('page', String(page))
  const query = params.toString()
  return query === '' ? '/tokens' : `/tokens?${query}`
}
