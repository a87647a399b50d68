import { expect, test } from 'vitest'
import { reportCommand } from '../reports/report.ts'
import { rulesCommand } from '../rules/rules.ts'
import { triggersCommand } from '../triggers/triggers.ts'
import { integerBetween } from './integer-option.ts'

test.each([
  ['1', 1],
  ['2000', 2_000],
  ['1e3', 1_000],
])('%s is a whole number', (text, number) => {
  expect(integerBetween(1, 2_000)(text)).toBe(number)
})

test.each(['', ' ', '0', '2001', '1.5', '-1', 'many'])('"%s" is refused', text => {
  expect(() => integerBetween(1, 2_000)(text)).toThrow('Expected a whole number from 1 to 2000.')
})

test.each([
  ['rules performance', rulesCommand(), ['performance', '--limit', 'many']],
  ['triggers performance', triggersCommand(), ['performance', '--limit', 'many']],
  ['report make', reportCommand(), ['make', '--format', 'csv', '--dashboard', 'errors']],
])('%s refuses a word in place of a number', async (_, command, words) => {
  for (const subcommand of command.commands) subcommand.exitOverride().configureOutput({ writeErr: () => {} })
  await expect(command.parseAsync(words, { from: 'user' })).rejects.toThrow('Expected a whole number')
})
