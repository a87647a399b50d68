import { chownSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeDataFolder, memory } from '../../backup/testing/data-folder.ts'
import { lockFolder } from '../../metadata/data-folder/folder-lock.ts'
import { temporaryFolder } from '../../metadata/testing/temporary.ts'
import type { Settings } from '../../schema/settings/settings.ts'
import { openCommandLine } from '../testing/command-line.ts'
import { verifyCommand } from './verify.ts'

async function verify(folder: string): Promise<string[]> {
  // The only setting that the command uses.
  const readSettings = () => ({ settings: { engineMemory: memory } as Settings, warnings: [] })
  return await openCommandLine().run(verifyCommand({ readSettings }), folder)
}

test('half a restore is not sound, whether it has its metadata or not yet', async () => {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'restoring'), '')
  const refusal = [`! The restore into ${folder} did not end: empty the folder and run it again.`]
  expect(await verify(folder)).toEqual(refusal)
  writeFileSync(path.join(folder, 'metadata.sqlite'), '')
  expect(await verify(folder)).toEqual(refusal)
})

test.runIf(process.getuid?.() === 0)('a data folder gets no file of another user', async () => {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'metadata.sqlite'), '')
  chownSync(folder, 12_345, 12_345)
  expect(await verify(folder)).toEqual([
    `! ${folder} belongs to user 12345, but you are user 0: run it as its owner.`,
  ])
  expect(readdirSync(folder)).toEqual(['metadata.sqlite'])
})

test('a sound folder is counted, files written there are for its owner, and one in use is left alone', async () => {
  const before = process.umask(0o022)
  onTestFinished(() => void process.umask(before))
  const dataDir = await makeDataFolder(temporaryFolder())
  const unlock = lockFolder(dataDir)
  expect(await verify(dataDir)).toEqual([expect.stringContaining(`! ${dataDir} is in use`)])
  unlock()
  process.umask(0o022)
  expect((await verify(dataDir)).at(-1)).toBe(`${dataDir} is sound`)
  // The engine process inherits it.
  expect(process.umask(0o022)).toBe(0o077)
})
