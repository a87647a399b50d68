import { randomBytes } from 'node:crypto'
import type { TokenType } from '../../schema/auth-token.ts'

/** 192 random bits after a prefix that tells the type. */
export function newSecretKey(type: TokenType): string {
  return `${type === 'INGEST' ? 'ingest' : 'user'}-${randomBytes(24).toString('hex')}`
}

/** A key as others than its owner see it: enough to tell keys apart. */
export function maskKey(key: string): string {
  return `${key.slice(0, key.indexOf('-') + 5)}...`
}
