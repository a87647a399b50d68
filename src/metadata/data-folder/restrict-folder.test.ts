import { chmodSync, mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { restrictToOwner } from './restrict-folder.ts'

/** A folder with these files and folders (a `/` at the end) and rights, whatever the umask. */
function folderWith(entries: Readonly<Record<string, number>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-private-'))
  for (const name of Object.keys(entries)) {
    if (name.endsWith('/')) mkdirSync(path.join(folder, name))
    else writeFileSync(path.join(folder, name), 'text')
  }
  for (const [name, mode] of Object.entries(entries)) chmodSync(path.join(folder, name), mode)
  return folder
}

const modeOf = (...at: string[]) => statSync(path.join(...at)).mode & 0o777

test('takes the rights of others from all that is in a folder, no matter how deep, and leaves the folder itself', async () => {
  const folder = folderWith({
    'events/': 0o755,
    'events/part/': 0o750,
    'events/part/data.bin': 0o640,
    'spool/': 0o755,
    'spool/1.rows': 0o644,
    'metadata.sqlite': 0o600,
    'script.sh': 0o755,
  })
  chmodSync(folder, 0o755)
  expect(await restrictToOwner(folder)).toEqual({ restricted: 6, failed: [] })
  const modes = [
    'events',
    'events/part',
    'events/part/data.bin',
    'spool/1.rows',
    'metadata.sqlite',
    'script.sh',
  ]
  expect(modes.map(name => modeOf(folder, name).toString(8))).toEqual([
    '700',
    '700',
    '600',
    '600',
    '600',
    '700',
  ])
  expect(modeOf(folder)).toBe(0o755)
  expect(await restrictToOwner(folder)).toEqual({ restricted: 0, failed: [] })
})

test('does not follow links out of the folder', async () => {
  const elsewhere = folderWith({ 'mine.txt': 0o644 })
  const folder = folderWith({ 'events/': 0o755 })
  symlinkSync(elsewhere, path.join(folder, 'events', 'link'))
  symlinkSync(path.join(elsewhere, 'mine.txt'), path.join(folder, 'file'))
  expect(await restrictToOwner(folder)).toEqual({ restricted: 1, failed: [] })
  expect(modeOf(elsewhere, 'mine.txt')).toBe(0o644)
})

test('names the folder itself when others can write to it', async () => {
  const folder = folderWith({})
  chmodSync(folder, 0o770)
  expect(await restrictToOwner(folder)).toEqual({ restricted: 0, failed: [folder] })
})
