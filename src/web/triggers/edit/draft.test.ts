import { expect, test } from 'vitest'
import type { TriggerContent } from '../../../schema/triggers/trigger.ts'
import { changesOf, hasConflict, newDraft } from './draft.ts'

test('a new trigger notifies, and a change has only the members that differ', () => {
  const draft = newDraft([{ field: 'host', value: 'fw-1' }], 'Down')
  expect(draft).toMatchObject({ name: 'Down', issue_notification: true, is_active: true, send_email: false })
  expect(changesOf(draft, { ...draft })).toEqual({})
  expect(changesOf(draft, { ...draft, send_email: true, filter: [] })).toEqual({
    send_email: true,
    filter: [],
  })
})

const before = newDraft([], 'Down')

test.each<[Partial<TriggerContent>, Partial<TriggerContent>, boolean]>([
  [{ name: 'Up' }, {}, false],
  [{ name: 'Up' }, { is_active: false }, false],
  [{ name: 'Up' }, { name: 'Up' }, false],
  [{ name: 'Up', is_active: false }, { name: 'Gone' }, true],
  [{}, { name: 'Gone' }, false],
])('with the change %j, the change %j of another user is a conflict: %j', (own, other, isConflict) => {
  expect(hasConflict(before, { ...before, ...own }, { ...before, ...other })).toBe(isConflict)
})
