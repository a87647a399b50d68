import { beforeEach, expect, test } from 'vitest'
import { bootstrap } from '../../metadata/bootstrap.ts'
import { openTemporaryMetadata } from '../../metadata/testing/temporary.ts'
import type { Settings } from '../../schema/settings/settings.ts'
import { program } from '../program.ts'
import { type CommandLine, openCommandLine } from '../testing/command-line.ts'

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
    // The only settings that commands on a data folder use.
    readSettings: () => ({ settings: { dataDir: folder, sessionAge: 14 } as Settings, warnings: [] }),
    readListeners: () => [],
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

test('keys of another installation are taken in, each once, all or none', async () => {
  const keys = {
    admin: `user-${'1'.repeat(48)}`,
    sender: `ingest-${'2'.repeat(48)}`,
    ann: `user-${'3'.repeat(48)}`,
  }
  let file = ''
  const put = (...lines: string[]) => (file = line.file('keys', lines.join('\n')))
  await millrace('user', 'create', 'ann')
  put('# those of the old server', keys.admin, '', `${keys.sender} admin`)
  expect(await millrace('authtoken', 'import', file)).toEqual(['imported 2 of 2 keys'])
  put(keys.admin, `${keys.ann} ann`)
  expect(await millrace('authtoken', 'import', file)).toEqual(['imported 1 of 2 keys'])
  expect((await millrace('authtoken', 'info', keys.sender)).slice(1, 3)).toEqual([
    'Type: INGEST',
    'User: admin',
  ])
  expect(await millrace('authtoken', 'info', keys.ann)).toContain('User: ann')
  const fresh = `user-${'4'.repeat(48)}`
  put(fresh, 'user-sesame', `${keys.ann} ann ann`)
  expect(await millrace('authtoken', 'import', file)).toEqual([
    expect.stringMatching(/^! .* in line 2, 3\.$/),
  ])
  put(fresh, `${keys.sender} nobody`)
  expect(await millrace('authtoken', 'import', file)).toEqual([expect.stringMatching(/^! .*nobody/)])
  expect(await millrace('authtoken', 'list')).toHaveLength(4)
})
