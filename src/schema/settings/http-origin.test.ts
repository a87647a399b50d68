import { expect, test } from 'vitest'
import { httpOrigin } from './http-origin.ts'

test.each([
  ['127.0.0.1', false, 'http://127.0.0.1:8080'],
  ['logs.example.com', true, 'https://logs.example.com:8080'],
  ['::', false, 'http://[::]:8080'],
  ['::1', true, 'https://[::1]:8080'],
  ['[::1]', false, 'http://[::1]:8080'],
  ['fe80::1%eth0', false, 'http://[fe80::1]:8080'],
])('a service on %s is at an address that can be read', (host, isHttps, origin) => {
  expect(httpOrigin(host, 8080, isHttps)).toBe(origin)
  expect(new URL(origin).origin).toBe(origin)
})
