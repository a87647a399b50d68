/** Why a sign-in with a company account (OpenID Connect or LDAP) failed. */
export const signInFailures = [
  /** The provider, or the person there, refused. */
  'denied',
  /** The sign-in took too long, was not begun in this browser, or is already complete. */
  'expired',
  /** The provider's answer is not valid, or the directory refuses the name or the password. */
  'invalid',
  /** The provider or directory does not answer. */
  'unavailable',
  /** The provider or directory does not know this service, or sends too little about people. */
  'misconfigured',
  /** Too many people sign in at once, or too many attempts have failed. */
  'throttled',
  /** No user here has that username, and none may be created. */
  'unknown_user',
  /** Another user here has that username. */
  'name_taken',
  'disabled',
  /** The account is in no group whose members may sign in. */
  'no_group',
] as const
export type SignInFailure = (typeof signInFailures)[number]

/** The parameter of the page's address that holds a failure. */
export const signInFailureParameter = 'sign_in_failure'
