import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../testing/until.ts'
import { tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'
import { RetentionService } from './retention-service.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  server.ruleClasses.push('debug')
})
afterAll(() => server.app.close())

const call = (method: 'GET' | 'PATCH', payload?: object) =>
  server.app.inject({
    method,
    url: '/api/retention',
    headers: tokenHeaders('user-admin'),
    ...(payload && { payload }),
  })
const unchanged = {
  days: 30,
  bytes: 0,
  classes: {},
  unset_classes: ['debug'],
  default_days: 30,
  default_bytes: 0,
  default_classes: {},
  due_days: [],
  changed_at: null,
  changed_by: null,
}

test('a change is in force with its answer, and null is what the settings say', async () => {
  expect((await call('GET')).json()).toEqual(unchanged)
  const changed = await call('PATCH', { days: 7 })
  expect([changed.statusCode, changed.json()]).toEqual([
    200,
    { ...unchanged, days: 7, due_days: ['2026-01-01'], changed_at: expect.any(Number), changed_by: 'admin' },
  ])
  expect(server.appliedLimits.at(-1)).toEqual({ days: 7, bytes: 0 })
  const { objects } = await server.people.metadata.audit.list(
    { objects: ['retention'] },
    { offset: 0, limit: 9 },
  )
  expect(objects).toMatchObject([
    { action: 'update', username: 'admin', changes: [{ member: 'days', before: 30, after: 7 }] },
  ])
  expect((await call('PATCH', { bytes: 5_000_000 })).json()).toMatchObject({ days: 7, bytes: 5_000_000 })
  expect(server.appliedLimits.at(-1)).toEqual({ days: 7, bytes: 5_000_000 })
  expect((await call('PATCH', { days: null, bytes: null })).json()).toMatchObject({
    days: 30,
    bytes: 0,
    due_days: [],
  })
  expect(server.appliedLimits.at(-1)).toEqual({ days: 30, bytes: 0 })
})

test('classes are changed as a whole; classes that rules set without days are named', async () => {
  const changed = await call('PATCH', { classes: { debug: 7, audit: 400 } })
  expect(changed.json()).toMatchObject({ classes: { debug: 7, audit: 400 }, unset_classes: [] })
  expect(server.appliedLimits.at(-1)).toEqual({ days: 30, bytes: 0, classes: { debug: 7, audit: 400 } })
  const { objects } = await server.people.metadata.audit.list(
    { objects: ['retention'] },
    { offset: 0, limit: 1 },
  )
  expect(objects).toMatchObject([{ changes: [{ member: 'classes' }] }])
  expect((await call('PATCH', { classes: { audit: 500 } })).json()).toMatchObject({
    classes: { audit: 500 },
    unset_classes: ['debug'],
  })
  await call('PATCH', { classes: null })
  expect(server.appliedLimits.at(-1)).toEqual({ days: 30, bytes: 0 })
})

test.each([
  [{ days: 0 }, { days: ['Ensure this value is greater than or equal to 1.'] }],
  [{ bytes: -1 }, { bytes: ['Ensure this value is greater than or equal to 0.'] }],
  [{ days: 'many' }, { days: ['A valid integer is required.'] }],
  [{ classes: { debug: 0 } }, { 'classes.debug': ['Ensure this value is greater than or equal to 1.'] }],
  [
    { classes: { default: 7 } },
    {
      'classes.default': [
        'Expected the name of a retention class: 1 to 40 letters, digits, - and _; default is none.',
      ],
    },
  ],
  [{ hours: 1 }, { hours: ['There is no such field.'] }],
])('%j is refused', async (body, fields) => {
  const before = server.appliedLimits.length
  const answer = await call('PATCH', body)
  expect([answer.statusCode, answer.json()]).toEqual([400, { ...fields, code: 'validation' }])
  expect(server.appliedLimits.length).toBe(before)
})

test('a change that could not be put in force is tried again, and so is a change of another node', async () => {
  const { metadata } = server.people
  const applied: number[] = []
  const said: string[] = []
  let isBroken = true
  const elsewhere = new RetentionService({
    stored: metadata.retention,
    defaults: { days: 30, bytes: 0 },
    ruleClasses: () => [],
    apply: async ({ days }) => {
      if (isBroken) throw new Error('the store is away')
      applied.push(days)
    },
    dueDays: async () => [],
    warn: line => said.push(line),
  })
  onTestFinished(() => elsewhere.close())
  await call('PATCH', { days: 12 })
  await eventually(() => said.length).toBeGreaterThan(0)
  expect(said[0]).toBe('The retention that was changed is not in force yet: Error: the store is away')
  isBroken = false
  await eventually(() => applied.at(-1)).toBe(12)
  await call('PATCH', { days: 13 })
  await eventually(() => applied.at(-1)).toBe(13)
})

test('a change is in force, and said to be, while the store cannot tell what is due', async () => {
  const { metadata } = server.people
  const said: string[] = []
  const elsewhere = new RetentionService({
    stored: metadata.retention,
    defaults: { days: 30, bytes: 0 },
    ruleClasses: () => [],
    apply: () => Promise.reject(new Error('the store is away')),
    dueDays: () => Promise.reject(new Error('the store is away')),
    warn: line => said.push(line),
  })
  onTestFinished(() => elsewhere.close())
  expect(await elsewhere.change({ days: 21 }, 'ann')).toMatchObject({ days: 21, due_days: null })
  expect(await metadata.retention.get()).toMatchObject({ days: 21, changedBy: 'ann' })
  expect(said).toContain('Days that are due could not be found: Error: the store is away')
})
