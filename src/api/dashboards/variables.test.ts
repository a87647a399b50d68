import { expect, test } from 'vitest'
import { annId } from '../testing/people.ts'
import { dashboardTests } from './testing/dashboard-server.ts'

const { server, calls } = dashboardTests()

const host = (value: unknown) => ({ name: 'host', label: 'Host', field: 'host', value, multi: true })
const widgets = [
  { type: 'Search', config: { filter: [{ field: 'host', op: 'eq', value: '$host' }] } },
  { type: 'TopN', config: { field: 'program' } },
  { type: 'TopN', config: { field: 'program', ignore_variables: ['host'] } },
]
const draft = (value: unknown) => ({ config: { title: 'Hosts', variables: [host(value)] }, widgets })

test('queries of widgets have the default values of variables', async () => {
  const { id } = (await calls.post('/api/dashboards', draft(['web-1', 'web-2']))).json()
  const viewer = { userId: annId, managesDashboards: false, managesWidgets: false }
  const queries = () => server().people.metadata.widgetQueries.ofDashboard(viewer, id)
  const [first, second, third] = await queries()
  const hosts = [{ field: 'host', op: 'eq', value: ['web-1', 'web-2'] }]
  expect([first, second, third].map(query => query?.params.filter)).toEqual([hosts, hosts, undefined])
  // Another default changes the query of the widgets that it filters, and of no others.
  await calls.patch(`/api/dashboards/${id}`, { config: draft(null).config })
  const [changed, all, kept] = await queries()
  expect([changed?.params.filter, all?.params.filter]).toEqual([[], undefined])
  expect([changed?.queryId === first?.queryId, all?.queryId === second?.queryId]).toEqual([false, false])
  expect(kept?.queryId).toBe(third?.queryId)
})

test('exports have variables as they were given', async () => {
  const { id } = (await calls.post('/api/dashboards', draft('a'))).json()
  const exported = (await calls.get(`/api/dashboards/${id}?export=true`)).json()
  expect(exported).toEqual({ is_public: false, ...draft('a') })
})

test.each<[name: string, variables: unknown, fields: object]>([
  ['no list', 3, { 'config.variables': [expect.any(String)] }],
  [
    'a name with a space',
    [{ name: 'a b', field: 'host' }],
    { 'config.variables[0].name': [expect.any(String)] },
  ],
  ['no field', [{ name: 'a' }], { 'config.variables[0].field': ['This field is required.'] }],
  [
    'an unknown member',
    [{ name: 'a', field: 'host', nope: 1 }],
    { 'config.variables[0].nope': ['There is no such field.'] },
  ],
  [
    'a value that its field does not have',
    [{ name: 'a', field: 'severity', value: 'loud' }],
    { 'config.variables[0].value': [expect.any(String)] },
  ],
  [
    'no kind of widgets',
    [{ ...host('a'), applies_to: 'some' }],
    { 'config.variables[0].applies_to': [expect.any(String)] },
  ],
  [
    'one name twice',
    [host('a'), host('b')],
    { 'config.variables[1].name': ['Another variable has this name.'] },
  ],
])('refuses %s', async (_, variables, fields) => {
  const answer = await calls.post('/api/dashboards', { config: { title: 'A', variables }, widgets })
  expect([answer.statusCode, answer.json()]).toEqual([400, { ...fields, code: 'validation' }])
})

test('a search expression of a variable is checked where its widget names it', async () => {
  const value = { field: 'message', op: 'qp', value: '$words' }
  const body = {
    config: { title: 'A', variables: [{ name: 'words', field: 'message', value: 'a (' }] },
    widgets: [{ type: 'Search', config: { filter: [value] } }],
  }
  const { id } = (await calls.post('/api/dashboards', { title: 'A' })).json()
  const answer = await calls.put(`/api/dashboards/${id}`, body)
  expect([answer.statusCode, Object.keys(answer.json())]).toEqual([
    400,
    expect.arrayContaining(['widgets[0].config.filter[0].value']),
  ])
})
