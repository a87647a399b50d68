import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Task, type TaskOrderField, taskOrderFields, taskStatuses } from '../../schema/task.ts'
import { isInFiles } from '../testing/postgres.ts'
import { openTemporaryMetadata } from '../testing/temporary.ts'

async function openInhabited() {
  const opened = await openTemporaryMetadata()
  const { users, tasks } = opened.metadata
  const viewer = async (username: string, managesTasks = false) => ({
    userId: (await users.create({ username })).id,
    managesTasks,
  })
  return {
    ...opened,
    users,
    tasks,
    ann: await viewer('ann'),
    bob: await viewer('bob'),
    boss: await viewer('boss', true),
  }
}

test('a task is shown with what it was made of', async () => {
  const { tasks, ann, bob, clock } = await openInhabited()
  const draft = {
    title: 'Replace the fan',
    description: 'Rack 4',
    due: clock.seconds + 86_399.5,
    status: 'in_progress' as const,
    assigned_to: bob.userId,
    event_id: '42',
  }
  const task = await tasks.create(ann, draft)
  expect(task).toEqual({
    id: 1,
    ...draft,
    is_open: true,
    is_closed: false,
    is_overdue: false,
    owner: { id: ann.userId, username: 'ann', fullname: 'ann' },
    created_at: clock.seconds,
    updated_at: clock.seconds,
  })
  expect(await tasks.get(ann, 1)).toEqual(task)
  expect(await tasks.create(ann, { title: 'x' })).toMatchObject({
    description: '',
    due: null,
    status: 'new',
    assigned_to: null,
    event_id: null,
  })
})

test('a patch changes what it names, a replacement everything', async () => {
  const { tasks, ann, clock } = await openInhabited()
  const made = await tasks.create(ann, {
    title: 'Fan',
    description: 'Rack 4',
    due: 5,
    assigned_to: ann.userId,
  })
  clock.seconds += 10
  const patched = await tasks.update(ann, made.id, { status: 'resolved', due: null })
  expect(patched).toEqual({
    ...made,
    status: 'resolved',
    due: null,
    is_open: false,
    is_closed: true,
    is_overdue: false,
    updated_at: clock.seconds,
  })
  const replaced = await tasks.replace(ann, made.id, { title: 'Fans' })
  expect(replaced).toEqual({
    ...patched,
    title: 'Fans',
    description: '',
    status: 'new',
    assigned_to: null,
    is_open: true,
    is_closed: false,
  })
  expect(await tasks.update(ann, made.id, {})).toEqual(replaced)
})

test('the state of overdue tasks changes with the clock', async () => {
  const { tasks, ann, clock } = await openInhabited()
  const { id } = await tasks.create(ann, { title: 'Fan', due: clock.seconds + 10 })
  const overdue = async () => {
    const { objects } = await tasks.list(ann, { offset: 0, limit: 9, isOverdue: true })
    expect((await tasks.get(ann, id)).is_overdue).toBe(objects.length === 1)
    return objects.length === 1
  }
  expect(await overdue()).toBe(false)
  clock.seconds += 10
  expect(await overdue()).toBe(false)
  clock.seconds += 1
  expect(await overdue()).toBe(true)
  await tasks.update(ann, id, { status: 'closed' })
  expect(await overdue()).toBe(false)
})

describe('rights of users', () => {
  test('owner, assignee and managers; to others it is not there', async () => {
    const { tasks, users, ann, bob, boss } = await openInhabited()
    const other = { userId: (await users.create({ username: 'other' })).id, managesTasks: false }
    const { id } = await tasks.create(ann, { title: 'Fan', assigned_to: bob.userId })
    const gone = { code: 'not_found' }
    await expect(tasks.get(other, id)).rejects.toMatchObject(gone)
    await expect(tasks.update(other, id, { title: 'x' })).rejects.toMatchObject(gone)
    await expect(tasks.replace(other, id, { title: 'x' })).rejects.toMatchObject(gone)
    await expect(tasks.remove(other, id)).rejects.toMatchObject(gone)
    for (const viewer of [ann, bob, boss]) {
      expect(await tasks.get(viewer, id)).toMatchObject({ title: 'Fan' })
      expect(await tasks.update(viewer, id, {})).toMatchObject({ title: 'Fan' })
    }
    await expect(tasks.remove(bob, id)).rejects.toMatchObject({ code: 'permission_denied' })
    expect(await tasks.update(bob, id, { assigned_to: null })).toMatchObject({ assigned_to: null })
    await expect(tasks.get(bob, id)).rejects.toMatchObject(gone)
    await tasks.remove(ann, id)
    await expect(tasks.get(boss, id)).rejects.toMatchObject(gone)
    const again = await tasks.create(ann, { title: 'Fan' })
    expect(again.id).toBe(id + 1)
    await tasks.remove(boss, again.id)
    await expect(tasks.get(ann, again.id)).rejects.toMatchObject(gone)
  })

  test('a task is assigned to an existing user', async () => {
    const { tasks, users, ann, bob } = await openInhabited()
    const refused = { fields: { assigned_to: ['Invalid pk "99" - object does not exist.'] } }
    await expect(tasks.create(ann, { title: 'Fan', assigned_to: 99 })).rejects.toMatchObject(refused)
    const { id } = await tasks.create(ann, { title: 'Fan', assigned_to: bob.userId })
    await expect(tasks.update(ann, id, { assigned_to: 99 })).rejects.toMatchObject(refused)
    await users.remove(bob.userId)
    expect(await tasks.get(ann, id)).toMatchObject({ assigned_to: null })
  })

  test('tasks of a deleted user become tasks of whom they are assigned to, or go too', async () => {
    const { tasks, users, ann, bob, boss } = await openInhabited()
    const theirs = await tasks.create(ann, { title: 'Fan', assigned_to: bob.userId })
    await tasks.create(ann, { title: 'Own', assigned_to: ann.userId })
    await tasks.create(ann, { title: 'Loose' })
    await users.remove(ann.userId)
    const { objects } = await tasks.list(boss, { offset: 0, limit: 9, showAll: true })
    expect(objects).toEqual([{ ...theirs, owner: { id: bob.userId, username: 'bob', fullname: 'bob' } }])
  })

  test.runIf(isInFiles)('a person owns a bounded number of tasks', async () => {
    const { tasks, metadata, ann, bob } = await openInhabited()
    await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 99999)
      insert into tasks (title, title_key, description, status, owner_id, created_at, updated_at)
      select 't', 't', '', 'new', ${ann.userId}, 0, 0 from numbers`.execute(metadata.db)
    await tasks.create(ann, { title: 'The last' })
    await expect(tasks.create(ann, { title: 'One more' })).rejects.toMatchObject({
      code: 'conflict',
      detail: 'A user owns at most 100000 tasks.',
    })
    await tasks.create(bob, { title: 'First' })
  })
})

test('a list holds what is asked for, in order', async () => {
  const { tasks, ann, bob, boss, clock } = await openInhabited()
  const people = [ann, bob, boss]
  const some = <Item>(items: readonly Item[], number: number) => items[number % items.length] as Item
  for (let number = 0; number < 60; number++) {
    clock.seconds += number % 2
    const { id } = await tasks.create(some(people, number), {
      title: some(['Fan', 'fan', 'Ärger', 'ÄRGER', 'disk', 'Zone'], number * 5 + 1),
      due: some([null, clock.seconds - 1, clock.seconds, clock.seconds + 1_000], number * 7),
      status: some(taskStatuses, Math.floor(number / 3)),
      assigned_to: some([null, ann.userId, bob.userId, boss.userId, null], number),
    })
    clock.seconds += number % 3
    if (number % 4 === 0) await tasks.update(boss, id, {})
  }
  const { objects: all } = await tasks.list(boss, { offset: 0, limit: 100, showAll: true })
  expect(all).toHaveLength(60)
  expect(all.filter(task => task.is_overdue).length).toBeGreaterThan(5)

  const ids = fc.uniqueArray(fc.constantFrom(ann.userId, bob.userId, boss.userId, 99), { maxLength: 3 })
  const maybe = fc.option(fc.boolean(), { nil: undefined })
  const list = fc.record({
    viewer: fc.constantFrom(...people),
    showAll: fc.boolean(),
    offset: fc.nat({ max: 20 }),
    limit: fc.integer({ min: 1, max: 60 }),
    owners: ids,
    assignedTo: ids,
    unassigned: maybe,
    isOpen: maybe,
    isOverdue: maybe,
    title: fc.option(fc.constantFrom('FAN', 'ärger', 'disks'), { nil: undefined }),
    order: fc.uniqueArray(
      fc.record({ field: fc.constantFrom(...taskOrderFields), descending: fc.boolean() }),
      { maxLength: 3, selector: key => key.field },
    ),
  })
  await fc.assert(
    fc.asyncProperty(list, async ({ viewer, unassigned, isOpen, isOverdue, title, ...asked }) => {
      const { showAll, owners, assignedTo, order, offset, limit } = asked
      const keys = order.length > 0 ? order : [{ field: 'id' as const, descending: true }]
      const byId = { field: 'id' as const, descending: keys.at(-1)?.descending }
      const wanted = all
        .filter(
          task =>
            ((showAll && viewer.managesTasks) ||
              task.owner.id === viewer.userId ||
              task.assigned_to === viewer.userId) &&
            (owners.length === 0 || owners.includes(task.owner.id)) &&
            (assignedTo.length === 0 || assignedTo.includes(task.assigned_to ?? 0)) &&
            (unassigned === undefined || (task.assigned_to === null) === unassigned) &&
            (isOpen === undefined || task.is_open === isOpen) &&
            (isOverdue === undefined || task.is_overdue === isOverdue) &&
            (title === undefined || task.title.toLowerCase() === title.toLowerCase()),
        )
        .sort((left, right) => {
          for (const { field, descending } of [...keys, byId]) {
            const apart = compare(left, right, field)
            if (apart !== 0) return descending ? -apart : apart
          }
          return 0
        })
      const { objects, itemCount } = await tasks.list(viewer, {
        ...asked,
        ...(unassigned === undefined ? {} : { unassigned }),
        ...(isOpen === undefined ? {} : { isOpen }),
        ...(isOverdue === undefined ? {} : { isOverdue }),
        ...(title === undefined ? {} : { title }),
      })
      expect(objects).toEqual(wanted.slice(offset, offset + limit))
      expect(itemCount).toBe(wanted.length)
    }),
    { numRuns: isInFiles ? 300 : 30 },
  )
})

function compare(left: Task, right: Task, field: TaskOrderField): number {
  const key = (task: Task) => {
    if (field === 'title') return task.title.toLowerCase()
    if (field === 'status') return taskStatuses.indexOf(task.status)
    return task[field] ?? Number.POSITIVE_INFINITY
  }
  const [a, b] = [key(left), key(right)]
  return a < b ? -1 : a > b ? 1 : 0
}

test('tasks made in one moment are ordered by id, in the direction of the last order', async () => {
  const { tasks, ann } = await openInhabited()
  for (const title of ['a', 'b', 'c']) await tasks.create(ann, { title })
  const titles = async (...order: { field: 'created_at' | 'updated_at'; descending: boolean }[]) => {
    const { objects } = await tasks.list(ann, { offset: 0, limit: 9, order })
    return objects.map(({ title }) => title).join('')
  }
  expect(await titles({ field: 'created_at', descending: true })).toBe('cba')
  expect(await titles({ field: 'created_at', descending: false })).toBe('abc')
  const both = [
    { field: 'updated_at', descending: false },
    { field: 'created_at', descending: true },
  ] as const
  expect(await titles(...both)).toBe('cba')
})
