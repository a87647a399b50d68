import { beforeEach, describe, expect, test } from 'vitest'
import type { Dashboard } from '../../schema/dashboards/dashboard.ts'
import { clearDashboards, dashboardTests } from '../dashboards/testing/dashboard-server.ts'
import type { TokenName } from '../testing/people.ts'

const { server, calls } = dashboardTests()
beforeEach(() => clearDashboards(server()))

async function place(widgets: object[], options: object = {}, token: TokenName = 'user-ann') {
  const answer = await calls.post('/api/dashboards', { title: 'Board', widgets, ...options }, token)
  const board: Dashboard = answer.json()
  return board.widgets.map(widget => widget.id)
}

async function titles(url: string, token: TokenName = 'user-ann'): Promise<string[]> {
  const { objects } = (await calls.get(url, token)).json()
  return objects.map((one: { title: string }) => one.title)
}

test('a widget is shown, changed, replaced, exported, removed', async () => {
  const config = { title: 'Hosts', field: 'host', limit: 5, color: 'kept' }
  const [id] = await place([{ type: 'TopN', config, is_public: false }])
  const url = `/api/widgets/${id}`
  const shown = (await calls.get(url)).json()
  expect(shown).toMatchObject({ id, type: 'TopN', title: 'Hosts', config, read_only: false, position: 0 })
  expect((await calls.get(`${url}?export=true`)).json()).toEqual({ type: 'TopN', config, is_public: false })

  const patched = (await calls.patch(url, { title: 'Top', position: 4 })).json()
  expect(patched).toMatchObject({ title: 'Top', config: { ...config, title: 'Top' }, position: 4 })
  expect(patched.query_id).toBe(shown.query_id)
  const narrowed = (await calls.patch(url, { config: { title: 'Top', limit: 3 } })).json()
  expect(narrowed.config).toEqual({ title: 'Top', limit: 3 })
  expect(narrowed.query_id).not.toBe(shown.query_id)

  const replaced = (await calls.put(url, { type: 'LastN', size: 2 })).json()
  expect(replaced).toMatchObject({ id, type: 'LastN', title: '', config: {}, position: 0, size: 2 })
  expect((await calls.put(url, { config: {} })).json()).toEqual({
    type: ['This field is required.'],
    code: 'validation',
  })
  expect((await calls.patch(url, { config: { limit: 0 }, id: 3 })).json()).toEqual({
    id: ['There is no such field.'],
    code: 'validation',
  })
  expect((await calls.patch(url, { type: 'TopN', config: { limit: 0, field: 'counter' } })).json()).toEqual({
    'config.limit': [expect.any(String)],
    code: 'validation',
  })
  expect((await calls.remove(url)).statusCode).toBe(204)
  expect((await calls.get(url)).statusCode).toBe(404)
  expect((await calls.get('/api/dashboards')).json().objects[0].widgets).toEqual([])
})

test('every query type is a widget type', async () => {
  const [id] = await place([{ type: 'Search' }])
  const { type } = (await calls.put(`/api/widgets/${id}`, { type: 'Nope' })).json()
  const known = String(type[0]).replace('expected one of ', '').split(', ')
  expect(known).toHaveLength(18)
  for (const one of known) {
    const answer = await calls.put(`/api/widgets/${id}`, { type: one, config: { title: one, col: 2 } })
    expect(answer.json()).toMatchObject({ type: one, title: one })
  }
})

test('a list holds own widgets: filtered, ordered, paged', async () => {
  const titled = (title: string) => ({ type: 'TopN', title })
  await place([titled('b'), titled('A'), titled('a')])
  await place([titled('open')], { is_public: true }, 'user-bob')
  await place([titled('closed')], {}, 'user-bob')
  expect(await titles('/api/widgets')).toEqual(['a', 'A', 'b'])
  expect(await titles('/api/widgets?ordering=title')).toEqual(['A', 'a', 'b'])
  expect(await titles('/api/widgets?ordering=-title&page=2&page_size=2')).toEqual(['A'])
  expect(await titles('/api/widgets?title=B')).toEqual(['b'])
  expect(await titles('/api/widgets?public=true')).toEqual(['open'])
  expect(await titles('/api/widgets?show_all=true')).toEqual(['a', 'A', 'b'])
  expect(await titles('/api/widgets?show_all=true&title=closed', 'user-admin')).toEqual(['closed'])
  const exported = (await calls.get('/api/widgets?export=true&title=b')).json()
  expect(exported).toMatchObject({ objects: [{ type: 'TopN', config: { title: 'b' } }], item_count: 1 })
})

describe('rights of users', () => {
  const changes = async (url: string, token: TokenName) => [
    (await calls.patch(url, { title: 'New' }, token)).statusCode,
    (await calls.put(url, { type: 'TopN' }, token)).statusCode,
    (await calls.remove(url, token)).statusCode,
  ]

  test('one on a private dashboard is there for its owner and managers', async () => {
    const [id] = await place([{ type: 'TopN', is_public: true }])
    const url = `/api/widgets/${id}`
    expect((await calls.get(url, 'user-bob')).statusCode).toBe(404)
    expect(await changes(url, 'user-bob')).toEqual([404, 404, 404])
    expect((await calls.patch(url, { nope: 1 }, 'user-bob')).statusCode).toBe(404)
    expect((await calls.get(url, 'user-admin')).json()).toMatchObject({ read_only: false })
    expect(await changes(url, 'user-admin')).toEqual([200, 200, 204])
  })

  test('one on a public dashboard is read by everybody', async () => {
    const [id] = await place([{ type: 'TopN' }], { is_public: true })
    const url = `/api/widgets/${id}`
    expect((await calls.get(url, 'user-bob')).json()).toMatchObject({ id, read_only: true })
    expect(await changes(url, 'user-bob')).toEqual([403, 403, 403])
    expect(await changes(url, 'user-ann')).toEqual([200, 200, 204])
  })
})
