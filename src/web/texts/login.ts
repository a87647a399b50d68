import type { SignInFailure } from '../../schema/people/sign-in-failures.ts'

/** Texts of signing in. */
export const loginTexts = {
  title: 'Sign in',
  tagline: 'Every log line, live',
  username: 'Username',
  password: 'Password',
  signIn: 'Sign in',
  signingIn: 'Signing in…',
  wrong: 'Wrong username or password.',
  throttled: (seconds: number) => `Too many attempts. Try again in ${seconds} s.`,
  ended: 'Your session has ended',
  endedHint: 'Sign in to continue. Your work is still here.',
  or: 'or',
  signInWith: (name: string) => `Sign in with ${name}`,
  opensTab: 'Opens a new tab; come back here afterwards.',
  failures: {
    denied: 'The provider denied the sign-in.',
    expired: 'This sign-in has expired or was already used. Try again.',
    invalid: 'The answer of the provider is invalid. Try again. The log of Millrace has the reason.',
    unavailable: 'The provider does not answer. Try again later, or sign in with a password.',
    misconfigured:
      'Sign-in with this provider is not set up correctly. Ask your administrator: the log of Millrace has the reason.',
    throttled: 'Too many attempts. Wait a few seconds and try again.',
    unknown_user: 'You have no account in Millrace. Ask your administrator.',
    name_taken: 'Another user of Millrace has your username. Ask your administrator.',
    disabled: 'Your account in Millrace is disabled.',
    no_group: 'None of your groups may use Millrace. Ask your administrator.',
  } satisfies Record<SignInFailure, string>,
} as const
