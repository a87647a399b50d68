import { expect, test } from 'vitest'
import { dashboardAddress, readDashboardPath, readOpenState } from '../draft/address.ts'
import { variableText } from './variable-text.ts'
import { changedValues, chosenVariables, toggledValue, valuesOf } from './variables.ts'

const config = {
  variables: [
    { name: 'host', field: 'host', value: ['a', 'b'], multi: true },
    { name: 'program', field: 'program', value: 'sshd', include_all: false },
    { name: 'level', field: 'severity' },
  ],
}
const chosen = (values: Record<string, string[]>) =>
  Object.fromEntries(chosenVariables(config, values).map(one => [one.name, valuesOf(one)]))
const defaults = { host: ['a', 'b'], program: ['sshd'], level: [] }

test.each<[name: string, values: Record<string, string[]>, wanted: object]>([
  ['nothing', {}, defaults],
  ['one of several', { host: ['c'] }, { ...defaults, host: ['c'] }],
  ['all of several', { host: [] }, { ...defaults, host: [] }],
  ['all where that is not allowed', { program: [] }, defaults],
  ['several where one is allowed', { level: ['3', '4'] }, { ...defaults, level: ['3'] }],
  ['an unknown variable', { nope: ['x'] }, defaults],
])('chooses %s', (_, values, wanted) => {
  expect(chosen(values)).toEqual(wanted)
})

test('the address holds what differs from the defaults', () => {
  expect(changedValues(config, { host: ['b', 'a'], program: ['cron'], nope: ['x'] })).toEqual({
    program: ['cron'],
  })
})

test('a click adds, removes or replaces', () => {
  const [host, program] = chosenVariables(config, {})
  if (!host || !program) throw new Error('no variables')
  expect(toggledValue(host, ['a'], 'b')).toEqual(['a', 'b'])
  expect(toggledValue(host, ['a', 'b'], 'a')).toEqual(['b'])
  expect(toggledValue(program, ['sshd'], 'cron')).toEqual(['cron'])
})

test.each([
  ['/dashboards', { dashboard: undefined, isTv: false }],
  ['/dashboards/7', { dashboard: 7, isTv: false }],
  ['/dashboards/overview', { dashboard: 'overview', isTv: false }],
  ['/dashboards/7/tv', { dashboard: 7, isTv: true }],
])('reads the path %s', (path, wanted) => {
  expect(readDashboardPath(path)).toEqual(wanted)
})

test.each([
  ['/dashboards/7', { range: undefined, values: {}, isFull: false }],
  [
    '/dashboards/7?range=today&var-host=a&var-host=b+c&var-program=&full=1',
    { range: { preset: 'today' }, values: { host: ['a', 'b c'], program: [] }, isFull: true },
  ],
])('an address is read and written: %s', (address, wanted) => {
  expect(readOpenState(address.split('?')[1] ?? '')).toEqual(wanted)
  expect(dashboardAddress(7, wanted)).toBe(address)
})

test.each([
  ['host', '007', '007'],
  ['ut_id', '12345678901234567890', '12345678901234567890'],
  ['severity', '3', 'Error'],
])('a value of %s, %s, is shown as %s', (field, value, text) => {
  expect(variableText({ name: 'chosen', field, value })).toBe(text)
})
