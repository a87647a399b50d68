import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { maxOwnTemplates } from '../../metadata/dashboards/templates/template-owners.ts'
import { tokenHeaders } from '../testing/people.ts'
import { dashboardTests } from './testing/dashboard-server.ts'

const { server, calls } = dashboardTests()

const edge = {
  is_public: true,
  config: { title: 'Edge', style_class: 'shine' },
  widgets: [{ type: 'TopN', config: { title: 'Hosts', limit: 5, unknown_view: 'kept' } }],
}

function putTemplate(name: string, text: string): void {
  const folder = path.join(server().people.folder, 'templates')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, name), text)
}

test('a dashboard is written as a template, listed, and made again from it', async () => {
  const { id } = (await calls.post('/api/dashboards', edge)).json()
  const url = `/api/dashboards/${id}/templates`
  const written = await calls.post(url, { path: 'net/edge.yaml' })
  expect([written.statusCode, written.json()]).toEqual([200, { path: 'net/edge.yaml' }])
  expect((await calls.post(url, { path: 'net/edge.yaml' })).json()).toEqual({
    detail: 'There is a template net/edge.yaml already; overwrite=true replaces it.',
    code: 'conflict',
  })
  const replaced = await calls.post(`${url}?overwrite=true`, { path: 'net/edge.yaml' }, 'user-admin')
  expect(replaced.statusCode).toBe(200)
  await calls.post(`${url}/`, { path: 'a.json' })

  expect((await calls.get('/api/dashboard-templates', 'user-bob')).json()).toEqual({
    objects: [
      { path: 'a.json', title: 'Edge', read_only: true },
      { path: 'net/edge.yaml', title: 'Edge', read_only: true },
    ],
    item_count: 2,
    page_count: 1,
    page_number: 1,
    page_size: 100,
  })
  const second = await calls.get('/api/dashboard-templates?page=2&page_size=1')
  expect(second.json()).toMatchObject({ objects: [{ path: 'net/edge.yaml' }], page_count: 2 })

  const made = await calls.post('/api/dashboards?template=net/edge.yaml', {}, 'user-bob')
  expect(made.statusCode).toBe(201)
  expect(made.json()).toMatchObject({ ...edge, title: 'Edge', owner: { username: 'bob' } })
  const other = await calls.post(
    '/api/dashboards?template=a.json',
    { title: 'Mine', is_public: false },
    'user-bob',
  )
  expect(other.json()).toMatchObject({
    title: 'Mine',
    config: { ...edge.config, title: 'Mine' },
    is_public: false,
  })
  const refused = await calls.post('/api/dashboards?template=a.json', { widgets: [] })
  expect(refused.json()).toMatchObject({ widgets: ['The widgets are those of the template.'] })
})

test.each(['../a.json', '/a.json', 'a.txt', '', 'x/../../a.yaml'])(
  '%j leaves the folder or is no template',
  async name => {
    const { id } = (await calls.post('/api/dashboards', { title: 'A' })).json()
    const answer = await calls.post(`/api/dashboards/${id}/templates`, { path: name })
    expect(answer.json()).toEqual({ path: [expect.any(String)], code: 'validation' })
    expect(answer.statusCode).toBe(400)
    const read = await calls.post(`/api/dashboards?template=${encodeURIComponent(name)}`, {})
    expect(read.statusCode).toBe(404)
  },
)

test.each([
  ['broken.json', '{', 'The file does not hold one dashboard.'],
  ['several.json', '[{}, {}]', 'The file does not hold one dashboard.'],
  [
    'strange.json',
    '{"title": 3, "x": 1}',
    'The file does not hold one dashboard. x: There is no such field. title: Not a valid string.',
  ],
])('%s is refused with what is wrong with it', async (name, text, message) => {
  putTemplate(name, text)
  const answer = await calls.post(`/api/dashboards?template=${name}`, {})
  expect(answer.json()).toEqual({ template: message, code: 'validation' })
  expect(answer.statusCode).toBe(400)
})

test('only who may change a dashboard writes it as a template', async () => {
  const { id } = (await calls.post('/api/dashboards', edge)).json()
  const write = (token: 'user-bob' | 'user-admin') =>
    calls.post(`/api/dashboards/${id}/templates`, { path: 'who.json' }, token)
  expect((await write('user-bob')).statusCode).toBe(403)
  expect((await write('user-admin')).statusCode).toBe(200)
})

test('only who manages dashboards writes over a template, be it the body that is wrong', async () => {
  const { id } = (await calls.post('/api/dashboards', { title: 'Own' }, 'user-bob')).json()
  const url = `/api/dashboards/${id}/templates`
  expect((await calls.post(url, { path: 'fresh.json' }, 'user-bob')).statusCode).toBe(200)
  expect((await calls.post(url, { path: 'fresh.json' }, 'user-bob')).statusCode).toBe(409)
  for (const overwrite of ['true', '1', 'yes']) {
    for (const body of [{ path: 'fresh.json' }, { path: 3 }, {}]) {
      const answer = await calls.post(`${url}?overwrite=${overwrite}`, body, 'user-bob')
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'permission_denied'])
    }
  }
  expect((await calls.post(`${url}?overwrite=false`, { path: 'other.json' }, 'user-bob')).statusCode).toBe(
    200,
  )
})

test('the author of a template removes it, and so does a user with manage_dashboards; a file that was put there by hand only the latter', async () => {
  const { id } = (await calls.post('/api/dashboards', { title: 'Own' }, 'user-bob')).json()
  await calls.post(`/api/dashboards/${id}/templates`, { path: 'mine/deep/own.json' }, 'user-bob')
  putTemplate('hand.json', '{"title": "Hand"}')
  const remove = async (name: string, token: 'user-ann' | 'user-bob' | 'user-admin') => {
    const url = `/api/dashboard-templates?path=${encodeURIComponent(name)}`
    return (await server().app.inject({ method: 'DELETE', url, headers: tokenHeaders(token) })).statusCode
  }
  for (const name of ['none.json', '../own.json', '.', '/etc/passwd', 'mine', 'mine/deep'])
    expect([name, await remove(name, 'user-admin')]).toEqual([name, 404])
  expect(await remove('mine/deep/own.json', 'user-ann')).toBe(403)
  expect(await remove('hand.json', 'user-bob')).toBe(403)
  expect(await remove('mine/deep/own.json', 'user-bob')).toBe(204)
  expect(await remove('mine/deep/own.json', 'user-bob')).toBe(404)
  expect(await remove('hand.json', 'user-admin')).toBe(204)
  expect(readdirSync(path.join(server().people.folder, 'templates'))).not.toContain('mine')
  // A removed path belongs to the user who writes it next.
  await calls.post(`/api/dashboards/${id}/templates`, { path: 'again.json' }, 'user-bob')
  expect(await remove('again.json', 'user-bob')).toBe(204)
  await calls.post(`/api/dashboards/${id}/templates`, { path: 'again.json' }, 'user-admin')
  expect(await remove('again.json', 'user-bob')).toBe(403)
})

test('one user does not fill the folder', async () => {
  const { id } = (await calls.post('/api/dashboards', { title: 'Own' }, 'user-bob')).json()
  const write = async (name: string, token: 'user-bob' | 'user-admin') =>
    (await calls.post(`/api/dashboards/${id}/templates`, { path: name }, token)).statusCode
  const { templateOwners } = server().people.metadata
  const paths = Array.from({ length: maxOwnTemplates }, (_, index) => `full-${index}.json`)
  for (const name of paths) {
    putTemplate(name, '{"title": "Full"}')
    await templateOwners.set(name, 3, paths)
  }
  expect(await write('more.json', 'user-bob')).toBe(409)
  expect(await write('more.json', 'user-admin')).toBe(200)
})
