import { expect, test } from 'vitest'
import { faultText } from './fault-text.ts'

const cases: [messages: string[], words: string][] = [
  [['This field may not be blank.'], 'This field is required.'],
  [
    ['A valid integer is required.', 'Ensure this value is greater than or equal to 1.'],
    'Enter a whole number. Must be at least 1.',
  ],
  [['This value is not valid.', 'This value is not valid.'], 'Invalid value.'],
  [['Ensure this field has no more than 255 characters.'], 'At most 255 characters.'],
  [['"zzz" is not a valid choice.'], '“zzz” is not a valid option.'],
  [['expected a time that is yet to come'], 'Expected a time that is yet to come.'],
  [
    ['expected a number or one of UNKNOWN, NON_ACTIONABLE'],
    'Expected a number or a name: unknown, non-actionable.',
  ],
  [['There is no such dashboard.'], 'There is no such dashboard.'],
]
for (const [messages, words] of cases) test(messages.join(' '), () => expect(faultText(messages)).toBe(words))
