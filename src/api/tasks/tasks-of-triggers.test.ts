import { expect, test } from 'vitest'
import { insertAction } from '../../metadata/testing/insert-action.ts'
import { hostListId } from '../../metadata/triggers/host-lists.ts'
import { tasksKind } from '../../query/kinds/tasks.ts'
import { adminId, annId } from '../testing/people.ts'
import { requestAs } from '../testing/request-as.ts'
import { testServer } from '../testing/test-server.ts'

test('managers of tasks who see some hosts do not see what triggers found on other hosts', async () => {
  const { app, people } = await testServer()
  const { groups, tasks, db } = people.metadata
  // Ann sees fw-*.
  const permissions = ['tasks', 'manage_tasks'] as const
  await groups.create({ name: 'managers', permissions: [...permissions], members: [annId] })
  const own = { userId: adminId, managesTasks: false }
  for (const [title, hosts] of [
    ['ceo-secret of db-9', ['*']],
    ['fan of fw-1', ['fw-1', 'fw-2*']],
  ] as const) {
    const owner_hosts_id = await hostListId(db, hosts)
    await insertAction(people.metadata, { kind: 'task', idempotency_key: title, owner_hosts_id })
    await tasks.create(own, { title }, title)
  }
  const ask = requestAs(() => app, 'user-ann')
  const listed = await ask('GET', '/api/tasks?show_all=true')
  expect(listed.json()).toMatchObject({ item_count: 1, objects: [{ title: 'fan of fw-1' }] })
  for (const [method, body] of [['GET'], ['PATCH', {}], ['PUT', { title: 'x' }], ['DELETE']] as const)
    expect((await ask(method, '/api/tasks/1', body)).statusCode, method).toBe(404)
  expect((await ask('PATCH', '/api/tasks/2', { status: 'closed' })).statusCode).toBe(200)

  const reader = {
    ...{ userId: annId, managesQueries: false, hosts: ['fw-*'] },
    permissions: new Set(permissions),
  }
  const kind = tasksKind(tasks)
  const titlesFor = async (hosts: readonly string[]) => {
    // Of its context the kind reads nothing but the reader.
    const context = { reader: { ...reader, hosts } } as unknown as Parameters<typeof kind.finish>[1]
    const found = await Promise.resolve(kind.finish(kind.normalise({}), context, undefined, true))
    return found.map(({ title }) => title).sort()
  }
  expect(await titlesFor(['fw-*'])).toEqual(['fan of fw-1'])
  expect(await titlesFor(['*'])).toEqual(['ceo-secret of db-9', 'fan of fw-1'])
  await app.close()
})
