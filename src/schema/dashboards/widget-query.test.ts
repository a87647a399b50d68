import { expect, test } from 'vitest'
import { readVariables } from './dashboard-variable.ts'
import { compileQuery, configPath, isSameRequest, variablesWithoutEffect } from './widget-query.ts'

const today = { preset: 'today' }

test.each([
  ['view settings are no params', 'EventRate', { title: 'EPS', show_avg: true, col: 0, limit: 5 }, {}],
  [
    'params are taken as they are',
    'TopN',
    { field: 'Tag with spaces', limit: 25, show_other: true, filter: [{ field: 'host', value: ['a'] }] },
    { field: 'Tag with spaces', limit: 25, show_other: true, filter: [{ field: 'host', value: ['a'] }] },
  ],
  [
    'a sort may be one field',
    'Search',
    { sort: '-first_occurrence', limit: 10 },
    { sort: '-first_occurrence', limit: 10 },
  ],
  ['one value is a list of one', 'TopN', { subfields: 'severity' }, { subfields: ['severity'] }],
  ['null is not set', 'TopN', { limit: null, filter: null, time_range: null }, {}],
  ['a time range that says nothing is ignored', 'TopN', { time_range: {} }, {}],
  ['text of a form', 'TopN', { limit: '7', show_other: 'true' }, { limit: 7, show_other: true }],
  ['what is no number stays, to be named', 'TopN', { limit: 'many' }, { limit: 'many' }],
  ['a heat map needs periods', 'TopN', { view_type: 'heat_map' }, { with_subperiods: true }],
  ['a chart over time needs periods', 'TopN', { view_type: 'time_chart_bars' }, { with_subperiods: true }],
  [
    'unless it says otherwise',
    'TopN',
    { view_type: 'time_chart_splines', with_subperiods: false },
    { with_subperiods: false },
  ],
  ['other types have no such periods', 'EventRate', { view_type: 'time_chart_bars' }, {}],
  [
    'a time range with a step',
    'EventRate',
    { time_range: { preset: 'today', step: 1800 } },
    { time_range: { preset: 'today', step: 1800 } },
  ],
  ['inherited members are ignored', 'TopN', JSON.parse('{"__proto__": {"limit": 3}}'), {}],
  ['an unknown type has no params', 'toString', { limit: 3 }, {}],
])('%s', (_, type, config, params) => {
  expect(compileQuery(type, config)).toEqual({ type, params })
})

test('the place of a fault in a filter is its place in the config', () => {
  expect(configPath('params.filter[1].value[0]')).toBe('config.filter[1].value[0]')
  expect(configPath('params.filter')).toBe('config.filter')
  expect(configPath('type')).toBe('type')
})

test('a widget without a time range has the range of the dashboard', () => {
  expect(compileQuery('Search', {}, { time_range: today }).params).toEqual({ time_range: today })
  expect(compileQuery('Search', { time_range: null }, { time_range: today }).params).toEqual({
    time_range: today,
  })
  expect(
    compileQuery('Search', { time_range: { preset: 'last_1_hours' } }, { time_range: today }).params,
  ).toEqual({
    time_range: { preset: 'last_1_hours' },
  })
  expect(compileQuery('Search', {}, { time_range: {} }).params).toEqual({})
})

test('the old name of a type means the new one', () => {
  expect(compileQuery('Notification', { sort: '-unread_since' })).toEqual({
    type: 'Notifications',
    params: { sort: '-unread_since' },
  })
})

test('the query does not depend on the order of the config, nor on how it is shown', () => {
  const one = compileQuery('TopN', { field: 'host', limit: 3, view_type: 'list' })
  expect(isSameRequest(one, compileQuery('TopN', { title: 'x', limit: 3, field: 'host' }))).toBe(true)
  expect(isSameRequest(one, compileQuery('TopN', { limit: 4, field: 'host' }))).toBe(false)
  expect(isSameRequest(one, compileQuery('LastN', { limit: 3, field: 'host' }))).toBe(false)
})

const web1 = { field: 'host', op: 'eq', value: 'web-1' }
const own = { field: 'program', op: 'eq', value: 'sshd' }
const named = { field: 'host', op: 'eq', value: '$host' }
const host = { name: 'host', field: 'host', value: 'web-1' as string | string[] | null }

/** Each variable with values filters the widget, or the widget lists it as without effect. */
test.each<[name: string, type: string, config: object, variable: object, filter: unknown, without: string[]]>(
  [
    ['a widget without a filter', 'TopN', {}, {}, [web1], []],
    ['a widget with another filter', 'Search', { filter: [own] }, {}, [own, web1], []],
    ['in place of its name', 'Search', { filter: [named] }, {}, [web1], []],
    [
      'a name in a list',
      'Search',
      { filter: [{ ...named, value: ['$host'] }] },
      {},
      [{ ...web1, value: ['web-1'] }],
      [],
    ],
    ['several values', 'EventRate', {}, { value: ['a', 'b'] }, [{ ...web1, value: ['a', 'b'] }], []],
    ['no widget while all values fit', 'TopN', {}, { value: null }, undefined, []],
    ['no widget while the list is empty', 'TopN', { filter: [named] }, { value: [] }, [], []],
    ['no widget that ignores it', 'TopN', { ignore_variables: ['host'] }, {}, undefined, ['host']],
    ['a widget that ignores another one', 'TopN', { ignore_variables: ['site'] }, {}, [web1], []],
    [
      'a widget that ignores and names it',
      'TopN',
      { ignore_variables: ['host'], filter: [named] },
      {},
      [web1],
      [],
    ],
    [
      'no other widget when it is for the widgets that name it',
      'TopN',
      {},
      { applies_to: 'named' },
      undefined,
      ['host'],
    ],
    ['a widget that names it then', 'TopN', { filter: [named] }, { applies_to: 'named' }, [web1], []],
    ['no type without a filter', 'System_CPU', {}, {}, undefined, ['host']],
    ['no type without a filter that names it', 'Tasks', { filter: [named] }, {}, undefined, ['host']],
    ['no unknown type', 'Nope', {}, {}, undefined, ['host']],
    ['no filter that is no list', 'TopN', { filter: { a: 1 } }, {}, { a: 1 }, []],
  ],
)('a variable filters %s', (_, type, config, variable, filter, without) => {
  const variables = [{ ...host, ...variable }]
  expect(compileQuery(type, { ...config }, { variables }).params.filter).toEqual(filter)
  const ignored = variablesWithoutEffect(type, { ...config }, readVariables(variables))
  expect(ignored.map(({ name }) => name)).toEqual(without)
})
