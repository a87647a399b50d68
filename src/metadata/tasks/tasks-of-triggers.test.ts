import { expect, test } from 'vitest'
import { migrations } from '../migrations/all.ts'
import type { Metadata } from '../open.ts'
import { insertAction } from '../testing/insert-action.ts'
import { isInFiles } from '../testing/postgres.ts'
import { openTemporaryMetadata } from '../testing/temporary.ts'
import { hostListId } from '../triggers/host-lists.ts'

const ownerHosts = ['db-9', 'fw-1']

/** A task that a trigger of the owner created; `hosts`: what the owner saw when it fired. */
async function createByTrigger(
  metadata: Metadata,
  userId: number,
  title: string,
  hosts?: readonly string[],
): Promise<void> {
  const owner_hosts_id = hosts === undefined ? null : await hostListId(metadata.db, hosts)
  await insertAction(metadata, { kind: 'task', owner_id: userId, idempotency_key: title, owner_hosts_id })
  await metadata.tasks.create({ userId, managesTasks: false }, { title }, title)
}

test('a task of a trigger is for its owner, its assignee, and managers who see all hosts of the owner', async () => {
  const { metadata } = await openTemporaryMetadata()
  const { tasks, users } = metadata
  const [owner, boss] = [
    { userId: (await users.create({ username: 'owner' })).id, managesTasks: false },
    { userId: (await users.create({ username: 'boss' })).id, managesTasks: true },
  ]
  await createByTrigger(metadata, owner.userId, 'of some', ownerHosts)
  await createByTrigger(metadata, owner.userId, 'of all', ['*'])
  await createByTrigger(metadata, owner.userId, 'of unknown')
  await tasks.create(owner, { title: 'by hand' })
  const all = ['of some', 'of all', 'of unknown', 'by hand']

  /** Titles of the listed tasks. Checks that the viewer can read and change exactly these tasks. */
  const seenBy = async (viewer: Parameters<typeof tasks.list>[0]) => {
    const order = [{ field: 'id' as const, descending: false }]
    const { objects, itemCount } = await tasks.list(viewer, { offset: 0, limit: 9, order, showAll: true })
    const listed = objects.map(({ title }) => title)
    expect(itemCount).toBe(listed.length)
    const uses = {
      read: (id: number) => tasks.get(viewer, id),
      changed: (id: number) => tasks.checkWritable(viewer, id),
    }
    for (const [name, use] of Object.entries(uses)) {
      const used: string[] = []
      for (const [at, title] of all.entries())
        await use(at + 1).then(
          () => used.push(title),
          error => expect(error).toMatchObject({ code: 'not_found' }),
        )
      expect(used, name).toEqual(listed)
    }
    return listed
  }
  const coversHosts = (patterns: readonly string[]) => patterns.join() === ownerHosts.join()
  expect(await seenBy({ ...owner, coversHosts: () => false })).toEqual(all)
  expect(await seenBy(boss)).toEqual(all)
  expect(await seenBy({ ...boss, coversHosts })).toEqual(['of some', 'by hand'])
  expect(await seenBy({ ...boss, coversHosts: () => false })).toEqual(['by hand'])
  const limited = { ...boss, coversHosts: () => false }
  await expect(tasks.remove(limited, 2)).rejects.toMatchObject({ code: 'not_found' })
  await tasks.update(owner, 2, { assigned_to: boss.userId })
  expect(await seenBy(limited)).toEqual(['of all', 'by hand'])
})

test.runIf(isInFiles)('tasks of earlier versions get the hosts of their actions', async () => {
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0035'))
  const old = await openTemporaryMetadata({ migrations: before })
  const { db, users } = old.metadata
  const owner = (await users.create({ username: 'owner' })).id
  const known = await hostListId(db, ownerHosts)
  await insertAction(old.metadata, { idempotency_key: 'known', owner_hosts_id: known })
  const task = {
    title_key: '',
    description: '',
    status: 'new',
    owner_id: owner,
    created_at: 1,
    updated_at: 1,
  }
  for (const title of ['known', 'forgotten', null])
    await db
      .insertInto('tasks')
      .values({ ...task, title: String(title), idempotency_key: title })
      .execute()
  await old.metadata.close()
  const { metadata } = await openTemporaryMetadata({ folder: old.folder })
  const boss = (await metadata.users.create({ username: 'boss' })).id
  const viewer = { userId: boss, managesTasks: true, coversHosts: () => true }
  const { objects } = await metadata.tasks.list(viewer, { offset: 0, limit: 9, showAll: true })
  expect(objects.map(({ title }) => title).sort()).toEqual(['known', 'null'])
})
