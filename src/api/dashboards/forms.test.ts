import { beforeAll, expect, test } from 'vitest'
import { tokenHeaders } from '../testing/people.ts'
import { dashboardTests } from './testing/dashboard-server.ts'

const { server, calls } = dashboardTests()
let id: number
beforeAll(async () => {
  id = (await calls.post('/api/dashboards', { title: 'Forms' })).json().id
})

async function send(method: 'POST' | 'PUT' | 'PATCH', url: string, fields: Record<string, string>) {
  const headers = { ...tokenHeaders('user-ann'), 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await server().app.inject({
    method,
    url,
    headers,
    payload: new URLSearchParams(fields).toString(),
  })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}

/** The config of a TopN, equal to the bracketed keys below. */
const config = {
  title: '7',
  field: 'host',
  limit: 7,
  show_other: true,
  sizeX: 3,
  unknown: '5',
  time_range: { ts_from: -3600, ts_to: 0 },
  filter: [{ field: 'severity', op: 'eq', value: ['3'] }],
}
const bracketed = (prefix: string) => ({
  [`${prefix}[title]`]: '7',
  [`${prefix}[field]`]: 'host',
  [`${prefix}[limit]`]: '7',
  [`${prefix}[show_other]`]: 'true',
  [`${prefix}[sizeX]`]: '3',
  [`${prefix}[unknown]`]: '5',
  [`${prefix}[time_range][ts_from]`]: '-3600',
  [`${prefix}[time_range][ts_to]`]: '0',
  [`${prefix}[filter][0][field]`]: 'severity',
  [`${prefix}[filter][0][op]`]: 'eq',
  [`${prefix}[filter][0][value][]`]: '3',
})

test('known members of the config of a widget are numbers and booleans, however the form says them', async () => {
  const url = `/api/dashboards/${id}/widgets`
  const made = await send('POST', url, { type: 'TopN', ...bracketed('config') })
  expect(made.config).toEqual(config)
  const text = await send('POST', url, { type: 'TopN', config: JSON.stringify({ ...config, limit: '7' }) })
  expect(text.config).toEqual(config)
  const old = await send('POST', url, { type: 'Notification', 'config[with_events]': 'true' })
  expect(old.config).toEqual({ with_events: true })

  const widget = `/api/widgets/${made.id}`
  expect((await send('PUT', widget, { type: 'TopN', ...bracketed('config') })).config).toEqual(config)
  // Read by the widget's type.
  expect((await send('PATCH', widget, { 'config[limit]': '8', 'config[cpu]': '1' })).config).toEqual({
    limit: 8,
    cpu: '1',
  })
  const other = { type: 'Search', 'config[limit]': '9', 'config[sort]': '-counter' }
  expect((await send('PATCH', widget, other)).config).toEqual({ limit: 9, sort: '-counter' })
})

test('so are the filters of the widgets of a dashboard, and its own time range', async () => {
  const fields = {
    'config[title]': 'Whole',
    'config[time_range][ts_from]': '-60',
    'config[time_range][ts_to]': '0',
    'widgets[0][type]': 'TopN',
    'widgets[1][type]': 'Nonsense',
    ...bracketed('widgets[0][config]'),
  }
  const { 'widgets[1][type]': _, ...right } = fields
  const made = await send('POST', '/api/dashboards', right)
  expect(made).toMatchObject({
    config: { title: 'Whole', time_range: { ts_from: -60, ts_to: 0 } },
    widgets: [{ type: 'TopN', config }],
  })
  expect((await send('PUT', `/api/dashboards/${made.id}`, right)).widgets).toMatchObject([{ config }])
  const widgets = JSON.stringify([{ type: 'TopN', config: { limit: '4' } }])
  expect((await send('PATCH', `/api/dashboards/${made.id}`, { widgets })).widgets).toMatchObject([
    { config: { limit: 4 } },
  ])
  const headers = { ...tokenHeaders('user-ann'), 'content-type': 'application/x-www-form-urlencoded' }
  for (const wrong of [fields, { widgets: '[3]' }, { widgets: '{' }, { 'widgets[]': 'x' }, { config: 'x' }]) {
    const payload = new URLSearchParams(wrong).toString()
    const answer = await server().app.inject({ method: 'POST', url: '/api/dashboards', headers, payload })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation'])
  }
})

test('so are params of the query of a report and of a schedule', async () => {
  const query = {
    format: 'csv',
    'query[type]': 'TopN',
    'query[params][limit]': '7',
    'query[params][show_other]': 'true',
    'query[params][time_range][ts_from]': '1780000000',
    'query[params][time_range][ts_to]': '1780003600',
  }
  const report = await server().app.inject({
    method: 'POST',
    url: '/api/reports',
    headers: { ...tokenHeaders('user-admin'), 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(query).toString(),
  })
  expect(report.statusCode, report.body).toBe(202)
  const schedule = await server().app.inject({
    method: 'POST',
    url: '/api/reports-schedules',
    headers: { ...tokenHeaders('user-admin'), 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      ...query,
      title: 'Form',
      schedule_type: 'c',
      'schedule[cron][minute]': '5',
    }).toString(),
  })
  expect(schedule.statusCode, schedule.body).toBe(201)
  expect(schedule.json()).toMatchObject({
    query: {
      type: 'TopN',
      params: { limit: 7, show_other: true, time_range: { ts_from: 1780000000, ts_to: 1780003600 } },
    },
  })
})
