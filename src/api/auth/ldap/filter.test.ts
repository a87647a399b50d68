import { expect, test } from 'vitest'
import { escapeFilterValue, fillFilter, filterFault } from './filter.ts'

test.each([
  ['ann', 'ann'],
  ['*', '\\2a'],
  [')(uid=*', '\\29\\28uid=\\2a'],
  ['a\\b', 'a\\5cb'],
  ['\\2a', '\\5c2a'],
  ['ann\0', 'ann\\00'],
  ['Zoë 😀 & | ! = ~', 'Zoë 😀 & | ! = ~'],
  ['{dn}', '{dn}'],
])('%j in a filter', (value, escaped) => {
  expect(escapeFilterValue(value)).toBe(escaped)
  const filter = fillFilter('(&(objectClass=person)(uid={name}))', { name: value, dn: 'cn=x' })
  // The server gets one comparison with exactly this text.
  expect(filter).toMatchObject({ filters: [{ attribute: 'objectClass' }, { attribute: 'uid', value }] })
})

test('the rule for nested groups compares with the whole DN', () => {
  const dn = 'CN=Lee\\, Ann (x),OU=a:b,DC=corp'
  const filter = fillFilter('(member:1.2.840.113556.1.4.1941:={dn})', { dn })
  expect(filter).toMatchObject({ matchType: 'member', rule: '1.2.840.113556.1.4.1941', value: dn })
})

test.each([
  ['(uid={name})', undefined],
  ['(|(uid={name})(mail={name}))', undefined],
  ['uid={name}', undefined],
  ['(uid=ann)', 'must have {name}'],
  ['(uid={username})', 'must not have {username}, only {name}'],
  ['(&(uid={name})', /^is no filter of RFC 4515: /],
  ['(uid={name}))', /^is no filter of RFC 4515: /],
  ['({name})', /^is no filter of RFC 4515: /],
])('a setting %s', (template, fault) => {
  const found = filterFault(template, ['name'], ['name'])
  if (fault instanceof RegExp) expect(found).toMatch(fault)
  else expect(found).toBe(fault)
})
