import { existsSync, renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { tableKeys } from '../../metadata/copy.ts'
import { lockFolder } from '../../metadata/data-folder/folder-lock.ts'
import { openMetadata } from '../../metadata/open.ts'
import { metadataFile } from '../../metadata/sqlite/open.ts'
import { postgresOf } from '../../metadata/testing/postgres.ts'
import { temporaryFolder } from '../../metadata/testing/temporary.ts'
import type { Settings } from '../../schema/settings/settings.ts'
import { openLog } from '../../telemetry/log.ts'
import { program } from '../program.ts'
import { openCommandLine } from '../testing/command-line.ts'

/** Metadata in a file and an empty PostgreSQL database, with commands for both. */
async function openPlaces() {
  const folder = temporaryFolder()
  const postgres = await postgresOf(folder)
  if (postgres === undefined) throw new Error('there is no PostgreSQL')
  const options = { folder, sessionAgeSeconds: 60, log: openLog('silent') }
  const metadata = await openMetadata(options)
  await metadata.users.create({ username: 'ann' })
  await metadata.close()
  const settings = {
    ...{ dataDir: folder, sessionAge: 14, postgresUrl: postgres.url },
    ...{ postgresConnections: 5, postgresTimeout: 10 },
  }
  const line = openCommandLine()
  return {
    folder,
    file: metadataFile(folder),
    open: () => openMetadata({ ...options, postgres }),
    run(...words: string[]) {
      // The only settings that commands on a data folder use.
      const readSettings = () => ({ settings: settings as Settings, warnings: [] })
      const start = () => Promise.reject(new Error('not here'))
      return line.run(program({ version: '1.2.3', readSettings, readListeners: () => [], start }), ...words)
    },
  }
}

type Row = Record<string, unknown>

/** Rows of all tables in a file, the assigned ids, and how many bytes users keep. */
function contentOf(file: string): Record<string, Row[]> {
  const database = new DatabaseSync(file, { readOnly: true })
  const content: Record<string, Row[]> = {}
  const counted = { sqlite_sequence: ['name'], kept_bytes: ['kind'] }
  for (const [table, keys] of Object.entries({ ...tableKeys, ...counted }))
    content[table] = database.prepare(`select * from ${table} order by ${keys}`).all()
  database.close()
  return content
}

/** Fills every column of each table in a file. The highest id ever assigned belongs to a deleted row. */
function fill(file: string): void {
  const database = new DatabaseSync(file)
  database.exec('begin')
  for (const table of Object.keys(tableKeys)) {
    if (table === 'event_ids' || table === 'facts') continue
    const columns = database.prepare(`select name, type from pragma_table_info('${table}')`).all()
    const insert = database.prepare(`insert or ignore into ${table} values (${columns.map(() => '?')})`)
    for (let number = 1; number <= 205; number++) {
      const values = columns.map(({ name, type: declared }) => {
        // SQLite reports some types in capitals, no matter how they were declared.
        const type = String(declared).toLowerCase()
        if (type === 'text') return number % 7 === 0 ? `${number}\0 "Ä" \u{1f4d6}\u0001` : `${number}`
        if (name === 'progress') return number / 3
        if (type === 'blob') return Buffer.from([number, 0, 255])
        return type === 'bigint' ? 2 ** 53 - number : number
      })
      insert.run(...values)
    }
  }
  database.exec('update event_ids set next = 9007199254740000')
  database.exec('update sqlite_sequence set seq = 206')
  database.exec('commit')
  database.close()
}

test('all metadata goes into PostgreSQL and comes back as it was', async () => {
  const { folder, file, run, open } = await openPlaces()
  fill(file)
  const before = contentOf(file)
  expect(Object.values(before).filter(rows => rows.length === 0)).toEqual([])
  const printed = await run('metadata', 'copy', '--from', 'sqlite', '--to', 'postgres')
  expect(printed).toContain('users  205')
  expect(printed.at(-1)).toBe(`copied from sqlite to postgres; keep instance.key of ${folder}`)

  const metadata = await open()
  onTestFinished(() => metadata.close())
  expect((await metadata.users.create({ username: 'new' })).id).toBe(207)
  expect((await metadata.eventIds.reserveBlock(1)).first).toBe(9_007_199_254_740_000)
  await metadata.db.deleteFrom('users').where('id', '=', 207).execute()
  await metadata.db.updateTable('event_ids').set({ next: 9_007_199_254_740_000 }).execute()

  expect(await run('metadata', 'copy', '--from', 'sqlite', '--to', 'postgres')).toEqual([
    expect.stringMatching(/^! The metadata in .* is not empty: facts has rows\./),
  ])
  const back = ['metadata', 'copy', '--from', 'postgres', '--to', 'sqlite']
  expect(await run(...back)).toEqual([`! There is metadata in ${file} already. Move it away first.`])
  renameSync(file, `${file}.old`)
  expect((await run(...back)).at(-1)).toContain('copied from postgres to sqlite')
  const after = contentOf(file)
  const users = { name: 'users', seq: 207 }
  const ids = (before.sqlite_sequence ?? []).map(row => (row.name === 'users' ? users : row))
  // Above the ids of each node.
  const eventIds = [{ id: 1, next: 2 ** 53 - 1 }]
  expect(after).toEqual({ ...before, event_ids: eventIds, sqlite_sequence: ids })
})

test('a copy that cannot be made leaves nothing', async () => {
  const { folder, file, run, open } = await openPlaces()
  const copy = (from: string, to: string) => run('metadata', 'copy', '--from', from, '--to', to)
  expect(await copy('sqlite', 'sqlite')).toEqual(['! --from and --to are the same.'])
  await expect(open()).rejects.toThrow('Copy it with `millrace metadata copy --from sqlite --to postgres`')
  const unlock = lockFolder(folder)
  expect(await copy('sqlite', 'postgres')).toEqual([expect.stringContaining('in use by another Millrace')])
  unlock()
  renameSync(file, `${file}.old`)
  expect(await copy('sqlite', 'postgres')).toEqual([`! There is no metadata in ${folder}.`])
  renameSync(`${file}.old`, file)
  expect((await copy('sqlite', 'postgres')).at(-1)).toContain('copied')
  expect(existsSync(`${file}.new`)).toBe(false)
})

test('commands on users work on PostgreSQL where the settings name it', async () => {
  const { run } = await openPlaces()
  await run('metadata', 'copy', '--from', 'sqlite', '--to', 'postgres')
  expect(await run('user', 'list')).toEqual(['1  ann  active  ann'])
})

test('the instance key of nodes is rotated when none of them runs', async () => {
  const { run, open } = await openPlaces()
  await run('metadata', 'copy', '--from', 'sqlite', '--to', 'postgres')
  const metadata = await open()
  const { id } = await metadata.nodes.claim('another folder', 'other')
  await metadata.nodes.markSeen(id, {
    url: 'http://127.0.0.1:1',
    counters: null,
    clockSkewMs: null,
    version: '1.2.3',
  })
  expect(await run('key', 'rotate')).toEqual([
    '! Stop all nodes first; these run, or did a moment ago: other.',
  ])
  await metadata.nodes.markSeen(id, { url: null, counters: null, clockSkewMs: null, version: '1.2.3' })
  await metadata.close()
  expect(await run('key', 'rotate')).toEqual([
    expect.stringContaining('copy it to the data folder of every other node'),
  ])
  await (await open()).close()
})
