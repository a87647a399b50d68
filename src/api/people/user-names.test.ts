import { expect, test } from 'vitest'
import { adminId, annId, tokenHeaders } from '../testing/people.ts'
import { testServer } from '../testing/test-server.ts'

test('a user who works on tasks sees the names of all who may sign in', async () => {
  const { app, people } = await testServer()
  const { groups, users } = people.metadata
  await groups.create({ name: 'workers', permissions: ['tasks'], members: [annId] })
  await users.create({ username: 'gone', is_active: false })
  const url = '/api/user-names?page_size=2'
  const answer = await app.inject({ url, headers: tokenHeaders('user-ann') })
  expect(answer.json()).toEqual({
    objects: [
      { id: adminId, username: 'admin', fullname: 'admin' },
      { id: annId, username: 'ann', fullname: 'Ann Other' },
    ],
    item_count: 3,
    page_count: 2,
    page_number: 1,
    page_size: 2,
  })
  expect((await app.inject({ url, headers: tokenHeaders('user-bob') })).statusCode).toBe(403)
  await app.close()
})
