import { expect, test } from 'vitest'
import { openWithUsers } from './testing/with-users.ts'

async function openRead() {
  const opened = await openWithUsers()
  const { dashboards, ann, bob } = opened
  const [made] = await dashboards.create(ann, [{ title: 'Read often', is_public: true }])
  if (made === undefined) throw new Error('no dashboard')
  await dashboards.get(bob, made.id)
  return { ...opened, id: made.id }
}

test('a dashboard that was read a moment ago shows every change at once', async () => {
  const { dashboards, ann, bob, id } = await openRead()
  await dashboards.update(ann, id, { title: 'Changed' })
  expect(await dashboards.get(bob, id)).toMatchObject({ title: 'Changed', widgets: [] })
  await dashboards.addWidget(ann, id, { type: 'TopN', config: { title: 'New' } })
  expect((await dashboards.get(bob, id)).widgets).toMatchObject([{ title: 'New' }])
  await dashboards.update(ann, id, { is_public: false })
  await expect(dashboards.get(bob, id)).rejects.toMatchObject({ code: 'not_found' })
  await dashboards.remove(ann, id)
  await expect(dashboards.get(ann, id)).rejects.toMatchObject({ code: 'not_found' })
})

test('the cache of a dashboard does not open it to other users', async () => {
  const { dashboards, ann, bob, id } = await openRead()
  await dashboards.update(ann, id, { is_public: false })
  await dashboards.get(ann, id)
  await expect(dashboards.get(bob, id)).rejects.toMatchObject({ code: 'not_found' })
})

test('changes that others write into the metadata are seen two seconds later', async () => {
  const { dashboards, metadata, clock, ann, bob, id } = await openRead()
  await metadata.users.update(ann.userId, { first_name: 'Ann', last_name: 'Lee' })
  clock.seconds += 2
  expect((await dashboards.get(bob, id)).owner.fullname).toBe('Ann Lee')
})
