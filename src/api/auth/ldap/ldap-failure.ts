import { NoResultError, ResultCodeError } from 'ldapts'
import { SignInError } from '../../../metadata/identity/external-account.ts'
import { Fault } from '../../../schema/fault.ts'
import { thrownText } from '../../../schema/thrown-text.ts'

/**
 * Result codes (RFC 4511, appendix A) of a server that temporarily cannot answer: timeLimitExceeded, busy,
 * unavailable.
 */
const awayCodes: ReadonlySet<number> = new Set([3, 51, 52])
/**
 * Result codes of a bind that do not concern the password: operationsError, protocolError,
 * authMethodNotSupported, strongerAuthRequired, referral, confidentialityRequired. All others mean that this
 * person is refused: some servers have a code for disabled accounts.
 */
const setupCodes: ReadonlySet<number> = new Set([1, 2, 7, 8, 10, 13])
/**
 * Result codes of a search for a name that no entry can have: inappropriateMatching, constraintViolation,
 * invalidAttributeSyntax.
 */
const impossibleNameCodes: ReadonlySet<number> = new Set([18, 19, 21])
const maxTextLength = 300

/** Whether another server should be tried, since this one was not reached or cannot answer. */
export function isServerFailure(error: unknown): boolean {
  if (error instanceof SignInError || error instanceof Fault) return false
  const code = codeOf(error)
  return code === undefined || awayCodes.has(code)
}

/** The error for a person's refused bind. Throws errors for which another server should be tried. */
export function personRefused(error: unknown): SignInError {
  const code = codeOf(error)
  if (code === undefined || awayCodes.has(code)) throw error
  return new SignInError(setupCodes.has(code) ? 'misconfigured' : 'invalid', reasonOf(error))
}

/** The error for a failed search for a person. Throws errors for which another server should be tried. */
export function searchRefused(error: unknown): SignInError {
  const code = codeOf(error)
  if (code === undefined || awayCodes.has(code)) throw error
  return new SignInError(impossibleNameCodes.has(code) ? 'invalid' : 'misconfigured', reasonOf(error))
}

/**
 * The error for a refused request of this service. `request`: for the log. Throws errors for which another
 * server should be tried.
 */
export function setupRefused(request: string, error: unknown): SignInError {
  const code = codeOf(error)
  if (code === undefined || awayCodes.has(code)) throw error
  return new SignInError('misconfigured', `the directory refuses ${request}: ${reasonOf(error)}`)
}

/** A log text: one line without secrets. */
export function reasonOf(error: unknown): string {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  const text = thrownText(error)
  return `${text.replace(/\p{Cc}+/gu, ' ').slice(0, maxTextLength)}${code}`
}

function codeOf(error: unknown): number | undefined {
  // For an answer without a result: the connection ended.
  if (error instanceof NoResultError) return undefined
  return error instanceof ResultCodeError ? error.code : undefined
}
