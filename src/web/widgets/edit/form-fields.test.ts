import { expect, test } from 'vitest'
import { type QueryType, queryTypes } from '../../../schema/query/query.ts'
import { views } from '../views/views.ts'
import { formFields } from './form-fields.ts'

const named = (type: QueryType, view: Parameters<typeof formFields>[1]) =>
  formFields(type, view).map(({ name, control }) => `${name}: ${control}`)

test('the form of a ranking', () => {
  expect(named('TopN', 'list')).toEqual([
    'description: text',
    'time_range: range',
    'freeze_time: boolean',
    'filter: filter',
    'field: field',
    'limit: integer',
    'with_subperiods: boolean',
    'top_periods: boolean',
    'show_other: boolean',
    'ignore_empty: boolean',
    'subfields: fields',
    'subfields_limit: integer',
  ])
  expect(named('TopN', 'time_chart_bars')).not.toContain('with_subperiods: boolean')
})

test('archives can be included where there are some, by queries over events', () => {
  const names = (type: QueryType, hasArchive?: boolean) =>
    formFields(type, views[type][0], hasArchive).map(({ name }) => name)
  expect(names('TopN', true)).toContain('with_archive')
  expect(names('TopN')).not.toContain('with_archive')
  expect(names('System_CPU', true)).not.toContain('with_archive')
})

test('the form of a search has its columns, the form of a rate its statistics', () => {
  expect(named('Search', 'stream')).toEqual(
    expect.arrayContaining(['sort: order', 'limit: integer', 'columns: fields']),
  )
  expect(named('EventRate', 'bars')).toContain('show_avg: boolean')
})

test('views of one number have thresholds, and no others', () => {
  for (const type of ['TopN', 'EventRate', 'Stats'] as const) {
    expect(named(type, 'badge')).toEqual(
      expect.arrayContaining(['warning_from: integer', 'error_from: integer']),
    )
    expect(named(type, views[type][0])).not.toContain('warning_from: integer')
  }
})

test('bounds, choices and defaults come from the schema', () => {
  const field = (type: QueryType, name: string) =>
    formFields(type, views[type][0]).find(one => one.name === name)
  expect(field('TopN', 'limit')).toMatchObject({ title: 'Rows', min: 1, max: 10_000, default: 5 })
  expect(field('Tasks', 'target')).toMatchObject({ choices: ['assigned_to_me', 'all'], default: 'all' })
  expect(field('Tasks', 'sort')).toMatchObject({
    choices: ['-created_at', 'created_at', '-updated_at', 'updated_at'],
    default: '-created_at',
  })
  expect(field('Notifications', 'sort')).toMatchObject({ default: '-created_at' })
  expect(field('System_CPU', 'cpu')).toMatchObject({ control: 'text', default: 'totals' })
})

test.each(Object.keys(queryTypes) as QueryType[])('%s has a form with a time range and titles', type => {
  const fields = formFields(type, views[type][0])
  expect(fields.map(({ control }) => control)).toContain('range')
  for (const { title } of fields) expect(title).toMatch(/^[A-Z]/)
})
