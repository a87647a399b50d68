import { signInFailureParameter, signInFailures } from '../../schema/sign-in.ts'
import { navigate } from '../state/location.ts'
import { loginTexts } from '../texts/login.ts'

/** Why a sign-in at a provider failed, as the address of the page says; '' when it says nothing. */
export function signInFailureText(query: string): string {
  const named = new URLSearchParams(query).get(signInFailureParameter)
  const failure = signInFailures.find(one => one === named)
  return failure === undefined ? '' : loginTexts.failures[failure]
}

/** Takes it out of the address, too: it is told once. */
export function takeSignInFailure(): string {
  const text = signInFailureText(location.search)
  // Outside of the rendering that asks.
  if (text !== '') queueMicrotask(() => navigate(location.pathname, true))
  return text
}
