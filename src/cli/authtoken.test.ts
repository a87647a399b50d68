import { beforeEach, expect, test } from 'vitest'
import { bootstrap } from '../metadata/bootstrap.ts'
import { openTemporaryMetadata } from '../metadata/testing/temporary.ts'
import type { Settings } from '../schema/settings.ts'
import { program } from './program.ts'
import { type CommandLine, openCommandLine } from './testing/command-line.ts'

let folder: string
let line: CommandLine

beforeEach(async () => {
  const opened = await openTemporaryMetadata()
  folder = opened.folder
  await bootstrap(opened.metadata, { adminPassword: 'secret' })
  line = openCommandLine()
})

function millrace(...words: string[]): Promise<string[]> {
  const parts = {
    version: '1.2.3',
    // These are all that the commands on a data folder look at.
    readSettings: () => ({ settings: { dataDir: folder, sessionAge: 14 } as Settings, warnings: [] }),
    start: () => Promise.reject(new Error('not here')),
  }
  return line.run(program(parts), ...words)
}

test('a key is printed once, when it is made; later its first 8 characters, and its id', async () => {
  const [key = ''] = await millrace('authtoken', 'create', '--ingest-only')
  expect(key).toMatch(/^ingest-[0-9a-f]{48}$/)
  const short = `${key.slice(0, 8)}…`
  const listed = await millrace('authtoken', 'list')
  expect(listed).toEqual([
    expect.stringMatching(/^1 {2}user-[0-9a-f]{3}… {2}USER {2}20\S+ \S+ {2}admin$/),
    expect.stringMatching(/^2 {2}ingest-[0-9a-f]… {2}INGEST {2}20\S+ \S+ {2}admin$/),
  ])
  expect(listed[1]).toContain(short)
  const told = await millrace('authtoken', 'info', '2')
  expect(told[0]).toBe(`Token: ${short}`)
  expect(await millrace('authtoken', 'info', key)).toEqual(told)
  expect(await millrace('authtoken', 'revoke', '2')).toEqual([`revoked ${short}`])
  expect(await millrace('authtoken', 'list')).toHaveLength(1)
})
