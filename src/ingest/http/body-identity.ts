import { hash } from 'node:crypto'

/** Identifies a body among repeated ones. */
export interface BodyIdentity {
  /** JSON of the caller, the address, and an id of the sender or the digest. */
  key: string
  /** Refuses a different body with the same key; '' when the key contains the digest or none is needed. */
  digest: string
  /** Bodies of this identity within ten minutes repeat the first. */
  isIdempotent: boolean
}

interface SenderKeys {
  /** Idempotency-Key header, '' without. */
  idempotencyKey: string
  /** The id of a request of Data Firehose. */
  requestId?: string | undefined
  /** Every item of the body has an id, so its content is a key too. */
  isIdempotent?: boolean | undefined
}

/** The identity of a body of `digest`. `scope`: the caller and the address. */
export function bodyIdentity(scope: readonly string[], digest: string, keys: SenderKeys): BodyIdentity {
  const { idempotencyKey, requestId, isIdempotent = false } = keys
  const keyOf = (...parts: string[]): string => JSON.stringify([...scope, ...parts])
  if (idempotencyKey !== '') return { key: keyOf('key', idempotencyKey), digest, isIdempotent: true }
  if (requestId !== undefined) return { key: keyOf('firehose', requestId), digest: '', isIdempotent: true }
  return { key: keyOf('content', digest), digest: '', isIdempotent }
}

/** SHA-1 takes a third of the time of SHA-256; with a collision a sender can only confuse its own bodies. */
export function digestOf(body: Uint8Array): string {
  return hash('sha1', body, 'base64url')
}
