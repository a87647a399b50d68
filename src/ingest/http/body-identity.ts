import { hash } from 'node:crypto'

/**
 * Recognises a body that is sent again. For ten minutes after any answer if `isIdempotent`; otherwise only
 * after a refusal whose events reached the disk nevertheless (UnconfirmedBodies).
 */
export interface BodyIdentity {
  /** JSON of the caller, the path, and the sender's id of the body or else its digest. */
  key: string
  /** Digest that a body with the same key must have. '' if the key contains it, or none is needed. */
  digest: string
  /** False: an equal body counts again, unless the first one was refused. */
  isIdempotent: boolean
}

/** Ids by which a sender identifies its bodies. */
interface SenderKeys {
  /** Idempotency-Key header, '' without. */
  idempotencyKey: string
  /** The id of a request of Data Firehose. */
  requestId?: string | undefined
  /** True: every item of the body has an id, so equal bodies are one body. */
  isIdempotent?: boolean | undefined
}

/** The identity of a body. `scope`: the caller and the path; `digest`: see digestOf. */
export function bodyIdentity(scope: readonly string[], digest: string, keys: SenderKeys): BodyIdentity {
  const { idempotencyKey, requestId, isIdempotent = false } = keys
  const keyOf = (...parts: string[]): string => JSON.stringify([...scope, ...parts])
  if (idempotencyKey !== '') return { key: keyOf('key', idempotencyKey), digest, isIdempotent: true }
  if (requestId !== undefined) return { key: keyOf('firehose', requestId), digest: '', isIdempotent: true }
  return { key: keyOf('content', digest), digest: '', isIdempotent }
}

/** SHA-1 takes a third of the time of SHA-256; a sender could only make its own bodies collide. */
export function digestOf(body: Uint8Array): string {
  return hash('sha1', body, 'base64url')
}
