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
} as const
