import { signInFailureParameter, signInFailures } from '../../schema/people/sign-in-failures.ts'
import { navigate } from '../state/location.ts'
import { loginTexts } from '../texts/login.ts'

/** Why a sign-in at a provider failed, from the address of the page; '' if it did not. */
export function signInFailureText(query: string): string {
  const named = new URLSearchParams(query).get(signInFailureParameter)
  const failure = signInFailures.find(one => one === named)
  return failure === undefined ? '' : loginTexts.failures[failure]
}

/**
 * The text for the current address, whose query has only the failure. Removes that query, so that the text is
 * shown only once.
 */
export function takeSignInFailure(): string {
  const text = signInFailureText(location.search)
  // Later, since this is called while React renders.
  if (text !== '') queueMicrotask(() => navigate(location.pathname, true))
  return text
}
