import { expect, test } from 'vitest'
import { faultText } from './fault-text.ts'

const cases: [messages: string[], words: string][] = [
  [['This field may not be blank.'], 'Fill this in.'],
  [
    ['A valid integer is required.', 'Ensure this value is greater than or equal to 1.'],
    'A whole number is expected. 1 at least.',
  ],
  [['This value is not valid.', 'This value is not valid.'], 'This is not valid.'],
  [['Ensure this field has no more than 255 characters.'], 'At most 255 characters.'],
  [['"zzz" is not a valid choice.'], '“zzz” cannot be chosen.'],
  [['expected a time that is yet to come'], 'Expected a time that is yet to come.'],
  [
    ['expected a number or one of UNKNOWN, NON_ACTIONABLE'],
    'Expected a number or a name: unknown, non-actionable.',
  ],
  [['There is no such dashboard.'], 'There is no such dashboard.'],
]
for (const [messages, words] of cases) test(messages.join(' '), () => expect(faultText(messages)).toBe(words))
