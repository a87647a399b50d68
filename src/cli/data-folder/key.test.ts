import { chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { bootstrap } from '../../metadata/bootstrap.ts'
import { lockFolder } from '../../metadata/data-folder/folder-lock.ts'
import { openTemporaryMetadata } from '../../metadata/testing/temporary.ts'
import type { Settings } from '../../schema/settings/settings.ts'
import { program } from '../program.ts'
import { type CommandLine, openCommandLine } from '../testing/command-line.ts'

let folder: string
let line: CommandLine
const adminToken = `user-${'a'.repeat(48)}`

beforeEach(async () => {
  const opened = await openTemporaryMetadata()
  folder = opened.folder
  await bootstrap(opened.metadata, { adminPassword: 'secret', adminToken })
  await opened.metadata.close()
  line = openCommandLine()
})

function millrace(instanceKey: string | undefined, ...words: string[]): Promise<string[]> {
  const parts = {
    version: '1.2.3',
    // The only settings that commands on a data folder use.
    readSettings: () => ({
      settings: { dataDir: folder, sessionAge: 14, instanceKey } as Settings,
      warnings: [],
    }),
    readListeners: () => [],
    start: () => Promise.reject(new Error('not here')),
  }
  return line.run(program(parts), ...words)
}

test('the key of a data folder is rotated, and that is in the audit log', async () => {
  const [said] = await millrace(undefined, 'key', 'rotate')
  expect(said).toMatch(
    /^re-encrypted 1 token and the secrets of 0 triggers and 0 forwarders, ended 0 sessions; back up instance.key/,
  )
  expect(readdirSync(folder)).toContain('instance.key.old')
  const { metadata } = await openTemporaryMetadata({ folder })
  expect(await metadata.identity.callerOfToken(adminToken)).toMatchObject({ user: { username: 'admin' } })
  const { objects } = await metadata.audit.list({}, { offset: 0, limit: 1 })
  expect(objects).toMatchObject([{ action: 'rotate', object: 'instance_key', credential: 'command_line' }])
})

test('a key that is a setting is replaced by one that the operator keeps', async () => {
  const first = 'a1'.repeat(32)
  const file = path.join(folder, 'new-key')
  expect(await millrace(undefined, 'key', 'rotate', '--new-key-file', file)).toEqual([
    '! --new-key-file is for MILLRACE_INSTANCE_KEY, which is not set: a new instance.key is made.',
  ])
  await millrace(undefined, 'key', 'rotate')
  const { metadata, folder: other } = await openTemporaryMetadata({ instanceKey: first })
  await metadata.close()
  folder = other
  expect(await millrace(first, 'key', 'rotate')).toEqual([
    expect.stringMatching(/^! MILLRACE_INSTANCE_KEY is set: give the new key with --new-key-file/),
  ])
  writeFileSync(file, 'short\n')
  expect(await millrace(first, 'key', 'rotate', '--new-key-file', file)).toEqual([
    `! ${file} does not hold 64 hexadecimal digits.`,
  ])
  const next = 'b2'.repeat(32)
  writeFileSync(file, `${next}\n`)
  expect((await millrace(first, 'key', 'rotate', '--new-key-file', file))[0]).toMatch(
    /set MILLRACE_INSTANCE_KEY/,
  )
  await (await openTemporaryMetadata({ folder, instanceKey: next })).metadata.close()
  await expect(openTemporaryMetadata({ folder, instanceKey: first })).rejects.toThrow('is not the one')
})

test.runIf(process.getuid?.() === 0)('not by another user than the one of the data folder', async () => {
  const key = readFileSync(path.join(folder, 'instance.key'))
  chownSync(folder, 12_345, 12_345)
  expect(await millrace(undefined, 'key', 'rotate')).toEqual([
    `! ${folder} belongs to user 12345, but you are user 0: run it as its owner.`,
  ])
  expect(readFileSync(path.join(folder, 'instance.key')).equals(key)).toBe(true)
  expect(readdirSync(folder)).not.toContain('instance.key.next')
})

test('secrets that the key does not open are named', async () => {
  const { metadata } = await openTemporaryMetadata({ folder })
  await metadata.db.updateTable('auth_tokens').set({ secret_sealed: 'v1.broken' }).execute()
  await metadata.close()
  expect((await millrace(undefined, 'key', 'rotate'))[0]).toMatch(
    /encrypted 0 tokens .*\nThe previous key does not decrypt all secrets: revoke the tokens 1$/s,
  )
})

test('not while a service runs', async () => {
  const unlock = lockFolder(folder)
  expect(await millrace(undefined, 'key', 'rotate')).toEqual([
    expect.stringContaining(`! The data folder ${folder} is in use by another Millrace.`),
  ])
  unlock()
})
