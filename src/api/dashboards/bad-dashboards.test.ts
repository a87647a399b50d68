import { describe, expect, test } from 'vitest'
import { tokenHeaders } from '../testing/people.ts'
import { dashboardTests } from './testing/dashboard-server.ts'

const { server, calls } = dashboardTests()

describe('a fault in a body is named by its place', () => {
  test.each([
    [{ title: 'A', nope: 1 }, { nope: ['There is no such field.'] }],
    [[{ title: 'A' }, { title: 3 }], { '[1].title': ['Not a valid string.'] }],
    [{ title: 'A', widgets: [{ config: {} }] }, { 'widgets[0].type': ['This field is required.'] }],
    [
      { title: 'A', widgets: [{ type: 'TopN', id: 3, config: { sizeX: 9 } }] },
      {
        'widgets[0].id': ['There is no such field.'],
        'widgets[0].config.sizeX': ['Ensure this value is less than or equal to 6.'],
      },
    ],
    [
      { title: 'A', config: { time_range: { preset: 'soon' } }, widgets: [{ type: 'TopN' }] },
      { 'config.time_range.preset': [expect.stringContaining('expected last_<n>_<unit>')] },
    ],
    [
      {
        title: 'A',
        widgets: [{ type: 'TopN', config: { filter: [{ field: 'host', op: 'lt', value: 'a' }] } }],
      },
      { 'widgets[0].config.filter[0].op': ['expected one of eq, ne, =~, !~ for the field host'] },
    ],
    [{ title: 'A', is_default: true }, { is_default: ['A default dashboard is public.'] }],
  ])('%j', async (body, fields) => {
    const answer = await calls.post('/api/dashboards', body)
    expect(answer.json()).toEqual({ ...fields, code: 'validation' })
    expect(answer.statusCode).toBe(400)
  })

  test('one search expression that cannot be read is a syntax error', async () => {
    const filter = [{ field: 'message', op: 'qp', value: 'a (' }]
    const widget = { type: 'Search', config: { filter } }
    const { id } = (await calls.post('/api/dashboards', { title: 'A' })).json()
    const whole = { title: 'A', widgets: [widget] }
    for (const [answer, place] of [
      [await calls.put(`/api/dashboards/${id}`, whole), 'widgets[0].'],
      [await calls.patch(`/api/dashboards/${id}`, whole), 'widgets[0].'],
      [await calls.post(`/api/dashboards/${id}/widgets`, widget), ''],
    ] as const) {
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({
        code: 'query_syntax',
        position: 3,
        [`${place}config.filter[0].value`]: [expect.any(String)],
      })
    }
  })

  test('a config that is nested too deeply', async () => {
    const deep = '['.repeat(50) + ']'.repeat(50)
    const answer = await server().app.inject({
      method: 'POST',
      url: '/api/dashboards',
      headers: { ...tokenHeaders('user-ann'), 'content-type': 'application/json' },
      payload: `{"title": "A", "config": {"x": ${deep}}}`,
    })
    expect(answer.json()).toEqual({ config: ['Nested too deeply.'], code: 'validation' })
  })
})

test.each([
  ['title__iregex=(', { title__iregex: 'Expected a regular expression in RE2 syntax: missing closing ): (' }],
  [
    `title__iregex=${'a'.repeat(201)}`,
    { title__iregex: 'Ensure this field has no more than 200 characters.' },
  ],
  ['ordering=nope', { ordering: '"nope" is not one of id, title, created_at, updated_at.' }],
  ['owner=1,x', { owner: 'A valid integer is required.' }],
  ['show_all=perhaps', { show_all: 'Must be a valid boolean.' }],
])('a bad query parameter: %s', async (query, members) => {
  const answer = await calls.get(`/api/dashboards?${query}`)
  expect(answer.json()).toEqual({ ...members, code: 'validation' })
  expect(answer.statusCode).toBe(400)
})
