import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary.ts'
import { readAddress } from './options.ts'

const read = (url: string, ca?: string) => readAddress({ url, ca })

test('an address has user, host and database; passwords are not shown', () => {
  expect(read('postgres://ann:p%40ss@db.example:5433/logs%20x')).toEqual({
    config: {
      ...{ host: 'db.example', port: 5433, database: 'logs x', user: 'ann', password: 'p@ss' },
      ssl: { rejectUnauthorized: true },
    },
    shown: 'postgres://db.example:5433/logs x',
  })
  expect(read('postgresql://ann@[::1]/logs')).toMatchObject({
    config: { host: '::1', port: 5432 },
    shown: 'postgres://[::1]:5432/logs',
  })
  expect(read('postgres://ann@localhost/logs?host=/run/postgresql').config.host).toBe('/run/postgresql')
})

test.each([
  ['postgres://a@localhost/c', false],
  ['postgres://a@127.0.0.1/c', false],
  ['postgres://a@[::1]/c', false],
  ['postgres://a@db.example/c?host=/run/postgresql', false],
  ['postgres://a@10.0.0.7/c', { rejectUnauthorized: true }],
  ['postgres://a@127.evil.example/c', { rejectUnauthorized: true }],
])('%s without an sslmode is encrypted and verified, unless it stays on this machine', (url, ssl) => {
  expect(read(url).config.ssl).toEqual(ssl)
})

test('sslmode says what of the certificate is verified', () => {
  const ca = path.join(temporaryFolder(), 'ca.pem')
  writeFileSync(ca, 'certificates')
  const ssl = (mode: string, file?: string) => read(`postgres://a@b/c?sslmode=${mode}`, file).config.ssl
  const isUnnamed = { checkServerIdentity: expect.any(Function) }
  expect(ssl('disable', ca)).toBe(false)
  expect(ssl('require')).toEqual({ rejectUnauthorized: false, ...isUnnamed })
  expect(ssl('require', ca)).toEqual({ ca: 'certificates', rejectUnauthorized: true, ...isUnnamed })
  expect(ssl('verify-ca')).toEqual({ rejectUnauthorized: true, ...isUnnamed })
  expect(ssl('verify-full', ca)).toEqual({ ca: 'certificates', rejectUnauthorized: true })
  expect(() => ssl('verify-full', '/nowhere/ca.pem')).toThrow(
    'The file of MILLRACE_POSTGRES_CA, /nowhere/ca.pem, cannot be read.',
  )
})

test.each([
  ['http://a:secret@b/c', 'must be an address such as postgres://user:password@host:5432/database'],
  ['postgres://a:secret@b', 'must have a user, a host and a database'],
  ['postgres://b/c', 'must have a user, a host and a database'],
  [
    'postgres://a:secret@b/c?sslmode=prefer',
    'must have an sslmode of disable, require, verify-ca, verify-full',
  ],
  ['postgres://a:secret@b/c?options=-c%20x', 'has the parameter options; it takes sslmode and host'],
])('%s is refused', (url, what) => {
  expect(() => read(url)).toThrow(`MILLRACE_POSTGRES_URL ${what}.`)
})
