import { expect, test } from 'vitest'
import type { DashboardVariable } from '../../../schema/dashboards/dashboard-variable.ts'
import { sourceOf, unfilteredText } from './widget-request.ts'

const on = (field: string, value: unknown) => ({ field, op: 'eq', value })
const variable = (name: string, value: string | null = null): DashboardVariable => ({
  name,
  field: name,
  value,
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
  const variables = [variable('host', 'fw-1')]
  expect(sourceOf(widget, { variables }, 'UTC')).toMatchObject({
    kind: 'own',
    request: { params: { filter: [on('host', 'fw-1')] } },
  })
  expect(sourceOf(widget, { variables, defaults: variables }, 'UTC')?.kind).toBe('kept')
  // A variable filters a widget even if its filter does not name the variable.
  expect(sourceOf(widget, { variables: [variable('site', 'a')] }, 'UTC')).toMatchObject({
    kind: 'own',
    request: { params: { filter: [on('host', '$host'), on('site', 'a')] } },
  })
  expect(sourceOf(widget, { variables: [variable('site')] }, 'UTC')?.kind).toBe('kept')
  expect(sourceOf({ ...widget, query_id: null }, {}, 'UTC')?.kind).toBe('own')
  expect(sourceOf({ ...widget, withdrawn: true }, {}, 'UTC')).toBeUndefined()
})

test('a widget says which variables do not filter it', () => {
  const variables = [
    variable('host', 'fw-1'),
    { ...variable('site', 'a'), label: 'Site' },
    variable('program'),
  ]
  const text = (shown: object) => unfilteredText({ type: 'TopN', config: {}, ...shown }, { variables })
  expect(text({})).toBeUndefined()
  expect(text({ config: { ignore_variables: ['host'] } })).toBe('not filtered by host')
  expect(text({ type: 'System_CPU' })).toBe('not filtered by host, Site')
  expect(text({ type: 'System_CPU', withdrawn: true })).toBeUndefined()
})
