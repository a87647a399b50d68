import { describe, expect, test } from 'vitest'
import type { Fault } from '../../schema/fault.ts'
import { openTemporaryMetadata } from '../testing/temporary.ts'

const faultOf = (work: Promise<unknown>): Promise<Fault> =>
  work.then(
    () => Promise.reject(new Error('nothing was thrown')),
    fault => fault,
  )

test('a user is shown with what it was made of', async () => {
  const { metadata, clock } = await openTemporaryMetadata()
  const group = await metadata.groups.create({ name: 'Night shift' })
  const user = await metadata.users.create({
    username: 'ann',
    email: 'ann@example.org',
    first_name: 'Ann',
    last_name: 'Ång',
    groups: [group.id, group.id],
    password: 'pw',
  })
  expect(user).toEqual({
    id: 1,
    username: 'ann',
    fullname: 'Ann Ång',
    email: 'ann@example.org',
    first_name: 'Ann',
    last_name: 'Ång',
    is_active: true,
    groups: [group.id],
    created_at: clock.seconds,
    is_admin: false,
    last_login_at: null,
  })
  expect(await metadata.users.get(1)).toEqual(user)
  expect((await metadata.users.create({ username: 'bob' })).fullname).toBe('bob')
})

describe('names', () => {
  test.each(['ann', 'ANN', 'Ａｎｎ'])('%s is taken when there is an Ann', async name => {
    const { metadata } = await openTemporaryMetadata()
    await metadata.users.create({ username: 'Ann' })
    const bob = await metadata.users.create({ username: 'bob' })
    const taken = { code: 'validation', fields: { username: ['A user with that username already exists.'] } }
    expect(await faultOf(metadata.users.create({ username: name }))).toMatchObject(taken)
    expect(await faultOf(metadata.users.update(bob.id, { username: name }))).toMatchObject(taken)
    expect((await metadata.users.list({ offset: 0, limit: 10 })).itemCount).toBe(2)
  })

  test('may change their letter case', async () => {
    const { metadata } = await openTemporaryMetadata()
    const { id } = await metadata.users.create({ username: 'ann' })
    expect((await metadata.users.update(id, { username: 'Ann' })).username).toBe('Ann')
    expect((await metadata.users.findByName('aNN'))?.id).toBe(id)
  })
})

test('a patch changes what it names', async () => {
  const { metadata } = await openTemporaryMetadata()
  const [day, night] = [
    await metadata.groups.create({ name: 'day' }),
    await metadata.groups.create({ name: 'night' }),
  ]
  const before = await metadata.users.create({ username: 'ann', email: 'a@example.org', groups: [day.id] })
  expect(await metadata.users.update(before.id, { last_name: 'Lee' })).toEqual({
    ...before,
    last_name: 'Lee',
    fullname: 'Lee',
  })
  expect((await metadata.users.update(before.id, { groups: [night.id] })).groups).toEqual([night.id])
  expect((await metadata.groups.get(night.id)).members).toEqual([before.id])
  const unknown = await faultOf(
    metadata.users.update(before.id, { email: 'b@example.org', groups: [day.id, 99] }),
  )
  expect(unknown).toMatchObject({ fields: { groups: ['Invalid pk "99" - object does not exist.'] } })
  expect(await metadata.users.get(before.id)).toMatchObject({ email: 'a@example.org', groups: [night.id] })
})

test('a missing person is not found', async () => {
  const { metadata } = await openTemporaryMetadata()
  expect(await faultOf(metadata.users.get(7))).toMatchObject({ code: 'not_found' })
  expect(await faultOf(metadata.users.update(7, {}))).toMatchObject({ code: 'not_found' })
  expect(await faultOf(metadata.users.remove(7))).toMatchObject({ code: 'not_found' })
  expect(await metadata.users.findByName('nobody')).toBeUndefined()
})

test('an id is never given again', async () => {
  const { metadata } = await openTemporaryMetadata()
  const { id } = await metadata.users.create({ username: 'ann' })
  await metadata.users.remove(id)
  expect((await metadata.users.create({ username: 'ann' })).id).toBe(id + 1)
})

test('pages of users', async () => {
  const { metadata } = await openTemporaryMetadata()
  for (const username of ['a', 'b', 'c']) await metadata.users.create({ username })
  const { objects, itemCount } = await metadata.users.list({ offset: 1, limit: 1 })
  expect([objects.map(user => user.username), itemCount]).toEqual([['b'], 3])
  expect(await metadata.users.list({ offset: 3, limit: 1 })).toEqual({ objects: [], itemCount: 3 })
})

test('dashboards go with their owner; widgets that others have attached stay', async () => {
  const { metadata } = await openTemporaryMetadata()
  const { users, dashboards, widgetQueries } = metadata
  const editor = async (username: string) => {
    const { id } = await users.create({ username })
    return { userId: id, managesDashboards: false, managesWidgets: false, check: () => {} }
  }
  const [ann, bob] = [await editor('ann'), await editor('bob')]
  const widgets = [{ type: 'TopN', config: { limit: 3 } }]
  const [source] = await dashboards.create(ann, [{ title: 'Edge', is_public: true, widgets }])
  const copy = await dashboards.clone(bob, source?.id ?? 0, { cloneWidgets: false, draft: {} })
  const told: (readonly number[])[] = []
  widgetQueries.onChange(changed => told.push(changed?.dashboards ?? []))
  await users.remove(ann.userId)
  await expect(dashboards.get(bob, source?.id ?? 0)).rejects.toMatchObject({ code: 'not_found' })
  expect((await dashboards.get(bob, copy.id)).widgets).toMatchObject([
    { owner: { id: bob.userId }, config: { limit: 3 }, read_only: false },
  ])
  expect(told).toEqual([expect.arrayContaining([source?.id, copy.id])])
})
