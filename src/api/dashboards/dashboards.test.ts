import { beforeEach, describe, expect, test } from 'vitest'
import type { Dashboard } from '../../schema/dashboards/dashboard.ts'
import { proves } from '../testing/conformance/proves.ts'
import { adminId, annId, type TokenName, tokenHeaders } from '../testing/people.ts'
import { clearDashboards, dashboardTests } from './testing/dashboard-server.ts'

const { server, calls } = dashboardTests()
beforeEach(() => clearDashboards(server()))

const edge = {
  is_public: true,
  config: {
    title: 'Edge',
    style_class: 'infographic',
    time_range: { preset: 'last_6_hours' },
    x: { y: [1] },
  },
  widgets: [
    { type: 'EventRate', config: { title: 'EPS', col: 0, row: 0, show_avg: true, unknown_view: 'kept' } },
    {
      type: 'TopN',
      config: { title: 'Hosts', field: 'host', limit: 5, view_type: 'pie_chart' },
      position: 7,
    },
    {
      type: 'Search',
      config: { sort: '-first_occurrence', limit: 10, time_range: { preset: 'today' } },
      size: 4,
    },
  ],
}

async function make(body: unknown = edge, token: TokenName = 'user-ann', query = ''): Promise<Dashboard> {
  const answer = await calls.post(`/api/dashboards${query}`, body, token)
  expect(answer.statusCode, server().logLines.join()).toBe(201)
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

async function titles(url: string, token: TokenName = 'user-ann'): Promise<string[]> {
  const { objects } = (await calls.get(url, token)).json()
  return objects.map((one: { title: string }) => one.title)
}

test('groups of rows are part of the config', async () => {
  const row_groups = [{ title: 'Edge', row: 0, folded: true }]
  const made = await make({ title: 'A', config: { row_groups } })
  expect(made.config).toMatchObject({ row_groups })
  const bad = await calls.post(
    '/api/dashboards',
    { title: 'A', config: { row_groups: [{ row: 0 }] } },
    'user-ann',
  )
  expect(bad.statusCode).toBe(400)
  expect(Object.keys(bad.json())).toContain('config.row_groups[0].title')
})

test('a note is a widget without a query, which is exported as it was given', async () => {
  const note = { type: 'Note', config: { title: 'Call', note_text: '# Ann' } }
  const made = await make({ title: 'A', widgets: [note, { type: 'TopN' }] })
  expect(made.widgets).toMatchObject([{ ...note, title: 'Call', query_id: null }, { type: 'TopN' }])
  const exported = await calls.get(`/api/dashboards/${made.id}?export=true`, 'user-ann')
  expect(exported.json().widgets[0]).toEqual(note)
  const change = { widgets: [{ type: 'Note', config: { note_text: 'x'.repeat(10_001) } }] }
  const tooLong = await calls.patch(`/api/dashboards/${made.id}`, change, 'user-ann')
  expect(tooLong.statusCode).toBe(400)
  expect(Object.keys(tooLong.json())).toContain('widgets[0].config.note_text')
})

test('one request makes the whole dashboard, which is exported as it was given', async () => {
  proves('Dashboards rule 2')
  const made = await make()
  expect(made).toMatchObject({
    owner: { id: annId, username: 'ann', fullname: 'Ann Other' },
    title: 'Edge',
    is_public: true,
    is_default: false,
    config: edge.config,
    read_only: false,
    widgets: edge.widgets.map((widget, index) => ({
      dashboard_ids: [made.id],
      type: widget.type,
      title: widget.config.title ?? '',
      config: widget.config,
      is_public: false,
      position: widget.position ?? index,
      size: widget.size ?? null,
      read_only: false,
      query_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    })),
  })
  expect((await calls.get(`/api/dashboards/${made.id}`)).json()).toEqual(made)
  const exported = await calls.get(`/api/dashboards/${made.id}?export=true`)
  expect(exported.json()).toEqual(edge)
  // Members keep their order, too.
  expect(JSON.stringify(exported.json().config)).toBe(JSON.stringify(edge.config))
  expect((await calls.get('/api/dashboards?export=1')).json()).toMatchObject({
    objects: [edge],
    item_count: 1,
  })
})

test('a title may be given beside the config, or in it, but only one title', async () => {
  expect((await make({ title: 'A' })).config).toEqual({ title: 'A' })
  expect((await make({ title: 'A', config: { title: 'A', n: 1 } })).config).toEqual({ title: 'A', n: 1 })
  const [widget] = (await make({ title: 'A', widgets: [{ type: 'TopN', title: 'W' }] })).widgets
  expect(widget).toMatchObject({ title: 'W', config: { title: 'W' } })
  expect((await calls.post('/api/dashboards', { title: 'A', config: { title: 'B' } })).json()).toEqual({
    title: ['Differs from config.title; give one of them.'],
    code: 'validation',
  })
  expect((await calls.post('/api/dashboards', { is_public: true })).json()).toEqual({
    title: ['This field is required.'],
    code: 'validation',
  })
})

test('forms make dashboards too', async () => {
  const form = new URLSearchParams({
    title: 'Form',
    is_public: 'true',
    'config[style_class]': 'shine',
    'config[time_range][preset]': 'today',
    widgets: '[{"type": "TopN", "config": {"limit": 3}}]',
  })
  const answer = await calls.form('POST', '/api/dashboards/', form)
  expect(answer.json()).toMatchObject({
    is_public: true,
    config: { title: 'Form', style_class: 'shine', time_range: { preset: 'today' } },
    widgets: [{ type: 'TopN', config: { limit: 3 } }],
  })
  const { id } = answer.json()
  const widget = new URLSearchParams({ type: 'TopN', 'config[limit]': '7', 'config[sizeX]': '3' })
  const placed = await calls.form('POST', `/api/dashboards/${id}/widgets`, widget)
  // Text that only the query interprets stays text; the dashboard itself interprets the grid.
  expect(placed.json()).toMatchObject({ position: 1, config: { limit: 7, sizeX: 3 } })
  expect(placed.statusCode).toBe(200)
})

describe('an import', () => {
  test('of several is answered with a list', async () => {
    const answer = await calls.post('/api/dashboards', [{ title: 'A' }, edge])
    expect(answer.statusCode).toBe(201)
    expect(answer.json().map((one: Dashboard) => one.title)).toEqual(['A', 'Edge'])
    expect(await titles('/api/dashboards')).toEqual(['Edge', 'A'])
    expect((await calls.post('/api/dashboards', [])).json()).toEqual([])
  })

  test('makes all or none, and names everything that is wrong', async () => {
    const bad = { title: 'B', widgets: [{ type: 'Nope' }, { type: 'TopN', config: { field: 'counter' } }] }
    const answer = await calls.post('/api/dashboards', [{ title: 'A' }, bad, {}])
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      code: 'validation',
      '[1].widgets[0].type': [expect.stringContaining('expected one of Search')],
      '[1].widgets[1].config.field': [expect.stringContaining('values of counter cannot be counted')],
      '[2].title': ['This field is required.'],
    })
    expect(await titles('/api/dashboards')).toEqual([])
  })
})

test('a list holds own dashboards: filtered, ordered, paged', async () => {
  for (const title of ['b', 'Alpha', 'alpha', 'c']) await make({ title, is_public: title === 'c' })
  await make({ title: 'theirs', is_public: true }, 'user-bob')
  await make({ title: 'secret' }, 'user-bob')
  expect(await titles('/api/dashboards')).toEqual(['c', 'alpha', 'Alpha', 'b'])
  expect(await titles('/api/dashboards?title=ALPHA&ordering=id')).toEqual(['Alpha', 'alpha'])
  expect(await titles('/api/dashboards?title__iregex=^[ab]&ordering=-title,id')).toEqual([
    'b',
    'Alpha',
    'alpha',
  ])
  expect(await titles('/api/dashboards?title__iregex=^[ab]&page=2&page_size=2')).toEqual(['b'])
  expect(await titles('/api/dashboards?page=2&page_size=3')).toEqual(['b'])
  expect(await titles('/api/dashboards?public=true')).toEqual(['theirs'])
  expect(await titles('/api/dashboards?show_all=true')).toEqual(['c', 'alpha', 'Alpha', 'b'])
  expect(await titles(`/api/dashboards?owner=${annId}`)).toHaveLength(4)
  expect(await titles(`/api/dashboards?owner=${adminId}`)).toEqual([])
  expect(await titles('/api/dashboards?show_all=1&title__iregex=secret|the', 'user-admin')).toEqual([
    'secret',
    'theirs',
  ])
  expect(await titles(`/api/dashboards?show_all=1&owner=${adminId},${annId}`, 'user-admin')).toHaveLength(4)
  expect((await calls.get('/api/dashboards?page=9')).json()).toEqual({
    detail: 'Invalid page.',
    code: 'invalid_page',
  })
})

test('a pattern that would take for ever elsewhere takes no time', async () => {
  await make({ title: 'a'.repeat(500) })
  expect(await titles('/api/dashboards?title__iregex=^(a%2B)%2B$')).toHaveLength(1)
  expect(await titles('/api/dashboards?title__iregex=^(a%2B)%2B(b|c)$')).toEqual([])
})

test('a patch changes what it names, a replacement everything', async () => {
  const made = await make()
  const url = `/api/dashboards/${made.id}`
  const patched = await calls.patch(url, { title: 'Core' })
  expect(patched.json()).toMatchObject({
    title: 'Core',
    config: { ...edge.config, title: 'Core' },
    widgets: made.widgets,
  })
  expect((await calls.patch(url, { config: { style_class: 'x' } })).json().config).toEqual({
    title: 'Core',
    style_class: 'x',
  })
  const [rate, top] = edge.widgets
  const kept = (
    await calls.patch(url, { widgets: [top, { ...rate, config: { title: 'EPS', row: 3 } }] })
  ).json()
  expect(kept.widgets.map((one: { id: number }) => one.id)).toEqual([
    made.widgets[1]?.id,
    made.widgets[0]?.id,
  ])
  expect(kept.widgets[1].config).toEqual({ title: 'EPS', row: 3 })
  const replaced = (await calls.put(url, { title: 'New' })).json()
  expect(replaced).toMatchObject({
    id: made.id,
    title: 'New',
    config: { title: 'New' },
    is_public: false,
    widgets: [],
  })
  expect((await calls.get('/api/widgets')).json().objects).toEqual([])
  expect((await calls.remove(url)).statusCode).toBe(204)
  expect((await calls.get(url)).statusCode).toBe(404)
})

test('widgets are put on a dashboard and taken off it', async () => {
  const { id, widgets } = await make()
  const url = `/api/dashboards/${id}/widgets`
  const placed = (await calls.post(url, { type: 'LastN', config: { title: 'New' } })).json()
  expect(placed).toMatchObject({ type: 'LastN', dashboard_ids: [id], position: 3 })
  expect((await calls.post(url, { type: 'TopN', config: { limit: 0 } })).json()).toMatchObject({
    'config.limit': [expect.any(String)],
  })
  const some = `${url}/?widget_id=${widgets[0]?.id},${placed.id}`
  expect((await calls.remove(some)).statusCode).toBe(204)
  expect((await calls.remove(some)).json()).toEqual({
    widget_id: `The widget ${widgets[0]?.id} is not on this dashboard.`,
    code: 'validation',
  })
  expect((await calls.remove(`${url}?widget_id=`)).statusCode).toBe(400)
  const left = (await calls.get(`/api/dashboards/${id}`)).json().widgets
  expect(left).toEqual(widgets.slice(1))
  expect((await calls.remove(`${url}/`)).body).toBe('')
  expect((await calls.get(`/api/dashboards/${id}`)).json().widgets).toEqual([])
})

describe('a copy', () => {
  test('with widgets of its own', async () => {
    proves('POST /api/dashboards source_id', 'POST /api/dashboards clone_widgets')
    const source = await make()
    const url = `/api/dashboards?source_id=${source.id}&clone_widgets=true`
    const answer = await server().app.inject({ method: 'POST', url, headers: tokenHeaders('user-bob') })
    expect(answer.statusCode).toBe(201)
    const copy: Dashboard = answer.json()
    expect(copy).toMatchObject({
      title: 'Edge',
      is_public: false,
      config: edge.config,
      owner: { username: 'bob' },
    })
    expect(copy.widgets.map(widget => [widget.owner.username, widget.read_only, widget.config])).toEqual(
      edge.widgets.map(widget => ['bob', false, widget.config]),
    )
  })

  test('with the widgets attached, until their owner takes them back', async () => {
    proves('POST /api/dashboards source_id', 'POST /api/dashboards clone_widgets', 'Dashboards rule 2')
    const source = await make()
    const body = { title: 'Mine', is_public: true }
    const copy = await make(body, 'user-bob', `?source_id=${source.id}`)
    expect(copy).toMatchObject({ title: 'Mine', is_public: true, read_only: false })
    expect(copy.widgets.map(widget => [widget.id, widget.read_only])).toEqual(
      source.widgets.map(widget => [widget.id, true]),
    )
    const url = `/api/dashboards/${copy.id}`
    await calls.patch(`/api/widgets/${source.widgets[0]?.id}`, { title: 'Changed' })
    expect((await calls.get(url, 'user-bob')).json().widgets[0].title).toBe('Changed')
    await calls.patch(`/api/dashboards/${source.id}`, { is_public: false })
    const [withdrawn] = (await calls.get(url, 'user-bob')).json().widgets
    expect(withdrawn).toMatchObject({ withdrawn: true, title: '', type: '', query_id: null, read_only: true })
    expect((await calls.get(`${url}?export=true`, 'user-bob')).json().widgets).toEqual([])
    // Its owner still sees it there.
    expect((await calls.get(url)).json().widgets[0].title).toBe('Changed')
  })

  test('of what is not there, or in a way that contradicts itself', async () => {
    const { id } = await make({ title: 'Secret' })
    const copy = (query: string, body: unknown = {}) =>
      calls.post(`/api/dashboards?${query}`, body, 'user-bob').then(answer => answer.json())
    expect(await copy(`source_id=${id}`)).toMatchObject({ code: 'not_found' })
    expect(await copy('template=nope.json')).toMatchObject({ code: 'not_found' })
    expect(await copy('source_id=1&template=a.json')).toEqual({
      template: 'Give source_id or template, not both.',
      code: 'validation',
    })
    expect(await copy('source_id=1', [{ title: 'A' }])).toMatchObject({
      non_field_errors: ['Expected one object, not a list.'],
    })
    const open = await make({ title: 'Open', is_public: true })
    expect(await copy(`source_id=${open.id}`, { widgets: [] })).toMatchObject({
      widgets: ['The widgets are those of the source.'],
    })
  })
})

describe('rights of users', () => {
  const body = { title: 'New' }
  const changes = async (url: string, token: TokenName) => [
    (await calls.patch(url, body, token)).statusCode,
    (await calls.put(url, body, token)).statusCode,
    (await calls.remove(url, token)).statusCode,
    (await calls.post(`${url}/widgets`, { type: 'TopN' }, token)).statusCode,
    (await calls.remove(`${url}/widgets`, token)).statusCode,
    (await calls.post(`${url}/templates`, { path: 'a.json' }, token)).statusCode,
  ]

  test('a private dashboard is there for its owner and managers', async () => {
    const { id } = await make({ title: 'Private' })
    const url = `/api/dashboards/${id}`
    expect((await calls.get(url, 'user-bob')).statusCode).toBe(404)
    expect(await changes(url, 'user-bob')).toEqual([404, 404, 404, 404, 404, 404])
    // A bad body reveals nothing about existing objects.
    expect((await calls.patch(url, { nope: 1 }, 'user-bob')).statusCode).toBe(404)
    expect((await calls.patch('/api/dashboards/none', { nope: 1 })).statusCode).toBe(404)
    expect((await calls.get(url, 'user-admin')).json()).toMatchObject({ read_only: false })
    expect((await calls.patch(url, body, 'user-admin')).json()).toMatchObject({
      title: 'New',
      owner: { id: annId },
    })
    const placed = await calls.post(`${url}/widgets`, { type: 'TopN' }, 'user-admin')
    expect(placed.json()).toMatchObject({ owner: { id: annId } })
    expect((await calls.remove(url, 'user-admin')).statusCode).toBe(204)
  })

  test('a public one is read by everybody', async () => {
    const { id } = await make()
    const url = `/api/dashboards/${id}`
    const seen = (await calls.get(url, 'user-bob')).json()
    expect(seen).toMatchObject({ read_only: true, widgets: [{ read_only: true }, {}, {}] })
    expect(await changes(url, 'user-bob')).toEqual([403, 403, 403, 403, 403, 403])
    expect((await calls.patch(url, { nope: 1 }, 'user-bob')).statusCode).toBe(403)
    expect((await calls.get(url, 'ingest-1')).statusCode).toBe(403)
    expect((await server().app.inject({ url })).statusCode).toBe(401)
  })

  test('managers say which one is the default', async () => {
    const first = await make()
    const second = await make(edge, 'user-bob')
    const set = (id: number, token: TokenName) =>
      calls.patch(`/api/dashboards/${id}`, { is_default: true }, token)
    expect((await set(first.id, 'user-ann')).statusCode).toBe(403)
    expect((await set(first.id, 'user-admin')).json()).toMatchObject({ is_default: true })
    expect((await set(second.id, 'user-admin')).json()).toMatchObject({ is_default: true })
    expect((await calls.get(`/api/dashboards/${first.id}`)).json()).toMatchObject({ is_default: false })
    const closed = await calls.patch(`/api/dashboards/${second.id}`, { is_public: false }, 'user-bob')
    expect(closed.json()).toMatchObject({ is_public: false, is_default: false })
  })
})
