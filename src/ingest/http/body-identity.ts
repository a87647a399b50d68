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

/** The kinds of keys that senders give: an Idempotency-Key, the request id of a delivery stream. */
type KeyKind = 'key' | 'firehose'

/** The identity of a body with a key of its sender's. `place`: the caller and the address. */
export function identityByKey(
  scope: readonly string[],
  kind: KeyKind,
  key: string,
  digest: string,
): BodyIdentity {
  return { key: JSON.stringify([...scope, kind, key]), digest, isIdempotent: true }
}

/** The identity of a body without a key. */
export function identityByContent(
  scope: readonly string[],
  digest: string,
  isIdempotent: boolean,
): BodyIdentity {
  return { key: JSON.stringify([...scope, 'content', digest]), digest: '', isIdempotent }
}

/**
 * Digest of a decoded body. SHA-1, since every body is hashed and it takes a third of the time of SHA-256; who finds two bodies of
 * one digest can confuse the service about their own bodies alone.
 */
export function digestOf(body: Uint8Array): string {
  return hash('sha1', body, 'base64url')
}
