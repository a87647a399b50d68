import { expect, test } from 'vitest'
import { accountOfClaims, claimAt } from './claims.ts'

const claims = {
  groups: ['a'],
  'https://example.com/groups': ['b'],
  'realm_access.roles': ['c'],
  realm_access: { roles: ['d'], nothing: null },
  roles: { client: { x: ['e'] } },
}

test.each([
  ['groups', ['a']],
  ['https://example.com/groups', ['b']],
  // A name with a dot takes precedence over a path.
  ['realm_access.roles', ['c']],
  ['roles.client.x', ['e']],
  ['realm_access.nothing', null],
  ['realm_access.nothing.more', undefined],
  ['missing', undefined],
  ['groups.0', undefined],
  ['constructor', undefined],
  ['roles.__proto__', undefined],
])('the claim %s', (name, value) => {
  expect(claimAt(claims, name)).toEqual(value)
})

const names = { username: 'upn', groups: 'groups', mailDomains: ['example.com'] }
const read = (more: object) =>
  accountOfClaims({ iss: 'https://i.example', sub: '7' }, { upn: 'ann', ...more }, names)

test.each([
  [{ groups: ['x', 'y'] }, { groups: ['x', 'y'] }],
  [{ groups: 'x' }, { groups: ['x'] }],
  [{ groups: [1, null, { name: 'x' }, 'y'] }, { groups: ['y'] }],
  [{ groups: { x: true } }, { groups: [] }],
  [{}, { groups: [], email: undefined, firstName: undefined, lastName: undefined }],
  [{ upn: '  Ann B ' }, { username: 'Ann B' }],
  [
    { given_name: ' Ann ', family_name: 'x'.repeat(151) },
    { firstName: 'Ann', lastName: undefined },
  ],
  [
    { given_name: 'a\u0000b', family_name: 7 },
    { firstName: undefined, lastName: undefined },
  ],
  [{ email: 'a@example.com' }, { email: 'a@example.com' }],
  [{ email: 'a@EXAMPLE.com', email_verified: true }, { email: 'a@EXAMPLE.com' }],
  [{ email: 'a@example.com', email_verified: 'false' }, { email: undefined }],
  [{ email: 'a@sub.example.com' }, { email: undefined }],
])('claims %j', (given, account) => {
  expect(read(given)).toMatchObject({ issuer: 'https://i.example', subject: '7', ...account })
})

test('an address that is not verified names no user', () => {
  const byEmail = { ...names, username: 'email' }
  const readByEmail = (email_verified?: boolean) =>
    accountOfClaims(
      { iss: 'https://i.example', sub: '7' },
      { email: 'ann@example.com', email_verified },
      byEmail,
    )
  for (const isVerified of [true, undefined]) expect(readByEmail(isVerified).username).toBe('ann@example.com')
  expect(() => readByEmail(false)).toThrow('has not verified the address')
})

test('as many groups as the person has, up to a bound', () => {
  expect(read({ groups: Array.from({ length: 5_000 }, (_, i) => `g${i}`) }).groups).toHaveLength(2_000)
})
