import { expect, test } from 'vitest'
import { type Permission, permissions } from '../../schema/people/group.ts'
import { roleOf } from './roles.ts'

test.each<[Permission[], ReturnType<typeof roleOf>]>([
  [['search', 'notifications'], 'viewer'],
  [['notifications', 'search'], 'viewer'],
  [['search'], undefined],
  [[], undefined],
  [['search', 'notifications', 'audit'], undefined],
  [[...permissions].reverse(), 'administrator'],
])('the permissions %j are the role %s', (chosen, role) => {
  expect(roleOf(chosen)).toBe(role)
})
