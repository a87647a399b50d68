import { expect, test } from 'vitest'
import type { Draft } from '../draft/draft.ts'
import { settingsFaults, settingsForm, settingsOf } from './settings-form.ts'

const draft = (config: Record<string, unknown>): Draft => ({
  config,
  isPublic: false,
  isDefault: false,
  widgets: [],
})
const full = draft({
  title: 'A',
  other: 1,
  style_class: 'infographic',
  time_range: { preset: 'last_1_hours', timezone: 'Asia/Tokyo', step: 60 },
  variables: [{ name: 'host', field: 'host', value: ['a', 'b'], multi: true }],
})

test('nothing changed keeps everything as it is', () => {
  expect(settingsOf(settingsForm(full), full, 'UTC').config).toEqual(full.config)
})

test('changes are written, and what is emptied goes', () => {
  const form = settingsForm(full)
  const [host] = form.variables
  if (!host) throw new Error('no variable')
  const changed = settingsOf(
    {
      ...form,
      title: ' B ',
      range: { preset: 'today' },
      style: '',
      isDefault: true,
      variables: [{ ...host, multi: false, label: 'Host', values: 'x, y', includeAll: false, forAll: false }],
    },
    full,
    'UTC',
  )
  expect(changed).toEqual({
    config: {
      title: 'B',
      other: 1,
      time_range: { preset: 'today', timezone: 'UTC' },
      variables: [
        {
          name: 'host',
          label: 'Host',
          field: 'host',
          value: 'x',
          multi: false,
          include_all: false,
          applies_to: 'named',
        },
      ],
    },
    isPublic: true,
    isDefault: true,
  })
  expect(settingsOf({ ...form, range: undefined, variables: [] }, full, 'UTC').config).toEqual({
    title: 'A',
    other: 1,
    style_class: 'infographic',
  })
})

test('missing values are named', () => {
  const row = {
    key: 1,
    name: 'a',
    label: '',
    field: 'host',
    values: '',
    multi: false,
    includeAll: true,
    forAll: true,
  }
  const form = {
    ...settingsForm(draft({})),
    variables: [row, row, { ...row, name: '1 b', field: ' ' }],
  }
  expect(Object.keys(settingsFaults(form))).toEqual([
    'title',
    'variables[1].name',
    'variables[2].name',
    'variables[2].field',
  ])
})
