import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findClosestName } from './closest-name.ts'

const known = ['MILLRACE_HTTP_PORT', 'MILLRACE_HTTP_HOST', 'MILLRACE_SYSLOG_UDP', 'MILLRACE_SYSLOG_TCP']

test.each([
  ['MILLRACE_HTTP_PROT', 'MILLRACE_HTTP_PORT'],
  ['MILLRACE_HTPT_HOST', 'MILLRACE_HTTP_HOST'],
  ['MILLRACE_SYSLOG_UPD', 'MILLRACE_SYSLOG_UDP'],
  ['MILLRACE_SYSLOGTCP', 'MILLRACE_SYSLOG_TCP'],
  ['MILLRACE_POSTGRES_URL', undefined],
  ['x', undefined],
  ['', undefined],
])('%s was meant to be %s', (name, meant) => {
  expect(findClosestName(name, known)).toBe(meant)
})

test('a known name is nearest to itself, and one wrong letter still finds it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...known), fc.nat(), (name, place) => {
      const at = place % name.length
      expect(findClosestName(name, known)).toBe(name)
      expect(findClosestName(`${name.slice(0, at)}~${name.slice(at + 1)}`, [name])).toBe(name)
    }),
  )
})
