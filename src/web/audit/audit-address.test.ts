import { expect, test } from 'vitest'
import { auditAddress, auditPage } from './audit-address.ts'

test.each(['/audit', '/audit?action=login&result=refused', '/audit?object=token&user=7&days=30&page=2'])(
  '%s',
  address => {
    expect(auditAddress(auditPage.read(address.split('?')[1] ?? ''))).toBe(address)
  },
)

test('an invalid word or number counts as not given', () => {
  expect(auditPage.read('action=fly&object=&result=x&user=-1&days=8&page=0')).toEqual({
    action: undefined,
    object: undefined,
    result: undefined,
    user: undefined,
    days: undefined,
    page: 1,
  })
})
