import { expect, onTestFinished, test } from 'vitest'
import { tokenHeaders } from '../../api/testing/people.ts'
import { testServer } from '../../api/testing/test-server.ts'
import { createDemoTriggers, demoTriggers } from './triggers.ts'

async function opened() {
  const { app, people } = await testServer()
  onTestFinished(() => app.close())
  const { metadata } = people
  const admin = { userId: 1, managesTriggers: true }
  const names = async () =>
    (await metadata.triggers.list(admin, { offset: 0, limit: 50 })).objects.map(({ name }) => name).toSorted()
  return { app, metadata, admin, names }
}

test('the triggers of the demo have no faults', async () => {
  const { app } = await opened()
  const headers = tokenHeaders('user-admin')
  for (const payload of demoTriggers) {
    const answer = await app.inject({ method: 'POST', url: '/api/triggers', headers, payload })
    expect([answer.statusCode, payload.name]).toEqual([201, payload.name])
  }
})

test('they are created once: deleted ones do not come back', async () => {
  const { metadata, admin, names } = await opened()
  await createDemoTriggers(metadata)
  expect(await names()).toEqual(demoTriggers.map(({ name }) => name).toSorted())
  const { objects } = await metadata.triggers.list(admin, { offset: 0, limit: 50 })
  await metadata.triggers.removeAll(
    admin,
    objects.map(({ id }) => id),
  )
  await createDemoTriggers(metadata)
  expect(await names()).toEqual([])
})

test('an installation with triggers gets none', async () => {
  const { metadata, admin, names } = await opened()
  await metadata.triggers.create(admin, { name: 'Mine', filter: [] })
  await createDemoTriggers(metadata)
  expect(await names()).toEqual(['Mine'])
})
