import { expect, test } from 'vitest'
import { SavedSearchDraft } from '../../../schema/dashboards/saved-search.ts'
import { ReportScheduleDraft } from '../../../schema/reports/report.ts'
import { LegalHoldDraft } from '../../../schema/store/legal-hold.ts'
import { TaskDraft } from '../../../schema/task.ts'
import { inputAttributes, memberShape, memberTitle } from './shape-field.ts'

test.each([
  [TaskDraft, 'title', { label: 'Title', required: true, maxLength: 255 }],
  [TaskDraft, 'description', { label: 'Description', maxLength: 10_000 }],
  [LegalHoldDraft, 'name', { label: 'Name', required: true, maxLength: 255 }],
  [SavedSearchDraft, 'is_public', { label: 'Shared' }],
  [TaskDraft, 'no_such_member', { label: 'No such member' }],
])('the input of a member: %#', (shape, member, attributes) => {
  expect(inputAttributes(shape, member)).toEqual(attributes)
})

test('the input of a number has the bounds of its shape', () => {
  const { minimum, maximum, title } = memberShape(ReportScheduleDraft, 'retention')
  expect(title).toBeTypeOf('string')
  expect(inputAttributes(ReportScheduleDraft, 'retention')).toEqual({
    label: title,
    type: 'number',
    min: minimum,
    max: maximum,
  })
})

test('a member without a title is named by its words', () => {
  expect(memberTitle('with_subperiods', {})).toBe('With subperiods')
})
