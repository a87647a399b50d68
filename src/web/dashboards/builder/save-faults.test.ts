import { expect, test } from 'vitest'
import { type Draft, newWidget } from '../draft/draft.ts'
import { saveFaults } from './save-faults.ts'

const draft: Draft = {
  config: {},
  isPublic: false,
  isDefault: false,
  widgets: [
    { ...newWidget('gone', { type: '' }), isWithdrawn: true },
    newWidget('a', { type: 'TopN' }),
    newWidget('b', { type: 'Search' }),
  ],
}

test('messages are shown where they belong', () => {
  const faults = saveFaults(
    {
      'widgets[0].config.limit': ['A valid integer is required.'],
      'widgets[1].config.filter[0].op': ['expected one of eq, ne'],
      'widgets[1].type': ['This field is required.'],
      'config.variables[0].name': ['Another variable has this name.'],
      'widgets[9].type': ['This field is required.'],
    },
    draft,
  )
  expect([...faults.widgets]).toEqual([
    ['a', ['limit: Enter a whole number.']],
    ['b', ['filter[0].op: Expected one of eq, ne.', 'type: This field is required.']],
  ])
  expect(faults.dashboard).toEqual([
    'variables[0].name: Another variable has this name.',
    'widgets[9].type: This field is required.',
  ])
})
