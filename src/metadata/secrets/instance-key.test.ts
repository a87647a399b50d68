import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTemporaryMetadata, temporaryFolder } from '../testing/temporary.ts'
import { instanceKeyFile, makeNextKey, openInstanceKey, takeNextKey } from './instance-key.ts'
import { Keyring } from './keyring.ts'

test('a key is made once, for its owner only', () => {
  const folder = temporaryFolder()
  const key = openInstanceKey(folder, true)
  expect(key).toHaveLength(32)
  expect(statSync(instanceKeyFile(folder)).mode & 0o777).toBe(0o600)
  expect(openInstanceKey(folder, true).equals(key)).toBe(true)
  expect(openInstanceKey(folder, false).equals(key)).toBe(true)
  expect(readdirSync(folder)).toEqual(['instance.key'])
})

test('files that a cut-off start left aside do not matter', () => {
  const folder = temporaryFolder()
  writeFileSync(`${instanceKeyFile(folder)}.new`, 'half')
  chmodSync(`${instanceKeyFile(folder)}.new`, 0o644)
  expect(openInstanceKey(folder, true)).toHaveLength(32)
  expect(statSync(instanceKeyFile(folder)).mode & 0o777).toBe(0o600)
})

test('rotations keep all previous keys, each once', () => {
  const folder = temporaryFolder()
  const file = instanceKeyFile(folder)
  const keys = [openInstanceKey(folder, true)]
  const rotate = () => {
    const next = makeNextKey(folder)
    takeNextKey(folder, new Keyring(next).fingerprint)
    keys.push(next)
  }
  rotate()
  rotate()
  // A rotation that is killed after the copy is repeated.
  writeFileSync(`${file}.old.3`, keys[2] ?? '')
  rotate()
  const files = [`${file}.old`, `${file}.old.2`, `${file}.old.3`, file]
  expect(files.map(name => readFileSync(name))).toEqual(keys)
  expect(readdirSync(folder)).toHaveLength(4)
})

test('a key of the wrong length is refused', () => {
  const folder = temporaryFolder()
  writeFileSync(instanceKeyFile(folder), 'short')
  expect(() => openInstanceKey(folder, true)).toThrow(
    `The instance key ${instanceKeyFile(folder)} has 5 bytes instead of 32. Put it back from a copy.`,
  )
})

test('metadata does not open without its own key', async () => {
  const first = await openTemporaryMetadata()
  await first.metadata.close()
  const file = instanceKeyFile(first.folder)
  const key = readFileSync(file)
  writeFileSync(file, Buffer.alloc(32, 1))
  await expect(openTemporaryMetadata({ folder: first.folder })).rejects.toThrow(
    'is not the one that the metadata',
  )
  rmSync(file)
  await expect(openTemporaryMetadata({ folder: first.folder })).rejects.toThrow(
    `The instance key ${file} is missing`,
  )
  expect(readdirSync(first.folder)).not.toContain('instance.key')
  writeFileSync(file, key)
  await openTemporaryMetadata({ folder: first.folder })
})

test('a given key needs no file, and has to match the key of the metadata', async () => {
  const instanceKey = 'ab'.repeat(32)
  const { metadata, folder } = await openTemporaryMetadata({ instanceKey })
  const opened = () => openTemporaryMetadata({ folder, instanceKey })
  expect((await opened()).metadata.keyring.fingerprint).toBe(metadata.keyring.fingerprint)
  expect(readdirSync(folder)).not.toContain('instance.key')
  await expect(openTemporaryMetadata({ folder, instanceKey: 'cd'.repeat(32) })).rejects.toThrow(
    'The instance key of MILLRACE_INSTANCE_KEY is not the one that the metadata',
  )
  await expect(openTemporaryMetadata({ folder })).rejects.toThrow(
    /^The instance key .*instance\.key is missing/,
  )
})
