import { expect, test } from 'vitest'
import { signInFailureText } from './sign-in-failure.ts'

test.each([
  [
    '?sign_in_failure=unavailable',
    'The provider does not answer. Try again later, or sign in with a password.',
  ],
  [
    '?range=last_1_hours&sign_in_failure=no_group',
    'None of your groups may use Millrace. Ask your administrator.',
  ],
  ['', ''],
  ['?sign_in_failure=', ''],
  // Text in an address sent by others never becomes a text of ours.
  ['?sign_in_failure=Call+0900+12345', ''],
  ['?sign_in_failure=constructor', ''],
])('%s', (query, text) => {
  expect(signInFailureText(query)).toBe(text)
})
