import type { SignInFailure } from '../../schema/people/sign-in.ts'

/** Texts of signing in. */
export const loginTexts = {
  title: 'Sign in',
  tagline: 'Every line, as it runs by',
  username: 'User name',
  password: 'Password',
  signIn: 'Sign in',
  signingIn: 'Signing in…',
  wrong: 'Wrong user name or password.',
  throttled: (seconds: number) => `Too many attempts. Try again in ${seconds} s.`,
  ended: 'Your session has ended',
  endedHint: 'Sign in to continue. Your work is still here.',
  or: 'or',
  signInWith: (name: string) => `Sign in with ${name}`,
  opensTab: 'Opens a new tab; come back here afterwards.',
  failures: {
    denied: 'The provider did not let you in.',
    expired: 'This sign-in took too long, or was done already. Try again.',
    invalid: 'The answer of the provider is not valid. Try again; the log of Millrace says why.',
    unavailable: 'The provider does not answer. Try again later, or sign in with a password.',
    misconfigured:
      'The provider and Millrace are not set up for each other. Ask whoever runs Millrace: its log says why.',
    throttled: 'Too many attempts. Wait a few seconds and try again.',
    unknown_user: 'You have no user in Millrace. Ask whoever runs it.',
    name_taken: 'Another user of Millrace has your username. Ask whoever runs it.',
    disabled: 'Your user in Millrace is disabled.',
    no_group: 'None of your groups may use Millrace. Ask whoever runs it.',
  } satisfies Record<SignInFailure, string>,
} as const
