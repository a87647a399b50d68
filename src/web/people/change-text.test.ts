import { expect, test } from 'vitest'
import { hostsSentence, patternsOf, rightsOfGroups, rightsSentences } from './access-text.ts'
import { groupChange, userChange } from './change-text.ts'

const group = (id: number, more: object = {}) => ({
  id,
  name: `group ${id}`,
  description: '',
  permissions: [],
  hosts: [],
  members: [],
  external_groups: [],
  ...more,
})
const searchers = group(1, { permissions: ['search'], hosts: ['fw-*', 'sw-*'] })
const admins = group(2, { permissions: ['manage_users', 'search'], hosts: ['*'] })

test.each([
  [[], 'Sees no events: no host pattern is set'],
  [['fw-*', '*'], 'Sees the events of every host'],
  [['fw-*', 'sw-*'], 'Sees the events of hosts fw-* and sw-*'],
  [['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], 'Sees the events of hosts a, b, c, d, e, f, and 2 more'],
])('%j: %s', (hosts, sentence) => {
  expect(hostsSentence(hosts)).toBe(sentence)
})

test('the rights of groups add up, in the order of the catalogue', () => {
  expect(rightsOfGroups([searchers, admins])).toEqual({
    permissions: ['manage_users', 'search'],
    hosts: ['*'],
  })
  expect(rightsSentences(rightsOfGroups([]))).toEqual(['May only change their own account'])
})

test('patterns are separated by line breaks or commas, and repeated ones are dropped', () => {
  expect(patternsOf(' fw-*\n\nsw-*, fw-*\n')).toEqual(['fw-*', 'sw-*'])
})

test('a change of a group says what members gain and lose', () => {
  const after = {
    permissions: ['tasks' as const],
    hosts: ['sw-*', 'db-?'],
    members: [7],
    external_groups: ['netops'],
  }
  expect(groupChange({ ...searchers, members: [6] }, after, id => `user ${id}`).sentences).toEqual([
    'Members may work on tasks',
    'Members may no longer search events and see live results',
    'Members see events of hosts db-?',
    'Members no longer see events of hosts fw-*, unless another group allows it',
    'user 7 joins and gets the permissions of the group',
    'user 6 leaves and loses what no other group gives',
    'Members of netops join when they sign in through the provider or the directory',
  ])
})

test('a change of a user considers the rights of all groups', () => {
  const before = { is_active: true, groups: [1] }
  const change = (after: object) => userChange('Ann', before, { ...before, ...after }, [searchers, admins])
  expect(change({}).sentences).toEqual([])
  expect(change({ groups: [1, 2] }).sentences).toEqual([
    'Ann may change users, groups and tokens, and so gain every other permission',
    'Ann: sees the events of every host',
  ])
  expect(change({ groups: [2] }).givesControl).toBe(true)
  expect(change({ groups: [] }).givesControl).toBe(false)
  expect(change({ is_active: false, password: true }).sentences).toEqual([
    'All sessions end immediately; tokens stop working until the user is enabled again',
  ])
})

test.each([
  ['the permission', searchers, admins, true],
  ['a member', admins, { ...admins, members: [7] }, true],
  ['members of an external group', admins, { ...admins, external_groups: ['netops'] }, true],
  ['a member, without the permission', searchers, { ...searchers, members: [7] }, false],
  ['nothing, and loses a member', { ...admins, members: [7] }, admins, false],
  ['another permission', searchers, { ...searchers, permissions: ['tasks' as const] }, false],
])('a group that gains %s gives control or not', (_, before, after, givesControl) => {
  expect(groupChange(before, after, String).givesControl).toBe(givesControl)
})
