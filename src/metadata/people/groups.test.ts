import { expect, test } from 'vitest'
import { getRights } from '../identity/rights.ts'
import { openTemporaryMetadata } from '../testing/temporary.ts'

test('a group is shown with what it was made of, and changes', async () => {
  const { metadata } = await openTemporaryMetadata()
  const ann = await metadata.users.create({ username: 'ann' })
  const draft = {
    name: 'Net',
    description: 'Routers',
    permissions: ['tasks', 'search'] as const,
    hosts: ['fw-*', '10.0.0.?'],
    members: [ann.id],
  }
  const group = await metadata.groups.create({ ...draft, permissions: [...draft.permissions] })
  expect(group).toEqual({ id: 1, ...draft, permissions: ['search', 'tasks'], external_groups: [] })
  expect(await metadata.groups.update(1, { hosts: [] })).toEqual({ ...group, hosts: [] })
  expect(await metadata.groups.update(1, { name: 'NET', members: [] })).toMatchObject({
    name: 'NET',
    members: [],
  })
  expect((await metadata.users.get(ann.id)).groups).toEqual([])
  await expect(metadata.groups.create({ name: 'net' })).rejects.toMatchObject({
    fields: { name: ['A group with that name already exists.'] },
  })
  await expect(metadata.groups.update(1, { members: [ann.id, 99] })).rejects.toMatchObject({
    fields: { members: ['Invalid pk "99" - object does not exist.'] },
  })
  expect((await metadata.groups.list({ offset: 0, limit: 10 })).objects).toHaveLength(1)
  await metadata.groups.remove(1)
  await expect(metadata.groups.remove(1)).rejects.toMatchObject({ code: 'not_found' })
  await expect(metadata.groups.get(1)).rejects.toMatchObject({ code: 'not_found' })
})

test('members that are added and removed at the same time are all changed', async () => {
  const { metadata } = await openTemporaryMetadata()
  const { groups, users } = metadata
  const [ann, ben, eve] = [
    await users.create({ username: 'ann' }),
    await users.create({ username: 'ben' }),
    await users.create({ username: 'eve' }),
  ]
  const { id } = await groups.create({ name: 'Net', members: [eve.id] })
  await Promise.all([
    groups.changeMembers(id, { add: [ann.id, eve.id] }),
    groups.changeMembers(id, { add: [ben.id] }),
    groups.changeMembers(id, { remove: [eve.id, 99] }),
  ])
  const { members } = await groups.changeMembers(id, { remove: [eve.id] })
  expect(members).toEqual([ann.id, ben.id])
  await expect(groups.changeMembers(id, { add: [99] })).rejects.toMatchObject({
    fields: { members: ['Invalid pk "99" - object does not exist.'] },
  })
  await expect(groups.changeMembers(99, {})).rejects.toMatchObject({ code: 'not_found' })
})

test('rights add up over groups', async () => {
  const { metadata } = await openTemporaryMetadata()
  const ann = await metadata.users.create({ username: 'ann' })
  const rights = async () => {
    const { permissions, hosts } = await getRights(metadata.db, { id: ann.id, is_admin: 0 })
    return [[...permissions].sort(), hosts]
  }
  expect(await rights()).toEqual([[], []])
  await metadata.groups.create({ name: 'a', permissions: ['search'], hosts: ['fw-*'], members: [ann.id] })
  await metadata.groups.create({
    name: 'b',
    permissions: ['search', 'tasks'],
    hosts: ['db-*', 'fw-*'],
    members: [ann.id],
  })
  await metadata.groups.create({ name: 'c', permissions: ['reports'], hosts: ['*'] })
  expect(await rights()).toEqual([
    ['search', 'tasks'],
    ['db-*', 'fw-*'],
  ])
  await metadata.groups.update(3, { members: [ann.id] })
  expect(await rights()).toEqual([['reports', 'search', 'tasks'], ['*']])
})

test('a permission that this version does not know gives nothing', async () => {
  const { metadata } = await openTemporaryMetadata()
  const ann = await metadata.users.create({ username: 'ann' })
  await metadata.groups.create({ name: 'a', members: [ann.id] })
  await metadata.db.updateTable('groups').set({ permissions: '["fly","search"]' }).execute()
  expect([...(await getRights(metadata.db, { id: ann.id, is_admin: 0 })).permissions]).toEqual(['search'])
  expect((await metadata.groups.get(1)).permissions).toEqual(['search'])
})
