import { expect, test } from 'vitest'
import { hashPassword, randomPassword, verifyPassword } from './password.ts'

test('a password is verified by its hash', async () => {
  const hash = await hashPassword('Grüße')
  expect(hash).toMatch(/^scrypt\$15\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  expect(hash).not.toBe(await hashPassword('Grüße'))
  expect(await verifyPassword('Grüße', hash)).toBe(true)
  expect(await verifyPassword('Grüße'.normalize('NFD'), hash)).toBe(true)
  expect(await verifyPassword('grüße', hash)).toBe(false)
  expect(await verifyPassword('', hash)).toBe(false)
})

test('a hash made with other parameters is verified with these', async () => {
  // scrypt of RFC 7914 section 12, second vector, cut to 32 bytes.
  const hash = Buffer.from('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162', 'hex')
  const salt = Buffer.from('NaCl').toString('base64url')
  const stored = `scrypt$10$8$16$${salt}$${hash.toString('base64url')}`
  expect(await verifyPassword('password', stored)).toBe(true)
  expect(await verifyPassword('passwort', stored)).toBe(false)
})

test.each([null, '', 'plain', 'scrypt$15$8$1$$', 'bcrypt$15$8$1$aaaa$aaaa'])(
  'nothing matches the hash %j',
  async stored => {
    expect(await verifyPassword('', stored)).toBe(false)
    expect(await verifyPassword(stored ?? 'x', stored)).toBe(false)
  },
)

test('a random password is long, readable and another each time', () => {
  const passwords = Array.from({ length: 200 }, () => randomPassword())
  for (const password of passwords) expect(password).toMatch(/^([a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/)
  expect(new Set(passwords).size).toBe(200)
  expect([23, 24, 29, 30, 100].map(minLength => randomPassword(minLength).length)).toEqual([
    23, 29, 29, 35, 101,
  ])
})
