import { SignInError } from '../../../metadata/identity/external-account.ts'
import { Fault } from '../../../schema/fault.ts'
import type { SignInFailure } from '../../../schema/people/sign-in.ts'

const unavailable = 'The directory of the company does not answer. Passwords of Millrace still work.'
const misconfigured =
  'The directory of the company and Millrace are not set up for each other. The log of Millrace says why.'

/**
 * Answers of POST /api/login to directory accounts that are refused. A 403 means that the password was right.
 */
const answers: Readonly<Record<SignInFailure, () => Fault>> = {
  denied: () => new Fault('authentication_failed'),
  expired: () => new Fault('authentication_failed'),
  invalid: () => new Fault('authentication_failed'),
  unavailable: () => new Fault('directory_unavailable', { detail: unavailable, retryAfter: 5 }),
  misconfigured: () => new Fault('directory_unavailable', { detail: misconfigured }),
  throttled: () => new Fault('overloaded', { retryAfter: 2 }),
  unknown_user: () => refused('You have no user in Millrace. Ask whoever runs it.'),
  name_taken: () => refused('Another user of Millrace has your username. Ask whoever runs it.'),
  disabled: () => refused('Your user in Millrace is disabled.'),
  no_group: () => refused('None of your groups may use Millrace. Ask whoever runs it.'),
}

function refused(detail: string): Fault {
  return new Fault('permission_denied', { detail })
}

/** The answer to a sign-in error; other errors are returned unchanged. */
export function signInFault(error: unknown): unknown {
  return error instanceof SignInError ? answers[error.failure]() : error
}
