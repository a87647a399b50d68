import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Migration, sql } from 'kysely'
import { expect, test } from 'vitest'
import { metadataFile } from '../sqlite/open.ts'
import { openTemporaryMetadata, temporaryFolder } from '../testing/temporary.ts'
import { migrations } from './all.ts'

const later = {
  ...migrations,
  '9001-notes': {
    async up(db) {
      await db.schema.createTable('notes').addColumn('text', 'text').execute()
    },
  } satisfies Migration,
}
const broken = {
  ...migrations,
  '9001-broken': {
    async up(db) {
      await db.schema.createTable('half').addColumn('text', 'text').execute()
      await sql`insert into nowhere values (1)`.execute(db)
    },
  } satisfies Migration,
}

function tablesOf(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare("select name from sqlite_master where type = 'table' order by name").all()
  database.close()
  return rows.map(row => String(row.name))
}

test('new metadata needs no backup and opens again as it is', async () => {
  const first = await openTemporaryMetadata()
  await first.metadata.users.create({ username: 'ann' })
  await first.metadata.close()
  const again = await openTemporaryMetadata({ folder: first.folder })
  expect((await again.metadata.users.findByName('ANN'))?.username).toBe('ann')
  expect(existsSync(path.join(first.folder, 'backups'))).toBe(false)
  expect(statSync(metadataFile(first.folder)).mode & 0o777).toBe(0o600)
})

test('metadata that holds something is copied before it is changed', async () => {
  const first = await openTemporaryMetadata()
  await first.metadata.users.create({ username: 'ann' })
  await first.metadata.close()
  const migrated = await openTemporaryMetadata({ folder: first.folder, migrations: later })
  await migrated.metadata.users.create({ username: 'bob' })
  expect(tablesOf(metadataFile(first.folder))).toContain('notes')

  const copy = path.join(first.folder, 'backups', 'metadata.before-9001-notes.sqlite')
  expect(readdirSync(path.dirname(copy))).toEqual([path.basename(copy)])
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  const restored = temporaryFolder()
  copyFileSync(copy, metadataFile(restored))
  copyFileSync(path.join(first.folder, 'instance.key'), path.join(restored, 'instance.key'))
  const { metadata } = await openTemporaryMetadata({ folder: restored })
  expect((await metadata.users.list({ offset: 0, limit: 9 })).objects.map(user => user.username)).toEqual([
    'ann',
  ])
})

test('a migration that fails leaves the metadata as it was', async () => {
  const first = await openTemporaryMetadata()
  await first.metadata.users.create({ username: 'ann' })
  await first.metadata.close()
  const file = metadataFile(first.folder)
  const tables = tablesOf(file)
  await expect(openTemporaryMetadata({ folder: first.folder, migrations: broken })).rejects.toThrow(
    `The metadata in ${file} could not be migrated (9001-broken): it is as before.`,
  )
  expect(tablesOf(file)).toEqual(tables)
  const again = await openTemporaryMetadata({ folder: first.folder })
  expect(await again.metadata.users.findByName('ann')).toBeDefined()
})

test('a migration that is killed in the middle leaves the metadata as it was, and is done by the next start', async () => {
  const first = await openTemporaryMetadata()
  await first.metadata.users.create({ username: 'ann' })
  await first.metadata.close()
  const file = metadataFile(first.folder)
  const tables = tablesOf(file)
  const program = path.join(import.meta.dirname, '../testing/killed-migration.ts')
  expect(spawnSync(process.execPath, [program, first.folder]).signal).toBe('SIGKILL')
  expect(tablesOf(file)).toEqual(tables)
  expect(readdirSync(path.join(first.folder, 'backups'))).toEqual(['metadata.before-9001-notes.sqlite'])
  const migrated = await openTemporaryMetadata({ folder: first.folder, migrations: later })
  expect(await migrated.metadata.users.findByName('ann')).toBeDefined()
  expect(tablesOf(file)).toContain('notes')
})

test('metadata of a newer version is refused and left alone', async () => {
  const newer = await openTemporaryMetadata({ migrations: later })
  await newer.metadata.close()
  const file = metadataFile(newer.folder)
  const before = readFileSync(file)
  await expect(openTemporaryMetadata({ folder: newer.folder })).rejects.toThrow(
    `The metadata in ${file} was written by a newer Millrace (9001-notes; this one knows up to ${Object.keys(migrations).at(-1)}). Start that version, or put back a copy from before.`,
  )
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('variables of stored dashboards still filter the widgets that name them only', async () => {
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0031'))
  const first = await openTemporaryMetadata({ migrations: before })
  const ann = await first.metadata.users.create({ username: 'ann' })
  await first.metadata.close()
  const database = new DatabaseSync(metadataFile(first.folder))
  const insert = database.prepare(
    `insert into dashboards (owner_id, title, title_key, config, is_default, created_at, updated_at) values (?, '', '', ?, 0, 0, 0)`,
  )
  const configs = [
    { title: 'A', variables: [{ name: 'host', field: 'host', value: 'a' }, 3] },
    { title: '"variables"', variables: 'none' },
    { title: 'C' },
  ]
  for (const config of configs) insert.run(ann.id, JSON.stringify(config))
  database.close()
  const { metadata } = await openTemporaryMetadata({ folder: first.folder })
  const viewer = { userId: ann.id, managesDashboards: false, managesWidgets: false }
  const stored = await Promise.all([1, 2, 3].map(id => metadata.dashboards.get(viewer, id)))
  expect(stored.map(({ config }) => config)).toEqual([
    { title: 'A', variables: [{ applies_to: 'named', name: 'host', field: 'host', value: 'a' }, 3] },
    ...configs.slice(1),
  ])
})

test('nodes from before they had remainders keep theirs, and give ids that no node of the earlier version gives', async () => {
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0032'))
  const first = await openTemporaryMetadata({ migrations: before })
  await first.metadata.close()
  const database = new DatabaseSync(metadataFile(first.folder))
  database.exec(`insert into nodes (id, name, folder, created_at) values (7, 'berlin', 'a', 0), (1031, 'paris', 'b', 0);
    update event_ids set next = 5001`)
  database.close()
  const { metadata } = await openTemporaryMetadata({ folder: first.folder })
  const berlin = await metadata.nodes.claim('a', 'berlin')
  expect(berlin).toMatchObject({ id: 7, remainder: 7 })
  // Its id has the remainder 7 too, so the node gets another.
  expect(await metadata.nodes.claim('b', 'paris')).toMatchObject({ id: 1_031, remainder: 1 })
  const { first: id } = await metadata.eventIds.reserveBlock(10, 0, berlin)
  expect([id % 1_024, id >= 2 ** 36 + 5_001]).toEqual([7, true])
  // A node of the earlier version continues with the common counter.
  const { eventIds } = (await openTemporaryMetadata({ folder: first.folder })).metadata
  expect((await eventIds.reserveBlock(10)).first).toBe(5_001)
})

test('objects of users from before there was a quota for all users are counted', async () => {
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0034'))
  const first = await openTemporaryMetadata({ migrations: before })
  const ann = await first.metadata.users.create({ username: 'ann' })
  await first.metadata.close()
  const database = new DatabaseSync(metadataFile(first.folder))
  const insert = database.prepare(
    `insert into dashboards (owner_id, title, title_key, config, is_default, created_at, updated_at) values (?, '', '', ?, 0, 0, 0)`,
  )
  for (const config of ['{}', '{"title":"ä"}']) insert.run(ann.id, config)
  database.close()
  const { metadata } = await openTemporaryMetadata({ folder: first.folder })
  const kept = (await metadata.keptSizes()).filter(({ bytes }) => bytes > 0)
  expect(kept.map(({ kind, bytes }) => [kind, bytes])).toEqual([['dashboards', 16]])
})
