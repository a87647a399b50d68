import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { rotateSecrets } from '../metadata/rotate-key.ts'
import { makeNextKey } from '../metadata/secrets/instance-key.ts'
import { Keyring } from '../metadata/secrets/keyring.ts'
import { openTemporaryMetadata, temporaryFolder } from '../metadata/testing/temporary.ts'
import type { BackupManifest } from '../schema/store/backup.ts'
import { internalRead } from '../storage/contract/internal-read.ts'
import { requireNewFolder, writeBackup } from './backup.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { addEvents, makeDataFolder, openStore, snapshotOf } from './testing/data-folder.ts'
import { verifyBackup } from './verify-backup.ts'

const read = internalRead('short', 30)
const version = '1.2.3'

async function backUp(
  dataDir: string,
  name: string,
  more: { previous?: string; withoutSecrets?: boolean; hasKeySetting?: boolean } = {},
) {
  const target = path.join(path.dirname(dataDir), name)
  await using snapshot = await snapshotOf(dataDir)
  const written = await writeBackup(snapshot, { dataDir, target, version, ...more })
  return { target, ...written }
}

async function messagesOf(dataDir: string): Promise<unknown[]> {
  const store = await openStore(dataDir)
  const rows = await store.client.select('SELECT message FROM millrace.events ORDER BY ts', read)
  await store.close()
  return rows.flat()
}

test('a restored folder has events, users, rules and the key; a second backup copies only what is new', async () => {
  const dataDir = await makeDataFolder(temporaryFolder())
  mkdirSync(path.join(dataDir, 'scripts'))
  const script = path.join('scripts', 'alarm.sh')
  writeFileSync(path.join(dataDir, script), '#!/bin/sh\n', { mode: 0o644 })
  const first = await backUp(dataDir, 'first')
  const day = (name: string) => ({ day: name, rows: 1, bytes: expect.any(Number) })
  expect(first.manifest).toMatchObject({
    ...{ format: 1, version, hasInstanceKey: true, elsewhere: {}, pausedMs: 0, spoolFiles: 0 },
    days: [day('20260101'), day('20260102')],
  })
  expect(first.linkedBytes).toBe(0)
  expect(readdirSync(dataDir).filter(name => name.startsWith('snapshot'))).toEqual([])
  expect(existsSync(path.join(dataDir, 'events', 'shadow'))).toBe(false)
  expect(await verifyBackup(first.target)).toEqual({ manifest: first.manifest, faults: [] })

  await addEvents(dataDir, [2])
  // Changes the mode, but not the content.
  chmodSync(path.join(dataDir, script), 0o755)
  const second = await backUp(dataDir, 'second', { previous: first.target })
  expect(second.manifest.days).toHaveLength(3)
  const ofOldPart = first.manifest.files.find(file => file.path.includes('/20260101_'))?.path ?? ''
  const inode = (backup: string) => statSync(path.join(backup, 'data', ofOldPart)).ino
  expect(inode(second.target)).toBe(inode(first.target))
  expect(second.linkedBytes).toBeGreaterThan(0)
  expect(second.copiedBytes + second.linkedBytes).toBe(
    second.manifest.files.reduce((all, file) => all + file.bytes, 0),
  )
  // Shared files remain when one backup is deleted.
  rmSync(first.target, { recursive: true })
  expect((await verifyBackup(second.target)).faults).toEqual([])

  const restored = path.join(temporaryFolder(), 'restored')
  await restoreBackup(second.target, restored)
  expect(readdirSync(restored).sort()).toEqual([
    'events',
    'instance.key',
    'metadata.sqlite',
    'rules',
    'scripts',
    'spool',
  ])
  const modeOf = (file: string) => statSync(path.join(restored, file)).mode & 0o777
  expect([modeOf('instance.key'), modeOf(script)]).toEqual([0o600, 0o700])
  expect(await messagesOf(restored)).toEqual(['of day 0', 'of day 1', 'of day 2'])
  const { metadata } = await openTemporaryMetadata({ folder: restored })
  expect((await metadata.users.findByName('ann'))?.username).toBe('ann')
  // The restored folder takes new events.
  await addEvents(restored, [3])
  expect(await messagesOf(restored)).toHaveLength(4)
})

test('secrets can be left out, and what killed backups left is no obstacle', async () => {
  const dataDir = await makeDataFolder(temporaryFolder())
  const leftovers = ['snapshot/events', 'events/shadow/millrace/store/x'].map(name =>
    path.join(dataDir, name),
  )
  leftovers.push(path.join(path.dirname(dataDir), 'plain.partial', 'data', 'old'))
  for (const folder of leftovers) mkdirSync(folder, { recursive: true })
  const { manifest, target } = await backUp(dataDir, 'plain', { withoutSecrets: true })
  expect(manifest.hasInstanceKey).toBe(false)
  expect(manifest.files.map(file => file.path)).not.toContain('instance.key')
  expect((await verifyBackup(target)).faults).toEqual([])
  expect(leftovers.filter(folder => existsSync(folder))).toEqual([])
})

test('a snapshot that was removed, or replaced by another one, is no backup', async () => {
  const dataDir = await makeDataFolder(temporaryFolder())
  const { target: previous } = await backUp(dataDir, 'previous')
  const gone = await snapshotOf(dataDir)
  await gone[Symbol.asyncDispose]()
  const target = path.join(path.dirname(dataDir), 'backup')
  const write = () => writeBackup(gone, { dataDir, target, version, previous })
  await expect(write()).rejects.toThrow('The snapshot was removed while it was copied')
  await using other = await snapshotOf(dataDir)
  await expect(write()).rejects.toThrow('The snapshot was removed while it was copied')
  expect(existsSync(target)).toBe(false)
  await writeBackup(other, { dataDir, target, version, previous })
})

test('a backup has the key that opens its metadata, also after a rotation of the key that was killed, or none', async () => {
  const dataDir = await makeDataFolder(temporaryFolder())
  const { metadata } = await openTemporaryMetadata({ folder: dataDir })
  const next = new Keyring(makeNextKey(dataDir))
  await rotateSecrets(metadata, next)
  await metadata.close()
  const { target, manifest } = await backUp(dataDir, 'rotated')
  const restored = path.join(temporaryFolder(), 'restored')
  await restoreBackup(target, restored)
  const opened = await openTemporaryMetadata({ folder: restored })
  expect(opened.metadata.keyring.fingerprint).toBe(next.fingerprint)

  const key = path.join(dataDir, 'instance.key')
  cpSync(`${key}.old`, key)
  await expect(backUp(dataDir, 'other')).rejects.toThrow(
    `${key} is not the key that the metadata was sealed with`,
  )
  expect((await backUp(dataDir, 'setting', { hasKeySetting: true })).manifest.hasInstanceKey).toBe(false)
  const copied = path.join(target, 'data', 'instance.key')
  cpSync(key, copied)
  const sha256 = createHash('sha256').update(readFileSync(key)).digest('hex')
  for (const name of ['manifest.json', 'manifest.sha256']) rmSync(path.join(target, name))
  const files = manifest.files.map(file => (file.path === 'instance.key' ? { ...file, sha256 } : file))
  await writeManifest(target, { ...manifest, files })
  expect((await verifyBackup(target)).faults).toEqual([
    `${copied} is not the key that the metadata was sealed with`,
  ])
})

test.runIf(process.getuid?.() === 0)('only the owner of a data folder backs it up', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(path.join(dataDir, 'events'))
  writeFileSync(path.join(dataDir, 'metadata.sqlite'), '')
  chownSync(dataDir, 12_345, 12_345)
  await expect(snapshotOf(dataDir)).rejects.toThrow(
    `${dataDir} belongs to user 12345, but you are user 0: run it as its owner.`,
  )
})

test('a backup is neither in its data folder, nor over something else', async () => {
  const folder = temporaryFolder()
  const dataDir = path.join(folder, 'data')
  mkdirSync(path.join(folder, 'mine.partial', 'photos'), { recursive: true })
  const refusals: [string, string][] = [
    [path.join(dataDir, 'backup'), 'is in the data folder'],
    [path.join(dataDir, '..backup'), 'is in the data folder'],
    [dataDir, 'is in the data folder'],
    [folder, 'already exists: name a new folder.'],
    [path.join(folder, 'none', 'backup'), `${path.join(folder, 'none')} is not there: make it first.`],
    [path.join(folder, 'mine'), 'mine.partial is no unfinished backup: it has photos. Move it away.'],
  ]
  for (const [target, reason] of refusals)
    await expect(requireNewFolder(target, dataDir)).rejects.toThrow(reason)
})

describe('a damaged backup', () => {
  let backup: string
  let manifest: BackupManifest
  beforeAll(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'millrace-backup-'))
    backup = (await backUp(await makeDataFolder(folder), 'backup')).target
    manifest = await readManifest(backup)
    return () => rmSync(folder, { recursive: true })
  })

  const partFile = () => manifest.files.find(file => file.path.endsWith('/count.txt'))?.path ?? ''
  type Damage = [
    name: string,
    damage: (copy: string) => void | Promise<void>,
    found: (copy: string) => string,
  ]
  const change = async (copy: string, changed: object) => {
    for (const name of ['manifest.json', 'manifest.sha256']) rmSync(path.join(copy, name))
    await writeManifest(copy, { ...manifest, ...changed })
  }
  const damages: Damage[] = [
    [
      'a file is missing',
      copy => rmSync(path.join(copy, 'data', partFile())),
      copy => `${copy}/data/${partFile()} is not there`,
    ],
    [
      'a byte has changed',
      copy => {
        const file = path.join(copy, 'data', 'metadata.sqlite')
        const bytes = readFileSync(file)
        bytes[5_000] = (bytes[5_000] ?? 0) ^ 1
        writeFileSync(file, bytes)
      },
      copy => `${copy}/data/metadata.sqlite is not as it was written`,
    ],
    [
      'a file has grown',
      copy => appendFileSync(path.join(copy, 'data', 'spool', 'ledger.log'), 'x'),
      copy => `${copy}/data/spool/ledger.log`,
    ],
    [
      'the manifest has changed',
      copy => appendFileSync(path.join(copy, 'manifest.json'), ' '),
      copy => `${copy}/manifest.json is damaged: its checksum is not that of manifest.sha256.`,
    ],
    [
      'it is no backup',
      copy => rmSync(path.join(copy, 'manifest.json')),
      copy => `${copy} is no complete backup`,
    ],
    [
      'a newer format',
      copy => change(copy, { format: 2, version: '9.0.0' }),
      copy => `${copy} was made by Millrace 9.0.0 in format 2; this one reads up to 1. Use the newer one.`,
    ],
    [
      'a path that leads out of it',
      copy => change(copy, { files: [{ ...manifest.files[0], path: 'spool/../../x' }] }),
      copy => `${copy}/manifest.json is no manifest of a backup.`,
    ],
  ]
  test.each(damages)('%s: is named, and nothing is restored', async (_name, damage, found) => {
    const copy = path.join(temporaryFolder(), 'copy')
    cpSync(backup, copy, { recursive: true })
    await damage(copy)
    const target = path.join(temporaryFolder(), 'restored')
    await expect(restoreBackup(copy, target)).rejects.toThrow(found(copy))
    expect(existsSync(target) ? readdirSync(target) : []).toEqual([])
    const verified = await verifyBackup(copy).then(
      ({ faults }) => faults.join('\n'),
      (error: Error) => error.message,
    )
    expect(verified).toContain(found(copy))
  })

  test('tables of a newer Millrace are refused, and rows that a day lacks are found', async () => {
    const copy = path.join(temporaryFolder(), 'copy')
    cpSync(backup, copy, { recursive: true })
    const target = path.join(temporaryFolder(), 'restored')
    const { metadata, events } = manifest.tables
    for (const tables of [
      { events: events + 1, metadata },
      { events, metadata: '9001-later' },
    ]) {
      await change(copy, { tables, version: '9.0.0' })
      await expect(restoreBackup(copy, target)).rejects.toThrow(/was made by Millrace 9\.0\.0, whose tables/)
    }
    await change(copy, { days: [{ day: '20260101', rows: 7, bytes: 1 }] })
    expect((await verifyBackup(copy)).faults).toEqual(['day 20260101 has 1 rows of 7'])
  })

  test('once a file is found damaged, nothing is written after what was is removed', async () => {
    const copy = path.join(temporaryFolder(), 'copy')
    cpSync(backup, copy, { recursive: true })
    const names = Array.from({ length: 200 }, (_, i) => `file-${i}`)
    for (const name of names) writeFileSync(path.join(copy, 'data', name), name)
    const files = names.map((name, i) => {
      const sha256 = createHash('sha256').update(i === 0 ? 'other' : name)
      return { path: name, bytes: name.length, changed: '0', sha256: sha256.digest('hex') }
    })
    await change(copy, { files })
    const target = temporaryFolder()
    mkdirSync(path.join(target, 'lost+found'))
    await expect(restoreBackup(copy, target)).rejects.toThrow('file-0 is not as it was written')
    expect(readdirSync(target)).toEqual(['lost+found'])
  })

  test('only a new or empty folder is restored into, and an unfinished backup is refused', async () => {
    const target = temporaryFolder()
    writeFileSync(path.join(target, 'mine.txt'), '')
    await expect(restoreBackup(backup, target)).rejects.toThrow(`${target} is not empty (mine.txt)`)
    writeFileSync(path.join(target, 'restoring'), '')
    await expect(restoreBackup(backup, target)).rejects.toThrow(
      `The restore into ${target} did not end: empty the folder`,
    )
  })
})
