import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../metadata/testing/temporary.ts'
import { openTestReports } from '../testing/open-testing.ts'

const order = { format: 'json', query: { type: 'TopN', params: {} } } as const

/** A node that has made a report, and a second node. */
async function openNodes() {
  const opened = await openTestReports()
  const ann = await opened.person('ann')
  const folder = path.join(temporaryFolder(), 'reports')
  const one = await opened.open({ isOnlyProcess: false })
  const { id } = await one.service.create(ann, order)
  await one.idle()
  const other = await opened.open({ isOnlyProcess: false, folder })
  return { opened, ann, id, one, other, folder, own: path.join(opened.folder, 'reports') }
}

test('a file is had from every node, which brings it once', async () => {
  const { ann, id, one, other, folder, own } = await openNodes()
  const made = readFileSync((await one.service.file(ann, id)).path)
  const found = await Promise.all([1, 2, 3].map(() => other.service.file(ann, id)))
  for (const file of found) {
    expect(path.dirname(file.path)).toBe(folder)
    expect(readFileSync(file.path).equals(made)).toBe(true)
  }
  expect(readdirSync(folder)).toEqual(readdirSync(own))
  await other.tick()
  expect(readdirSync(folder)).toEqual(['1.json'])
})

test('a large file comes as it was, also after a restart in the middle', async () => {
  const { opened, ann, id, other, folder, own } = await openNodes()
  const large = Buffer.alloc(3_000_000, 'abcdefg')
  const parts = [
    large.subarray(0, 1_000_000),
    large.subarray(1_000_000, 1_000_001),
    large.subarray(1_000_001),
  ]
  const { metadata } = opened
  await metadata.db.updateTable('reports').set({ file_size: large.length }).execute()
  await metadata.reports.files.save(
    id,
    'finished',
    (async function* () {
      yield* parts
    })(),
  )
  writeFileSync(path.join(folder, '1.json.part'), 'half')
  expect(readFileSync((await other.service.file(ann, id)).path).equals(large)).toBe(true)
  await other.tick()
  expect(readdirSync(folder)).toEqual(readdirSync(own))
})

test('a file of which a part is missing is not had, and is stored again by the node that has it', async () => {
  const { opened, ann, id, one, other, folder } = await openNodes()
  const made = readFileSync((await one.service.file(ann, id)).path)
  const { metadata } = opened
  const { rows } = await sql<{ bytes: Uint8Array }>`update report_chunks set bytes = ${made.subarray(1)}
    where report_id = ${id} returning bytes`.execute(metadata.db)
  expect(rows).toHaveLength(1)
  expect(existsSync((await other.service.file(ann, id)).path)).toBe(false)
  expect(readdirSync(folder)).toEqual([])
  await one.close()
  await (await opened.open({ isOnlyProcess: false })).idle()
  expect(readFileSync((await other.service.file(ann, id)).path).equals(made)).toBe(true)
})

test('a report that is removed goes from all nodes, with its file in the metadata', async () => {
  const { opened, ann, id, one, other, folder, own } = await openNodes()
  await other.service.file(ann, id)
  await one.service.remove(ann, id)
  await other.tick()
  expect([readdirSync(own), readdirSync(folder)]).toEqual([[], []])
  expect(await opened.metadata.reports.files.stored([id])).toEqual(new Set())
})

test('a file that was made before there were other nodes is brought too', async () => {
  const opened = await openTestReports()
  const ann = await opened.person('ann')
  const before = await opened.open()
  const { id } = await before.service.create(ann, order)
  await before.idle()
  const { files } = opened.metadata.reports
  expect((await files.stored([id])).size).toBe(0)
  await before.close()
  await (await opened.open({ isOnlyProcess: false })).idle()
  const other = await opened.open({ isOnlyProcess: false, folder: temporaryFolder() })
  const [made] = readdirSync(path.join(opened.folder, 'reports'))
  const there = await other.service.file(ann, id)
  expect(readFileSync(there.path)).toEqual(readFileSync(path.join(opened.folder, 'reports', made ?? '')))
})

test('a file that is removed meanwhile does not keep the next ones from being stored', async () => {
  const opened = await openTestReports()
  const ann = await opened.person('ann')
  const before = await opened.open()
  await before.service.create(ann, order)
  const { id } = await before.service.create(ann, order)
  await before.idle()
  await before.close()
  const first = path.join(opened.folder, 'reports', '1.json')
  rmSync(first)
  symlinkSync('/nowhere', first)
  await (await opened.open({ isOnlyProcess: false })).idle()
  expect(await opened.metadata.reports.files.stored([1, id])).toEqual(new Set([id]))
})
