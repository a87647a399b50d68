import { randomBytes } from 'node:crypto'
import type { TokenType } from '../../schema/auth-token.ts'

/** A new secret key: 192 random bits behind a word that tells what it opens. */
export function newSecretKey(type: TokenType): string {
  return `${type === 'INGEST' ? 'ingest' : 'user'}-${randomBytes(24).toString('hex')}`
}

/** A key as it is shown to others than its owner: enough to tell keys apart, useless to open anything. */
export function maskKey(key: string): string {
  return `${key.slice(0, key.indexOf('-') + 5)}...`
}
