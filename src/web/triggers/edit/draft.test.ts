import { expect, test } from 'vitest'
import { newDraft } from './draft.ts'

test('a new trigger notifies', () => {
  const draft = newDraft([{ field: 'host', value: 'fw-1' }], 'Down')
  expect(draft).toMatchObject({ name: 'Down', issue_notification: true, is_active: true, send_email: false })
})
