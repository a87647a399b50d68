import { copyFileSync } from 'node:fs'
import { link, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { hasErrorCode } from '../../schema/error-code.ts'
import type { LedgerJournal } from './ledger-journal.ts'
import { finalName, matchesName, sequenceOf } from './spool-name.ts'

/** Names of the logs in the folder, which grow in place and are therefore copied. */
const logs = ['ledger.log', 'keys.log']

/**
 * Links the unsettled files of a spool into a new folder of the same file system, and copies its logs. Links
 * quarantined and temporary files too: the logs decide which of them count. The caller lets no commit and no
 * delivery run meanwhile, but files may be dropped (Delivery.evict).
 */
export async function linkSpool(
  folder: string,
  journal: Pick<LedgerJournal, 'find' | 'isSettled'>,
  target: string,
): Promise<void> {
  await mkdir(target, { recursive: true })
  // The final names of the files, by their current names.
  const names = new Map<string, string>()
  // Files that the journal has before they are linked.
  const known = new Set<string>()
  for (const entry of await readdir(folder)) {
    const name = finalName(entry)
    if (sequenceOf(name) === undefined || journal.isSettled(name)) continue
    names.set(entry, name)
    if (journal.find(name) !== undefined) known.add(name)
  }
  for (const [entry, name] of names) {
    await linkIfPresent(folder, target, matchesName(name))
    await linkIfPresent(folder, target, entry)
  }
  // Copies all logs at once: no file can be dropped between them. A file that was dropped after it was linked
  // is settled in the journal, or the journal has forgotten it, as it does after the last file of a commit.
  for (const log of logs) copyIfPresent(path.join(folder, log), path.join(target, log))
  const isDropped = (name: string) =>
    journal.isSettled(name) || (known.has(name) && journal.find(name) === undefined)
  const dropped = [...names].filter(([, name]) => isDropped(name))
  for (const [entry, name] of dropped) {
    await rm(path.join(target, entry), { force: true })
    await rm(path.join(target, matchesName(name)), { force: true })
  }
  for (const aside of ['broken', 'refused']) {
    await mkdir(path.join(target, aside), { recursive: true })
    for (const entry of await readdir(path.join(folder, aside)))
      await linkIfPresent(path.join(folder, aside), path.join(target, aside), entry)
  }
}

async function linkIfPresent(folder: string, target: string, name: string): Promise<void> {
  try {
    await link(path.join(folder, name), path.join(target, name))
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error
  }
}

function copyIfPresent(file: string, copy: string): void {
  try {
    copyFileSync(file, copy)
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error
  }
}
