import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { pluralize } from '../terminal/pluralize.ts'
import { errorMessage, errorReason } from './error-message.ts'

test.each([
  ['no-such-file', 'no-such-file is not there.', 'is not there'],
  ['src', 'The file is a folder.', 'is a folder'],
  [
    'package.json/x',
    'package.json/x lies below something that is not a folder.',
    'lies below something that is not a folder',
  ],
])('of %s', async (file, sentence, reason) => {
  const error: unknown = await readFile(file).catch(error => error)
  expect([errorMessage(error), errorReason(error)]).toEqual([sentence, reason])
})

test('of what is no file', () => {
  expect(errorMessage(new Error('Something else.'))).toBe('Something else.')
  expect(errorMessage('text')).toBe('text')
})

test('one is not counted as several', () => {
  expect([0, 1, 2].map(number => pluralize(number, 'rule'))).toEqual(['0 rules', '1 rule', '2 rules'])
})
