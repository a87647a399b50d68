import { chmodSync, existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { remoteAccess } from './remote.ts'
import { loginFile, readLogin, removeLogin, saveLogin } from './saved-login.ts'

const kept = { url: 'https://logs.example.net', token: 'user-kept', isOwn: false }
const newFile = () => path.join(mkdtempSync(path.join(tmpdir(), 'login-')), 'millrace', 'login.json')

test('a login is kept for its user alone, replaced and removed', () => {
  const file = newFile()
  expect(readLogin(file)).toBeUndefined()
  saveLogin({ ...kept, token: 'user-earlier' }, file)
  saveLogin(kept, file)
  expect(readLogin(file)).toEqual(kept)
  expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700])
  removeLogin(file)
  expect([existsSync(file), readLogin(file)]).toEqual([false, undefined])
})

test('a file that others may read, and a damaged one, are refused', () => {
  const file = newFile()
  saveLogin(kept, file)
  chmodSync(file, 0o640)
  expect(() => readLogin(file)).toThrow(/may be read by others: chmod 600/)
  chmodSync(file, 0o600)
  for (const text of ['{', '{"url": 1}', '[]']) {
    writeFileSync(file, text)
    expect(() => readLogin(file)).toThrow(/is damaged/)
  }
})

const url = 'http://other.example:8080'
const none = 'Give a USER token by millrace login, MILLRACE_TOKEN or --token.'
const cases: [
  name: string,
  options: object,
  env: Record<string, string>,
  access: object | string | RegExp,
][] = [
  ['the login', {}, {}, { url: kept.url, token: kept.token }],
  [
    'its own address, written otherwise',
    { url: `${kept.url}:443/` },
    {},
    { url: kept.url, token: kept.token },
  ],
  ['its token is for no other address', { url }, {}, none],
  ['nor for the one of the environment', {}, { MILLRACE_URL: url }, none],
  ['the environment', {}, { MILLRACE_URL: url, MILLRACE_TOKEN: 'user-env' }, { url, token: 'user-env' }],
  ['a token alone', {}, { MILLRACE_TOKEN: 'user-env' }, { url: kept.url, token: 'user-env' }],
  ['an option alone', { token: 'user-1\n' }, {}, { url: kept.url, token: 'user-1' }],
  ['a line break', { token: 'user-1\nx' }, {}, /^The token has a line break/],
  [
    'options take precedence',
    { url, token: 'user-1' },
    { MILLRACE_URL: 'http://x', MILLRACE_TOKEN: 'user-env' },
    { url, token: 'user-1' },
  ],
]
test.each(cases)('access: %s', (_, options, env, access) => {
  vi.stubEnv('XDG_CONFIG_HOME', mkdtempSync(path.join(tmpdir(), 'login-')))
  vi.stubEnv('MILLRACE_URL', undefined)
  vi.stubEnv('MILLRACE_TOKEN', undefined)
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  saveLogin(kept, loginFile())
  if (typeof access === 'string' || access instanceof RegExp)
    expect(() => remoteAccess(options)).toThrow(access)
  else expect(remoteAccess(options)).toMatchObject(access)
  vi.unstubAllEnvs()
})

test('without a login a token is for the local Millrace', () => {
  vi.stubEnv('XDG_CONFIG_HOME', mkdtempSync(path.join(tmpdir(), 'login-')))
  vi.stubEnv('MILLRACE_URL', undefined)
  expect(remoteAccess({ token: 'user-1' }).url).toBe('http://127.0.0.1:8080')
  vi.unstubAllEnvs()
})
