import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { SignInError } from '../../../metadata/identity/external-account.ts'
import type { SignInFailure } from '../../../schema/people/sign-in-failures.ts'

/** Failures by error code of RFC 6749 and OpenID Connect Core. Other codes mean that our request is wrong. */
const failuresByCode: Readonly<Record<string, SignInFailure>> = {
  access_denied: 'denied',
  login_required: 'denied',
  interaction_required: 'denied',
  consent_required: 'denied',
  account_selection_required: 'denied',
  server_error: 'unavailable',
  temporarily_unavailable: 'unavailable',
  // The code was already used, has expired, or belongs to another browser.
  invalid_grant: 'expired',
}
/** The library's codes for answers that are not from a provider, but from a proxy or a starting server. */
const noAnswerCodes: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])
const maxTextLength = 300

/**
 * Converts an error of the library or the provider to the reason shown to people. Its message is for the log
 * and has no secrets.
 */
export function signInErrorOf(error: unknown): SignInError {
  if (error instanceof SignInError) return error
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const failure = failuresByCode[error.error] ?? 'misconfigured'
    const text = `the provider answers ${error.error}: ${error.error_description ?? ''}`
    return new SignInError(failure, text.slice(0, maxTextLength))
  }
  if (error instanceof WWWAuthenticateChallengeError)
    return new SignInError('misconfigured', `the provider refuses this service with ${error.status}`)
  if (error instanceof ClientError) {
    const failure = noAnswerCodes.has(error.code ?? '') ? 'unavailable' : 'invalid'
    return new SignInError(failure, withCause(error))
  }
  // fetch fails with a TypeError.
  if (error instanceof TypeError) return new SignInError('unavailable', withCause(error))
  throw error
}

/** The messages of an error and its cause. Nothing else of the cause, since it contains the whole answer. */
function withCause({ message, cause }: Error): string {
  const inner = cause instanceof Error ? cause : undefined
  const code = inner !== undefined && 'code' in inner ? ` (${inner.code})` : ''
  return `${message}${inner === undefined ? '' : `: ${inner.message}${code}`}`.slice(0, maxTextLength)
}
