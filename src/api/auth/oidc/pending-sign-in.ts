import { isPagePath } from '../../../schema/page-paths.ts'

/** A sign-in that waits for the provider's answer, kept encrypted in a cookie of the browser. */
export interface PendingSignIn {
  state: string
  nonce: string
  /** The verifier of PKCE (RFC 7636). */
  verifier: string
  /** The page path to which the browser returns. */
  returnTo: string
  /** Unix seconds. */
  expiresAt: number
}

/** Time within which the provider's answer must arrive. */
export const pendingSeconds = 600
/** What is encrypted: a text with another context cannot be opened as a pending sign-in. */
const sealContext = 'oidc sign-in'
const maxReturnToLength = 1_000

/** Encrypts and decrypts with the instance key, which all nodes share. */
export interface Sealer {
  seal(text: string, context: string): string
  tryOpen(sealed: string, context: string): string | undefined
}

export function sealPending(sealer: Sealer, pending: PendingSignIn): string {
  return sealer.seal(JSON.stringify(pending), sealContext)
}

/** Opens a cookie of `sealPending`; undefined if it was not sealed here, or has expired. */
export function openPending(sealer: Sealer, cookie: string | undefined): PendingSignIn | undefined {
  const text = cookie === undefined ? undefined : sealer.tryOpen(cookie, sealContext)
  if (text === undefined) return undefined
  // Only texts of `sealPending` can be opened.
  const pending = JSON.parse(text) as PendingSignIn
  return pending.expiresAt > Date.now() / 1_000 ? pending : undefined
}

/** The requested path if it belongs to the page, otherwise `/`. Never leads to another site. */
export function localReturnPath(requested: string | undefined): string {
  if (requested === undefined || requested.length > maxReturnToLength) return '/'
  const here = 'http://here.invalid'
  const url = URL.parse(requested, here)
  if (url === null || url.origin !== here || !isPagePath(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}
