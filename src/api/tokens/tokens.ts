import type { UserRef } from '../../metadata/identity.ts'

export const tokenTypes = ['USER', 'INGEST'] as const
export type TokenType = (typeof tokenTypes)[number]

export const tokenOrder = ['created_at', 'last_used_at', 'description'] as const
export type TokenOrder = (typeof tokenOrder)[number]

/** A token as it is kept, its secret decrypted. Times in Unix seconds. */
export interface Token {
  id: number
  secretKey: string
  tokenType: TokenType
  user: UserRef
  description: string
  createdAt: number
  lastUsedAt: number | null
  expiresAt: number | null
}

/** What the token routes need of metadata. Only active tokens are ever found. */
export interface TokenStore {
  /** `userId` null: everybody's. Ties in the order are broken by id. */
  list(query: {
    userId: number | null
    tokenType: TokenType | null
    order: readonly { field: TokenOrder; descending: boolean }[]
    offset: number
    limit: number
  }): Promise<{ tokens: Token[]; count: number }>
  /** null when there is no such user. */
  create(token: {
    userId: number
    tokenType: TokenType
    description: string
    expiresAt: number | null
  }): Promise<Token | null>
  findBySecret(secretKey: string): Promise<Token | null>
  findById(id: number): Promise<Token | null>
  /** Ends it at once, everywhere. */
  revoke(id: number): Promise<void>
}
