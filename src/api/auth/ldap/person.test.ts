import { expect, test } from 'vitest'
import { accountOfPerson, issuerOf } from './person.ts'

const attributes = {
  subject: 'entryUUID',
  username: 'uid',
  email: 'mail',
  firstName: 'givenName',
  lastName: 'sn',
  groups: 'memberOf',
}
const uuid = '0b3d7e1c-8a53-4b63-9d3a-1f0c9f7f2f11'
const person = { dn: 'uid=ann,dc=example,dc=com', entryUUID: uuid, uid: 'ann' }

function read(
  more: Record<string, string | string[] | Buffer | Buffer[]>,
  names: Partial<typeof attributes> = {},
) {
  const options = {
    attributes: { ...attributes, ...names },
    base: 'dc=example,dc=com',
    mailDomains: ['example.com'],
  }
  return accountOfPerson({ ...person, ...more }, options)
}

test('an entry with everything, whatever the letter case of its attributes', () => {
  const more = {
    MAIL: ['ann@example.com', 'ann@home.example'],
    givenname: 'Ann',
    sn: ' Lee ',
    memberof: ['cn=a', 'cn=b'],
  }
  expect(read(more)).toEqual({
    provider: 'ldap',
    issuer: 'dc=example,dc=com entryuuid',
    subject: uuid,
    username: 'ann',
    email: 'ann@example.com',
    firstName: 'Ann',
    lastName: 'Lee',
    groups: ['cn=a', 'cn=b'],
  })
})

test.each([
  [{ mail: 'ann@other.example' }, { email: undefined }],
  [{ mail: [] }, { email: undefined }],
  [{ givenName: 'Ann\nLee' }, { firstName: undefined }],
  [{ sn: 'x'.repeat(151) }, { lastName: undefined }],
  [{ memberOf: 'cn=a' }, { groups: ['cn=a'] }],
  [{ memberOf: [], 'memberOf;range=0-1': ['cn=a', 'cn=b'] }, { groups: ['cn=a', 'cn=b'] }],
  [{ 'uid;lang-de': 'other' }, { username: 'ann' }],
  [
    { memberOf: Array.from({ length: 2_001 }, (_, index) => `cn=${index}`) },
    { groups: expect.objectContaining({ length: 2_000 }) },
  ],
])('%j', (more, account) => {
  expect(read(more)).toMatchObject(account)
})

test.each([
  // In the first three parts the lowest byte comes first.
  ['objectGUID', Buffer.from('1c7e3d0b538a634b9d3a1f0c9f7f2f11', 'hex'), uuid],
  [
    'objectguid',
    Buffer.from('61626364656667686162636465666768', 'hex'),
    '64636261-6665-6867-6162-636465666768',
  ],
  // Bytes that happen to be readable text.
  ['objectGUID', 'abcdefghabcdefgh', '64636261-6665-6867-6162-636465666768'],
  ['nsUniqueId', '1-2-3', '1-2-3'],
  ['key', Buffer.from('00ff', 'hex'), '00ff'],
])('the subject of %s', (subject, value, text) => {
  expect(read({ [subject]: value }, { subject }).subject).toBe(text)
})

test.each([
  [{ entryUUID: [] }, 'entryUUID'],
  [{ entryUUID: 'x'.repeat(256) }, 'entryUUID'],
  [{ uid: ' ' }, 'uid'],
  [{ uid: 'x'.repeat(151) }, 'uid'],
])('%j cannot sign in', (more, attribute) => {
  expect(() => read(more)).toThrow(`the entry ${person.dn} has no usable attribute ${attribute}`)
})

test('a GUID of another length is invalid', () => {
  expect(() => read({ objectGUID: Buffer.alloc(15) }, { subject: 'objectGUID' })).toThrow('objectGUID')
})

test.each([
  ['ou=people,dc=example,dc=com', 'dc=example,dc=com uid'],
  ['OU=Staff, DC=Example , DC=COM', 'dc=example,dc=com uid'],
  ['dc=example', 'dc=example uid'],
  ['ou=people,o=Example', 'ou=people,o=example uid'],
  ['dc=example,o=x', 'dc=example,o=x uid'],
])('the issuer that gives out subjects below %s', (base, issuer) => {
  expect(issuerOf(base, 'uid')).toBe(issuer)
})
