import { expect, test } from 'vitest'
import { ApiError } from '../../api/http/api-error.ts'
import { widgetEditorTexts as texts } from '../../texts/dashboards/widget-editor.ts'
import { checkConfig, draftOf, faultsOf, withMember } from './draft.ts'
import { formFields } from './form-fields.ts'

test.each([
  [{ a: 1, limit: 5 }, 'limit', 7, { a: 1, limit: 7 }],
  [{ a: 1, limit: 5 }, 'limit', undefined, { a: 1 }],
  [{ a: 1 }, 'field', '', { a: 1 }],
  [{}, 'show_avg', false, { show_avg: false }],
])('%j with %s %j', (config, name, value, wanted) => {
  expect(withMember(config, name, value)).toEqual(wanted)
})

test('members that the form does not know are saved as they came', () => {
  const widget = { type: 'TopN', title: 'Old', is_public: true, position: 3, config: { ours: [1] } }
  expect(draftOf(widget, { ours: [1], title: 'New' })).toEqual({
    type: 'TopN',
    is_public: true,
    position: 3,
    config: { ours: [1], title: 'New' },
  })
})

test('a fault stands at its field, in a preview, a widget and a dashboard', () => {
  const fault = (path: string) =>
    new ApiError(400, 'invalid', '', { fields: { [path]: ['A valid integer is required.'] } })
  for (const path of ['params.limit', 'config.limit', 'widgets[2].config.limit', 'limit'])
    expect(faultsOf(fault(path), ['limit'])).toEqual({
      fields: new Map([['limit', 'Enter a whole number.']]),
      rest: undefined,
    })
  expect(faultsOf(fault('params.filter[0].value'), ['filter']).fields.has('filter')).toBe(true)
  expect(faultsOf(fault('is_public'), ['limit']).generalFault).toBe('is_public: Enter a whole number.')
  expect(faultsOf(new ApiError(403, 'permission_denied', 'Not yours.'), []).generalFault).toBe('Not yours.')
  expect(faultsOf(undefined, []).generalFault).toBeUndefined()
})

test.each([
  [{}, undefined],
  [{ limit: 5 }, undefined],
  [{ limit: 0 }, texts.atLeast(1)],
  [{ limit: 20_000 }, texts.atMost(10_000)],
  [{ limit: 1.5 }, texts.whole],
  [{ limit: 'many' }, texts.whole],
])('the form says of %j: %s', (config, fault) => {
  expect(checkConfig(config, formFields('TopN', 'list')).fields.get('limit')).toBe(fault)
})
