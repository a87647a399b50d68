import { expect, test } from 'vitest'
import { fieldText, nameText } from './name-text.ts'

const names: [field: string, name: string | number, text: string][] = [
  ['severity', 3, 'Error'],
  ['severity', 0, 'Emergency'],
  ['severity', 9, '9'],
  ['facility', 23, 'Local7'],
  ['status', 2, 'Non-actionable'],
  ['host', 'fw-1', 'fw-1'],
  ['host', '', '(empty)'],
  ['severity', '', '(empty)'],
  ['program', 'a\u001b', 'a\\x1b'],
  ['severity', 'other', 'other'],
]
for (const [field, name, text] of names)
  test(`${field} ${JSON.stringify(name)} reads ${text}`, () => expect(nameText(field, name)).toBe(text))

test('fields and tags have readable names', () => {
  expect(fieldText('cisco_mnemonic')).toBe('Mnemonic')
  expect(fieldText('ut_FortiGate_Type')).toBe('FortiGate_Type')
  expect(fieldText('src_ip')).toBe('src_ip')
  expect(fieldText('ut_host')).toBe('ut_host')
  expect(fieldText('constructor')).toBe('constructor')
  expect(nameText('constructor', 'length')).toBe('length')
})
