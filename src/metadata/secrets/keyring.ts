import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16
const version = 'v1.'

/**
 * Each purpose of the instance key has its own key (HKDF, RFC 5869), derived from these texts: they must not
 * change.
 */
const purposes = {
  seal: 'millrace seal v1',
  lookup: 'millrace lookup v1',
  fingerprint: 'millrace check v1',
  sign: 'millrace sign v1',
} as const

/** Encrypts, signs and hashes with keys derived from the instance key. */
export class Keyring {
  readonly #sealKey: Buffer
  readonly #lookupKey: Buffer
  readonly #signKey: Buffer
  /** Identifies the key without revealing it. */
  readonly fingerprint: string

  constructor(instanceKey: Buffer) {
    const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', instanceKey, '', purpose, 32))
    this.#sealKey = derive(purposes.seal)
    this.#lookupKey = derive(purposes.lookup)
    this.#signKey = derive(purposes.sign)
    this.fingerprint = derive(purposes.fingerprint).toString('hex')
  }

  /**
   * The hash by which a secret is found (HMAC-SHA256, hex). Secrets have at least 192 random bits, so a slow
   * hash is not needed.
   */
  lookupHash(secret: string): string {
    return createHmac('sha256', this.#lookupKey).update(secret).digest('hex')
  }

  /** The signature of a text that clients keep (HMAC-SHA256, hex). */
  sign(text: string): string {
    return createHmac('sha256', this.#signKey).update(text).digest('hex')
  }

  /** Encrypts a text. `open` needs the same `context` (its row), so that rows cannot be swapped. */
  seal(text: string, context: string): string {
    const nonce = randomBytes(nonceLength)
    const sealer = createCipheriv(cipher, this.#sealKey, nonce, { authTagLength: tagLength })
    sealer.setAAD(Buffer.from(context))
    const sealed = Buffer.concat([sealer.update(text, 'utf8'), sealer.final()])
    return version + Buffer.concat([nonce, sealer.getAuthTag(), sealed]).toString('base64url')
  }

  /** As `open`; undefined when it throws. */
  tryOpen(sealed: string, context: string): string | undefined {
    try {
      return this.open(sealed, context)
    } catch {
      return undefined
    }
  }

  /** Decrypts. Throws when the text was changed, has another context, or was sealed with another key. */
  open(sealed: string, context: string): string {
    if (!sealed.startsWith(version)) throw new Error('a sealed secret of an unknown kind')
    const bytes = Buffer.from(sealed.slice(version.length), 'base64url')
    const opener = createDecipheriv(cipher, this.#sealKey, bytes.subarray(0, nonceLength), {
      authTagLength: tagLength,
    })
    opener.setAAD(Buffer.from(context))
    opener.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
    const text = opener.update(bytes.subarray(nonceLength + tagLength))
    return Buffer.concat([text, opener.final()]).toString('utf8')
  }
}
