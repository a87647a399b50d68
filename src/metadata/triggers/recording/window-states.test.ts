import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../../testing/temporary.ts'

test('only states of triggers that are off, or from before their last change, are deleted', async () => {
  const { metadata, clock } = await openTemporaryMetadata()
  const { id: userId } = await metadata.users.create({ username: 'ann' })
  const group = await metadata.groups.create({ name: 'alerts', permissions: ['triggers'], hosts: ['*'] })
  await metadata.groups.update(group.id, { members: [userId] })
  const viewer = { userId, managesTriggers: false }
  const condition = { kind: 'absence', seconds: 60 } as const
  const create = async (name: string) =>
    (await metadata.triggers.create(viewer, { name, filter: [], condition })).id
  const [one, other] = [await create('one'), await create('other')]
  const records = metadata.matchRecords
  const save = (id: number, key: string) =>
    records.write(writer => writer.saveStates(id, new Map([[key, { state: '[]', due: 1 }]]), 10))
  const left = async (except: number[] = []) =>
    (await records.due(2, 10, except)).map(({ triggerId, key }) => `${triggerId} ${key}`).sort()
  await save(one, 'a')
  await save(other, 'a')
  await records.deleteStatesOfEnded([one, other])
  expect(await left()).toEqual([`${one} a`, `${other} a`])
  expect([await left([one]), await records.nextDue([one, other])]).toEqual([[`${other} a`], undefined])

  clock.seconds += 1
  await metadata.triggers.update(viewer, one, { condition: { ...condition, seconds: 90 } })
  clock.seconds += 1
  await save(one, 'b')
  await records.deleteStatesBeforeChange(one)
  expect(await left()).toEqual([`${one} b`, `${other} a`])

  await metadata.triggers.update(viewer, other, { is_active: false })
  await records.deleteStatesOfEnded([one, other])
  expect(await left()).toEqual([`${one} b`])
  await metadata.groups.update(group.id, { members: [] })
  await records.deleteStatesOfEnded([one])
  expect(await left()).toEqual([])
})
