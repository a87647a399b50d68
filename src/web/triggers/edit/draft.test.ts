import { expect, test } from 'vitest'
import { changesOf, newDraft } from './draft.ts'

test('a new trigger notifies, and a change has only the members that differ', () => {
  const draft = newDraft([{ field: 'host', value: 'fw-1' }], 'Down')
  expect(draft).toMatchObject({ name: 'Down', issue_notification: true, is_active: true, send_email: false })
  expect(changesOf(draft, { ...draft })).toEqual({})
  expect(changesOf(draft, { ...draft, send_email: true, filter: [] })).toEqual({
    send_email: true,
    filter: [],
  })
})
