import { expect, test } from 'vitest'
import { mostCommonPasswords } from './most-common-passwords.ts'
import { PasswordPolicy } from './password-policy.ts'

const policy = new PasswordPolicy()

test.each(['a', 'short', '7 chars', '東京東京東京東', '😀😀😀😀'])('%j is too short', password => {
  expect(policy.refusal(password)).toBe('Ensure this field has at least 8 characters.')
})

test.each([
  'password',
  'Password1',
  'P@ssw0rd',
  'p4ssw0rd2026!',
  'Passwort1!',
  '12345678',
  '0123456789',
  '87654321',
  '11111111',
  '12341234',
  'aaaaaaaaaaaaaaaa',
  'abcabcabc',
  'qwertyui',
  'Qwertzui',
  'poiuytrewq',
  '1qaz2wsx',
  'q1w2e3r4t5',
  '1q2w3e4r5t',
  'changeme',
  'ChangeMe123',
  'letmein!',
  'iloveyou',
  'Sunshine1',
  'Summer2026',
  'welcome123',
  'trustno1',
  'millrace1',
  'adminadmin',
  'Admin123!',
  'administrator',
])('%j is too common', password => {
  expect(policy.refusal(password)).toBe('This password is too common.')
})

test.each([
  'correct horse battery',
  'tree-house',
  'kx7p-22mq',
  'sunshine over the alps',
  'admin 4711 of the attic',
  'rachel and monica',
  'пароль на сегодня',
  '19981217-ab',
  '        x',
])('%j may be set', password => expect(policy.refusal(password)).toBeUndefined())

test('each of the most common passwords is refused, 3,000 of them as long as they must be', () => {
  const words = [...mostCommonPasswords]
  expect(words.filter(password => policy.refusal(password) === undefined)).toEqual([])
  expect(words.filter(({ length }) => length >= 8).length).toBeGreaterThan(3_000)
  expect(policy.refusal('GODZILLA')).toBe('This password is too common.')
})

test.each(['Acme2026!', 'Neustadt12', 'N3ust4dt!!', 'neustadtneustadt'])(
  '%j is made of own words',
  password => {
    const own = new PasswordPolicy(8, ['ACME', 'Neustadt'])
    expect(own.refusal(password)).toBe('This password is too common.')
    expect(policy.refusal(password)).toBeUndefined()
  },
)

test('the length is a setting; no password at all is nothing to refuse', () => {
  expect(new PasswordPolicy(12).refusal('tree-house')).toBe('Ensure this field has at least 12 characters.')
  expect(new PasswordPolicy(4).refusal('fjxq')).toBeUndefined()
  expect(() => policy.check(undefined)).not.toThrow()
  expect(() => policy.check('x')).toThrow(
    expect.objectContaining({ code: 'validation', fields: { password: [expect.any(String)] } }),
  )
})
