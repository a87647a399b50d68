import { isPagePath } from '../../../schema/page-paths.ts'

/** A sign-in that the provider has not answered yet, as the cookie of the browser keeps it, sealed. */
export interface PendingSignIn {
  state: string
  nonce: string
  /** Of PKCE (RFC 7636). */
  verifier: string
  /** The path of the page that the browser comes back to. */
  returnTo: string
  /** Unix seconds. */
  expiresAt: number
}

export const pendingSeconds = 600
const sealContext = 'oidc sign-in'
const maxReturnToLength = 1_000

/** Encrypts and decrypts with the instance key, which all nodes have. */
export interface Sealer {
  seal(text: string, context: string): string
  tryOpen(sealed: string, context: string): string | undefined
}

export function sealPending(sealer: Sealer, pending: PendingSignIn): string {
  return sealer.seal(JSON.stringify(pending), sealContext)
}

/** undefined: not one of ours, or too old. */
export function openPending(sealer: Sealer, cookie: string | undefined): PendingSignIn | undefined {
  const text = cookie === undefined ? undefined : sealer.tryOpen(cookie, sealContext)
  if (text === undefined) return undefined
  // Only `sealPending` makes texts that open.
  const pending = JSON.parse(text) as PendingSignIn
  return pending.expiresAt > Date.now() / 1_000 ? pending : undefined
}

/** The path that was asked for if it is one of the page, otherwise the first view: nobody is sent to another site. */
export function localReturnPath(asked: string | undefined): string {
  if (asked === undefined || asked.length > maxReturnToLength) return '/'
  const here = 'http://here.invalid'
  const url = URL.parse(asked, here)
  if (url === null || url.origin !== here || !isPagePath(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}
