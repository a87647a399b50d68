import { expect, test } from 'vitest'
import { isInFiles } from '../testing/postgres.ts'
import { openTemporaryMetadata } from '../testing/temporary.ts'

async function openWithPeople(folder?: string) {
  const opened = await openTemporaryMetadata(folder === undefined ? {} : { folder })
  const { users, notes } = opened.metadata
  return { ...opened, users, notes }
}
const writer = (userId: number, managesQueries = false) => ({ userId, managesQueries })
const event = { id: 6_356_671_865_552_899, ts: 1_780_000_000_000_000 }

test('a note is shown as it was written, oldest first, also after a restart', async () => {
  const { metadata, folder, users, notes, clock } = await openWithPeople()
  const { id: ann } = await users.create({ username: 'ann', first_name: 'Ann', last_name: 'Lee' })
  const first = await notes.create(ann, event, 'Fan replaced')
  expect(first).toEqual({
    id: 1,
    author: { id: ann, username: 'ann', fullname: 'Ann Lee' },
    text: 'Fan replaced',
    created_at: clock.seconds,
    updated_at: clock.seconds,
  })
  const second = await notes.create(null, event, 'by the service')
  expect(second.author).toBe(null)
  await metadata.close()
  const { notes: reopened } = await openWithPeople(folder)
  expect(await reopened.list(event.id)).toEqual([first, second])
  expect(await reopened.ofEvents([1, event.id])).toEqual(
    new Map([[event.id, { count: 2, notes: [first, second] }]]),
  )
})

test('its author changes it, others get permission_denied, managers of queries may remove it', async () => {
  const { users, notes, clock } = await openWithPeople()
  const [ann, bob] = [await users.create({ username: 'ann' }), await users.create({ username: 'bob' })]
  const note = await notes.create(ann.id, event, 'Fan')
  const denied = { code: 'permission_denied' }
  await expect(notes.update(writer(bob.id, true), event.id, note.id, 'x')).rejects.toMatchObject(denied)
  await expect(notes.remove(writer(bob.id), event.id, note.id)).rejects.toMatchObject(denied)
  await expect(notes.remove(writer(ann.id), 1, note.id)).rejects.toMatchObject({ code: 'not_found' })
  clock.seconds += 5
  const changed = await notes.update(writer(ann.id), event.id, note.id, 'Fans')
  expect(changed).toEqual({ ...note, text: 'Fans', updated_at: clock.seconds })
  await notes.remove(writer(bob.id, true), event.id, note.id)
  expect([await notes.list(event.id), await notes.ofEvents([event.id])]).toEqual([[], new Map()])
})

test('the notes of a deleted user stay', async () => {
  const { users, notes } = await openWithPeople()
  const { id } = await users.create({ username: 'ann' })
  await notes.create(id, event, 'Fan')
  await users.remove(id)
  expect(await notes.list(event.id)).toMatchObject([{ author: null, text: 'Fan' }])
})

test('every change is a new version', async () => {
  const { users, notes } = await openWithPeople()
  const { id } = await users.create({ username: 'ann' })
  const versions = [notes.version]
  const note = await notes.create(id, event, 'Fan')
  versions.push(notes.version)
  await notes.update(writer(id), event.id, note.id, 'Fans')
  versions.push(notes.version)
  await notes.removeEvents([event.id])
  versions.push(notes.version)
  expect(new Set(versions).size).toBe(4)
})

test('an event has at most 100 notes', async () => {
  const { notes } = await openWithPeople()
  for (let count = 0; count < 100; count++) await notes.create(null, event, 'x')
  await expect(notes.create(null, event, 'x')).rejects.toMatchObject({ code: 'conflict' })
  await notes.create(null, { ...event, id: 2 }, 'x')
})

test('of a page with very long notes, later events have a count only', async () => {
  const { notes } = await openWithPeople()
  const ids = Array.from({ length: 4 }, (_, index) => index + 1)
  for (const id of ids)
    for (let count = 0; count < 40; count++) await notes.create(null, { id, ts: 0 }, 'x'.repeat(10_000))
  const found = await notes.ofEvents(ids)
  expect([...found.values()].map(on => [on.count, on.notes.length])).toEqual([
    [40, 40],
    [40, 40],
    [40, 40],
    [40, 0],
  ])
})

test.runIf(isInFiles)('a file has the newest notes of its range, fewer of very long ones', async () => {
  const { notes } = await openWithPeople()
  for (let id = 1; id <= 1_200; id++) await notes.create(null, { id, ts: id }, `${id}`)
  const found = await notes.ofSpan(2, 1_200)
  expect([found.size, found.get(2)?.[0]?.text, found.has(1), found.has(1_200)]).toEqual([
    1_198,
    '2',
    false,
    false,
  ])
  for (let id = 1_201; id <= 3_000; id++) await notes.create(null, { id, ts: id }, 'x'.repeat(10_000))
  const ids = [...(await notes.ofSpan(0, 9_000)).keys()]
  expect([ids.at(0), ids.at(-1)]).toEqual([1_501, 3_000])
})
