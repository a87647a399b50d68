import { X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import { thrownText } from '../../schema/thrown-text.ts'
import type { TlsSettings } from './settings.ts'

/** Maximum size of a PEM file. A file with all public root certificates has some hundred KiB. */
const maxPemBytes = 4 * 1024 * 1024
const dayMs = 86_400_000
const expiryWarningDays = 14

/**
 * The TLS files of a listener or of the HTTP interface, which may be replaced at any time. Their owner calls
 * `refresh` regularly.
 */
export class Certificates {
  readonly settings: TlsSettings
  readonly #warn: (message: string) => void
  readonly #now: () => number
  /** Inodes, sizes and times of the files, which change when one is replaced. */
  #identity = ''
  /** When the certificate expires, Unix milliseconds. */
  #expiresAt = Number.POSITIVE_INFINITY
  /** When `warn` was last called about the expiry, Unix milliseconds; 0 before. */
  #warnedAt = 0
  /** The newest valid content of the files. */
  context: SecureContextOptions = {}

  private constructor(settings: TlsSettings, warn: (message: string) => void, now: () => number) {
    this.settings = settings
    this.#warn = warn
    this.#now = now
  }

  /**
   * Reads the files. Rejects with an Error that names an unusable file. Calls `warn` later if files that
   * replace them are unusable, and daily in the certificate's last 14 days. `now`: Unix milliseconds.
   */
  static async open(
    settings: TlsSettings,
    warn: (message: string) => void,
    now: () => number = Date.now,
  ): Promise<Certificates> {
    const certificates = new Certificates(settings, warn, now)
    certificates.#identity = await certificates.#identify()
    await certificates.#load()
    return certificates
  }

  /**
   * Reads the files if they have changed. Returns whether there is a new context. Keeps the old one, and
   * warns once, if the files are unusable.
   */
  async refresh(): Promise<boolean> {
    try {
      const identity = await this.#identify()
      if (identity === this.#identity) {
        if (this.#now() - this.#warnedAt >= dayMs) this.#warnOfExpiry()
        return false
      }
      this.#identity = identity
      await this.#load()
      return true
    } catch (error) {
      const reason = thrownText(error)
      this.#warn(`${reason}; the certificate that was read before stays in use`)
      return false
    }
  }

  async #identify(): Promise<string> {
    const { cert, key, ca = cert } = this.settings
    const states = await Promise.all([cert, key, ca].map(file => stat(file).catch(() => undefined)))
    return states.map(state => `${state?.ino} ${state?.size} ${state?.mtimeMs}`).join()
  }

  async #load(): Promise<void> {
    const { cert, key, ca } = this.settings
    const context: SecureContextOptions = {
      cert: await readPem(cert),
      key: await readPem(key),
      ...(ca !== undefined && { ca: await readPem(ca) }),
    }
    const expiresAt = Date.parse(certificateOf(cert, context.cert).validTo)
    // Throws for a file without a certificate: Node would then trust the public root certificates.
    if (ca !== undefined) certificateOf(ca, context.ca)
    try {
      createSecureContext(context)
    } catch (error) {
      throw new Error(`The certificate ${cert} and the key ${key} cannot be used: ${openSslReason(error)}`)
    }
    this.context = context
    this.#expiresAt = expiresAt
    this.#warnOfExpiry()
  }

  #warnOfExpiry(): void {
    const { cert } = this.settings
    const now = this.#now()
    const days = Math.floor((this.#expiresAt - now) / dayMs)
    if (days >= expiryWarningDays) return
    this.#warnedAt = now
    if (days < 0) this.#warn(`The certificate ${cert} has ended; most clients will not accept it`)
    else this.#warn(`The certificate ${cert} ends within ${days + 1} days`)
  }
}

/** The first certificate of a file. */
function certificateOf(file: string, pem: SecureContextOptions['cert']): X509Certificate {
  try {
    return new X509Certificate(String(pem))
  } catch {
    throw new Error(`The file ${file} has no certificate in PEM form`)
  }
}

async function readPem(file: string): Promise<string> {
  try {
    const { size } = await stat(file)
    if (size > maxPemBytes) throw new Error(`is larger than ${maxPemBytes} bytes`)
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Error(`The file ${file} ${fileReason(error)}`)
  }
}

/** The end of a sentence that begins with the name of an unusable file. */
function fileReason(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) return thrownText(error)
  return error.code === 'ENOENT' ? 'is not there' : `cannot be read (${error.code})`
}

/** OpenSSL's reason, such as `key values mismatch`. It contains no bytes of a key. */
function openSslReason(error: unknown): string {
  const isOpenSsl = error instanceof Error && 'reason' in error && typeof error.reason === 'string'
  return isOpenSsl ? `${error.reason}` : thrownText(error)
}
