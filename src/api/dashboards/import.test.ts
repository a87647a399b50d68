import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { DashboardExport } from '../../schema/dashboards/dashboard.ts'
import { eventually } from '../../testing/until.ts'
import { dashboardTests } from './testing/dashboard-server.ts'

const { calls } = dashboardTests()

/** Expects the export to equal the import, except that `is_public` is always present. */
async function expectSameBack(body: ImportedFile | ImportedFile[]): Promise<void> {
  const answer = await calls.post('/api/dashboards', body)
  expect(answer.statusCode, answer.body.slice(0, 2_000)).toBe(201)
  const made: { id: number }[] = [answer.json()].flat()
  const exported = []
  for (const { id } of made) exported.push((await calls.get(`/api/dashboards/${id}?export=true`)).json())
  expect(exported).toEqual([body].flat().map(one => ({ is_public: false, ...one })))
  const listed = (await calls.get('/api/dashboards?export=true&page_size=1000&ordering=id')).json().objects
  expect(listed.slice(-exported.length)).toEqual(exported)
  // Importing the export again gives the same result.
  const again: { id: number }[] = (await calls.post('/api/dashboards', exported)).json()
  const twice = []
  for (const { id } of again) twice.push((await calls.get(`/api/dashboards/${id}?export=true`)).json())
  expect(twice).toEqual(exported)
}

/** The type of an imported file. */
type ImportedFile = Omit<DashboardExport, 'is_public'> & { is_public?: boolean }

/** Forms of exported files in circulation, modelled on our own reference files. */
const forms: Record<string, ImportedFile> = {
  'the form of old exports, with positions and sizes': {
    is_public: false,
    config: {
      title: 'Old',
      style_class: 'vintage',
      time_range: { preset: 'last_1_hours', timezone: 'Europe/Berlin' },
    },
    widgets: [
      {
        position: 0,
        size: 4,
        is_public: false,
        type: 'EventRate',
        config: { title: 'Per day', show_min: false, show_avg: true, sizeX: 3, col: 0, row: 0, filter: [] },
      },
      {
        position: 1,
        size: 2,
        type: 'Search',
        config: { sort: '-first_occurrence', limit: 10, filter: [{ field: 'status', value: [1], op: 'ne' }] },
      },
    ],
  },
  'conditions without an operator, and tags by their names': {
    config: { title: 'Tags' },
    widgets: [
      {
        type: 'TopN',
        config: {
          field: 'Tag With Spaces',
          limit: 25,
          view_type: 'list',
          filter: [{ field: 'program', value: ['a*'] }],
        },
      },
      { type: 'TopN', config: { field: 'ut_some_tag', show_other: true, view_type: 'time_chart_splines' } },
      {
        type: 'LastN',
        config: { field: 'host', filter: [{ field: 'message', op: 'qp', value: ['up* -down'] }] },
      },
    ],
  },
  'ranges that are neither presets nor absolute': {
    is_public: true,
    config: { title: 'Ranges', time_range: { ts_from: -3600, ts_to: 0, timezone: 'America/New_York' } },
    widgets: [
      { type: 'EventRate', config: { time_range: { preset: 'today', step: 1800 } } },
      { type: 'EventRate', config: { time_range: null, columns: ['host', 'message'] } },
    ],
  },
}

describe('an imported dashboard is exported as it was', () => {
  test.each(Object.entries(forms))('%s', async (_, form) => {
    await expectSameBack(form)
  })

  test('several at once', async () => {
    await expectSameBack(Object.values(forms))
  })
})

describe('a widget whose search cannot be read', () => {
  const search = (value: string) => ({
    type: 'Search',
    config: {
      title: value,
      filter: [
        { field: 'host', value: ['a'] },
        { field: 'message', op: 'qp', value },
      ],
    },
  })

  test('is imported, and the answer says what is wrong with it', async () => {
    const file = { title: 'Old', widgets: [search('up'), search('a ('), search('b OR')] }
    const answer = await calls.post('/api/dashboards', [{ title: 'Good', widgets: [search('up')] }, file])
    expect(answer.statusCode, answer.body).toBe(201)
    const [good, made] = answer.json()
    expect(good).not.toHaveProperty('warnings')
    expect(made.widgets).toHaveLength(3)
    expect(made.warnings).toEqual([
      {
        widget_id: made.widgets[1].id,
        field: 'config.filter[1].value',
        message: expect.stringContaining('at position 3'),
      },
      {
        widget_id: made.widgets[2].id,
        field: 'config.filter[1].value',
        message: expect.stringContaining('at position 4'),
      },
    ])
    // Only the import has warnings; reading the widget shows them with the widget itself.
    const read = (await calls.get(`/api/dashboards/${made.id}`)).json()
    expect(read).toEqual({ ...made, warnings: undefined })
    const exported = await calls.get(`/api/dashboards/${made.id}?export=true`)
    expect(exported.json().widgets).toEqual(file.widgets)
    const again = await calls.post('/api/dashboards', exported.json())
    expect([again.statusCode, again.json().warnings.length]).toEqual([201, 2])
  })

  test('says what is wrong with it when it is shown', async () => {
    const { widgets } = (await calls.post('/api/dashboards', { title: 'A', widgets: [search('a (')] })).json()
    const shown = async () => (await calls.get(`/api/query/${widgets[0].query_id}`)).json()
    await eventually(shown).toMatchObject({
      status: 'FAILURE',
      error: { code: 'query_syntax', detail: expect.stringContaining('at position 3') },
    })
  })

  test('is imported by a template too; with another fault in it nothing is', async () => {
    const { id } = (await calls.post('/api/dashboards', { title: 'T', widgets: [search('c (')] })).json()
    await calls.post(`/api/dashboards/${id}/templates`, { path: 'syntax.json' })
    const made = await calls.post('/api/dashboards?template=syntax.json', {})
    expect([made.statusCode, made.json().warnings]).toMatchObject([
      201,
      [{ field: 'config.filter[1].value' }],
    ])
    const wrong = search('a (')
    const config = { ...wrong.config, limit: 0 }
    const refused = await calls.post('/api/dashboards', { title: 'W', widgets: [{ ...wrong, config }] })
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'validation'])
    const two = { title: 'W', widgets: [wrong, { type: 'TopN', config: { limit: 0 } }] }
    const both = await calls.post('/api/dashboards', two)
    expect(Object.keys(both.json())).toEqual(['widgets[1].config.limit', 'code'])
  })
})

/** Files of users, which we may not distribute and which do not exist everywhere. */
const folder = fileURLToPath(new URL('../../../../shared/samples/dashboards', import.meta.url))
const files = existsSync(folder) ? readdirSync(folder).filter(name => /\.(json|ya?ml)$/.test(name)) : []

describe.runIf(files.length > 0)('real files are taken, and given back as they were', () => {
  test.each(files)('%s', async name => {
    await expectSameBack(parse(readFileSync(path.join(folder, name), 'utf8')))
  })
})
