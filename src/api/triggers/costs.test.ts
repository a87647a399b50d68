import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const costOf = (trigger_id: number) => ({
  ...{ trigger_id, matched: 1, tried: 2 },
  ...{ micros: 0.5, is_unindexed: false },
})

let server: TestServer
beforeAll(async () => {
  server = await testServer({ triggerCosts: async () => [1, 2, 99].map(costOf) })
  const { metadata } = server.people
  const { id } = await metadata.groups.create({ name: 'people', permissions: ['triggers'], hosts: ['fw-*'] })
  await metadata.groups.update(id, { members: [2] })
  for (const is_private of [true, false]) {
    const draft = { name: 'x', filter: [], is_private }
    await metadata.triggers.create({ userId: 1, managesTriggers: true }, draft)
  }
})
afterAll(() => server.app.close())

test.each([
  ['user-admin', [costOf(1), costOf(2)]],
  // The numbers count events of all hosts.
  ['user-ann', [{ ...costOf(2), matched: null, tried: null, micros: null }]],
] as const)('%s sees the triggers that it may, with numbers if it sees all hosts', async (as, wanted) => {
  const headers = tokenHeaders(as)
  const answer = await server.app.inject({ url: '/api/triggers-costs', headers })
  expect(answer.json()).toEqual(wanted)
})
