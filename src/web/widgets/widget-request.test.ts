import { expect, test } from 'vitest'
import { sourceOf, withVariables } from './widget-request.ts'

const variables = { host: ['fw-1', 'fw-2'], program: [] }
const on = (field: string, value: unknown) => ({ field, op: 'eq', value })

test.each([
  ['chosen values', [on('host', '$host')], [on('host', ['fw-1', 'fw-2'])]],
  ['beside others', [on('host', ['a', '$host'])], [on('host', ['a', 'fw-1', 'fw-2'])]],
  ['any value', [on('program', '$program'), on('host', 'a')], [on('host', 'a')]],
])('a variable stands for %s', (_, filter, wanted) => {
  expect(withVariables({ filter }, variables)).toEqual({ filter: wanted })
})

test.each([
  ['no filter', {}],
  ['another name', { filter: [on('host', '$site')] }],
  ['a sum of money', { filter: [on('message', '$5')] }],
  ['inherited members', { filter: [on('host', '$constructor')] }],
  ['no conditions', { filter: ['$host', null] }],
])('%s: the params stay the same object', (_, params) => {
  expect(withVariables(params, variables)).toBe(params)
})

const widget = { type: 'TopN', config: { field: 'host', filter: [on('host', '$host')] }, query_id: 'q1' }

test('a widget is drawn from its kept query, unless the viewer changes what it asks', () => {
  const dashboardRange = { preset: 'today' }
  const kept = sourceOf(widget, { dashboardRange }, 'UTC')
  expect(kept).toMatchObject({ kind: 'kept', queryId: 'q1', request: { type: 'TopN' } })
  expect(kept?.request.params.time_range).toEqual({ preset: 'today' })
  expect(sourceOf(widget, { range: { preset: 'last_24_hours' } }, 'UTC')).toMatchObject({
    kind: 'own',
    request: { params: { time_range: { preset: 'last_24_hours', timezone: 'UTC' } } },
  })
  expect(sourceOf(widget, { variables }, 'UTC')?.kind).toBe('own')
  expect(sourceOf(widget, { variables: { site: ['a'] } }, 'UTC')?.kind).toBe('kept')
  expect(sourceOf({ ...widget, query_id: null }, {}, 'UTC')?.kind).toBe('own')
  expect(sourceOf({ ...widget, withdrawn: true }, {}, 'UTC')).toBeUndefined()
})
