import { hash } from 'node:crypto'

/** What tells a body from others. */
export interface BodyIdentity {
  /** Whose it is, where it came in, and its own key or its digest. */
  key: string
  /** A body of the same key with another digest is another one, by mistake; '' where the key says it all. */
  digest: string
  /** Within ten minutes, further bodies of this identity are repetitions of the first. */
  isIdempotent: boolean
}

/** What a sender says of the identity of a body. */
interface SenderKeys {
  /** Idempotency-Key header, '' without. */
  idempotencyKey: string
  /** Of a delivery stream. */
  requestId?: string | undefined
  /** Every item of the body has an id, so that its content is a key too. */
  isIdempotent?: boolean | undefined
}

/** The identity of a body of `digest`. `scope`: the caller and the address. */
export function bodyIdentity(scope: readonly string[], digest: string, keys: SenderKeys): BodyIdentity {
  const { idempotencyKey, requestId, isIdempotent = false } = keys
  const keyOf = (...own: string[]): string => JSON.stringify([...scope, ...own])
  if (idempotencyKey !== '') return { key: keyOf('key', idempotencyKey), digest, isIdempotent: true }
  if (requestId !== undefined) return { key: keyOf('firehose', requestId), digest: '', isIdempotent: true }
  return { key: keyOf('content', digest), digest: '', isIdempotent }
}

/**
 * Digest of a decoded body. SHA-1, since every body is hashed and it takes a third of the time of SHA-256; who finds two bodies of
 * one digest can confuse the service about their own bodies alone.
 */
export function digestOf(body: Uint8Array): string {
  return hash('sha1', body, 'base64url')
}
