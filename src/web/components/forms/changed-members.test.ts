import { expect, test } from 'vitest'
import { changedMembers, hasConflict } from './changed-members.ts'

interface Content {
  name: string
  is_active: boolean
  groups: readonly number[]
}

const before: Content = { name: 'Ann', is_active: true, groups: [1, 2] }

test.each<[Partial<Content>, Partial<Content>]>([
  [{}, {}],
  [{ groups: [1, 2] }, {}],
  [{ name: 'Bob' }, { name: 'Bob' }],
  [
    { is_active: false, groups: [1] },
    { is_active: false, groups: [1] },
  ],
])('of a form with %j, the members %j are sent', (own, sent) => {
  expect(changedMembers(before, { ...before, ...own })).toEqual(sent)
})

test.each<[Partial<Content>, Partial<Content>, boolean]>([
  [{ name: 'Bob' }, {}, false],
  [{ name: 'Bob' }, { is_active: false }, false],
  [{ name: 'Bob' }, { name: 'Bob' }, false],
  [{ groups: [1, 2, 3] }, { groups: [1] }, true],
  [{ name: 'Bob', is_active: false }, { name: 'Eve' }, true],
  [{}, { name: 'Eve' }, false],
])('with the change %j, the change %j of another user is a conflict: %j', (own, other, isConflict) => {
  expect(hasConflict(before, { ...before, ...own }, { ...before, ...other })).toBe(isConflict)
})
