import { expect, test } from 'vitest'
import { eventually } from '../../testing/until.ts'
import type { ServerDeps } from '../server-deps.ts'
import { requestAs } from '../testing/request-as.ts'
import { testServer } from '../testing/test-server.ts'

test('each user has one template read at a time, so that one user leaves turns to others', async () => {
  const started: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const read = async (name: string) => {
    started.push(name)
    await released
    return { title: name }
  }
  // The route calls nothing else.
  const templates = { read } as unknown as ServerDeps['templates']
  const { app } = await testServer({ templates })
  const ask = requestAs(() => app, 'user-bob')
  const make = (name: string, token: 'user-ann' | 'user-bob') =>
    ask('POST', `/api/dashboards?template=${name}`, {}, token)
  const ofBob = Array.from({ length: 9 }, (_, at) => make(`bob-${at}`, 'user-bob'))
  const refused = await Promise.race(ofBob)
  expect([refused.statusCode, refused.json()]).toEqual([
    503,
    { detail: 'At most 8 templates are read for one user.', code: 'overloaded' },
  ])
  const ofAnn = make('ann', 'user-ann')
  await eventually(() => started.length).toBe(2)
  expect(started.filter(name => name.startsWith('bob'))).toHaveLength(1)
  expect(started).toContain('ann')
  release()
  expect((await ofAnn).statusCode).toBe(201)
  const codes = (await Promise.all(ofBob)).map(({ statusCode }) => statusCode)
  expect(codes.sort()).toEqual([...Array.from({ length: 8 }, () => 201), 503])
  expect((await make('again', 'user-bob')).statusCode).toBe(201)
  await app.close()
})
