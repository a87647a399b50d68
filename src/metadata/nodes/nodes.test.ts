import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFolderId } from '../data-folder/folder-id.ts'
import { openTemporaryMetadata, temporaryFolder } from '../testing/temporary.ts'

test('a data folder has one id', () => {
  const folder = temporaryFolder()
  const id = openFolderId(folder)
  expect(openFolderId(folder)).toBe(id)
  expect(openFolderId(temporaryFolder())).not.toBe(id)
  writeFileSync(path.join(folder, 'folder.id'), 'cut off')
  expect(() => openFolderId(folder)).toThrow('does not hold the id of the data folder')
})

test('a node keeps id and name of its data folder', async () => {
  const { nodes } = (await openTemporaryMetadata()).metadata
  const first = await nodes.claim('a', 'berlin')
  expect(first.name).toBe('berlin')
  const other = await nodes.claim('b', 'paris')
  expect(other.id).not.toBe(first.id)
  expect([first.remainder, other.remainder]).toEqual([1, 2])
  expect([await nodes.claim('a', 'berlin'), await nodes.claim('b', undefined)]).toEqual([first, other])
  await expect(nodes.claim('c', 'paris')).rejects.toThrow(
    'The name paris (MILLRACE_NODE) is that of a node with another data folder. Give this one another name.',
  )
  await expect(nodes.claim('a', 'paris')).rejects.toThrow(
    'This data folder is that of the node berlin, and MILLRACE_NODE is paris.',
  )
})

test('nodes without a name have the name of the machine, each another one', async () => {
  const { nodes } = (await openTemporaryMetadata()).metadata
  const names = (await Promise.all(['a', 'b', 'c'].map(folder => nodes.claim(folder, undefined)))).map(
    ({ name }) => name,
  )
  const [name = ''] = names
  expect(name).toMatch(/^[a-z0-9][a-z0-9-]{0,31}$/)
  expect(names).toEqual([name, `${name}-2`, `${name}-3`])
  expect((await nodes.claim('b', undefined)).name).toBe(`${name}-2`)
})

test('a node that runs is not removed; the name of one that was is free, and its data folder may come back', async () => {
  const { nodes } = (await openTemporaryMetadata()).metadata
  const first = await nodes.claim('a', 'berlin')
  const state = { counters: '{"received":5}', version: '1.2.3', clockSkewMs: -90_000 }
  await nodes.markSeen(first.id, { ...state, url: 'http://berlin:8080' })
  await expect(nodes.remove('berlin')).rejects.toThrow('The node berlin runs. Stop it first.')
  await nodes.markSeen(first.id, { ...state, url: null })
  await nodes.remove('berlin')
  await expect(nodes.remove('berlin')).rejects.toThrow('There is no node berlin. Nodes: none.')
  const next = await nodes.claim('b', 'berlin')
  expect(next).toEqual({ id: first.id + 1, name: 'berlin', folder: 'b', remainder: 2 })
  expect(await nodes.list()).toMatchObject([
    { id: first.id, name: `berlin#${first.id}`, isRemoved: true, ...state },
    { id: next.id, name: 'berlin', isRemoved: false },
  ])
  await expect(nodes.claim('a', undefined)).rejects.toThrow('The name berlin (MILLRACE_NODE) is that of')
  expect(await nodes.claim('a', 'paris')).toMatchObject({ id: first.id, name: 'paris', remainder: 3 })
  await nodes.remove('paris')
  expect(await nodes.claim('a', undefined)).toMatchObject({ id: first.id, name: 'paris', remainder: 1 })
  expect((await nodes.list()).map(({ isRemoved }) => isRemoved)).toEqual([false, false])
})

test('removed nodes give their places and remainders back; a thousand that are not are the limit', async () => {
  const { nodes, db } = (await openTemporaryMetadata()).metadata
  const rows = Array.from({ length: 1_023 }, (_, index) => ({
    name: `gone#${index + 1}`,
    folder: `gone-${index + 1}`,
    created_at: 1,
    remainder: index + 1,
    removed_at: 2_000 - index,
    next_event_id: 5_000 + index,
  }))
  for (let at = 0; at < rows.length; at += 100)
    await db
      .insertInto('nodes')
      .values(rows.slice(at, at + 100))
      .execute()
  // The remainder of the node that was removed first.
  expect(await nodes.claim('a', 'berlin')).toMatchObject({ remainder: 1_023 })
  expect(await nodes.claim('gone-1023', 'paris')).toMatchObject({ name: 'paris', remainder: 1_022 })
  const { next_event_id } = await db
    .selectFrom('nodes')
    .select('next_event_id')
    .where('folder', '=', 'a')
    .executeTakeFirstOrThrow()
  expect(next_event_id).toBe(6_022)
  await db.updateTable('nodes').set({ removed_at: null }).where('remainder', '<=', 998).execute()
  await expect(nodes.claim('b', 'rome')).rejects.toThrow(
    'The metadata knows 1000 nodes, and takes no more. Remove a node that is gone: millrace nodes remove.',
  )
})
