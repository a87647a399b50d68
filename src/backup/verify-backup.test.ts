import { appendFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../metadata/testing/temporary.ts'
import { ordinary, rowsOf, spoolFile } from '../storage/testing/spool-file.ts'
import { makeDataFolder, memory } from './testing/data-folder.ts'
import { verifyFolder } from './verify-backup.ts'

test('a sound folder is counted by day; damaged parts, spool files and metadata are named', async () => {
  const dataDir = await makeDataFolder(temporaryFolder())
  const verify = () => verifyFolder({ dataDir, memory, log: () => {} })
  const day = (name: string) => ({ day: name, rows: 1, bytes: expect.any(Number) })
  const days = [day('20260101'), day('20260102')]
  const occurrences = [1_767_225_600_000_000]
  const rows = readFileSync(
    spoolFile(rowsOf({ ...ordinary, id: 9, occurrences, message: 'waits', tags: {} })).file,
  )
  const spooled = path.join(dataDir, 'spool', '1767225600000000-0123456789ab.v4.rb')
  writeFileSync(spooled, rows)
  expect(await verify()).toEqual({ days, spool: { files: 1, rows: 1 }, faults: [] })

  appendFileSync(spooled, 'x')
  const part = globSync(path.join(dataDir, 'events/store/*/*/20260102_*/data.bin'))[0] ?? ''
  const bytes = readFileSync(part)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  rmSync(part)
  writeFileSync(part, bytes)
  const metadata = path.join(dataDir, 'metadata.sqlite')
  const database = new DatabaseSync(metadata, { enableForeignKeyConstraints: false })
  database.exec('INSERT INTO group_members (group_id, user_id) VALUES (77, 78)')
  database.close()
  const { faults } = await verify()
  expect(faults).toEqual([
    `${metadata}: 2 rows refer to rows that are not there`,
    `${spooled} is not as it was written`,
    expect.stringMatching(/^day 20260102, part 20260102_\d+_\d+_\d+: .*[Cc]hecksum/),
  ])
})
