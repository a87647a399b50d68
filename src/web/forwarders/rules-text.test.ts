import { expect, test } from 'vitest'
import { ApiError } from '../api/http/api-error.ts'
import { readRules, rulesFault, rulesText } from './rules-text.ts'

const rules = [{ match: { field: 'host', value: 'a' }, drop: true }]

test.each([
  ['a list in YAML', rulesText(rules)],
  ['a list in JSON', JSON.stringify(rules)],
  ['a rule file', JSON.stringify({ rewrite_rules: rules })],
])('reads %s', (_name, text) => {
  expect(readRules(text)).toEqual(rules)
})

test('no rules are an empty text', () => {
  expect(rulesText([])).toBe('')
  expect(readRules(' \n')).toEqual([])
})

test.each(['a: [', 'drop: true', '- a'])('refuses %s', text => {
  expect(() => readRules(text)).toThrow(ApiError)
})

test('faults name their rule', () => {
  const error = (fields: Record<string, string[]>) => new ApiError(400, 'validation', '', { fields })
  expect(rulesFault(error({ 'rules[1].match': ['expected an object'] }))).toBe(
    'Rule 2, match: expected an object.',
  )
  expect(rulesFault(error({ rules: ['too many'] }))).toBe('Too many.')
  expect(rulesFault(error({ name: ['no'] }))).toBeUndefined()
})
