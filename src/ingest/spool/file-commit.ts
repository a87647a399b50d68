import { access, type FileHandle, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { hasErrorCode } from '../../schema/error-code.ts'
import type { Manifest } from '../ledger/ledger.ts'
import type { SpanRows } from './batch.ts'
import type { IdempotencyLog, IdempotentAnswer } from './idempotency-log.ts'
import type { FileRecord, LedgerJournal } from './ledger-journal.ts'
import { matchesName, temporaryName } from './spool-name.ts'

/** A spool file of a commit. */
export interface CommitFile {
  name: string
  rows: SpanRows
  manifest: Manifest
  /** Content of the file next to it with the trigger matches. */
  matches?: Buffer
}

/** The spool folder that a commit writes to, with its logs. */
export interface CommitPlace {
  path: string
  directory: FileHandle
  keys: IdempotencyLog
  journal: LedgerJournal
}

/**
 * Commits several spool files and the idempotency keys of their events: all or nothing, even if it fails or
 * the process is killed. The commit is decided once the keys are synced, or one file has its final name. From
 * then on the content of files is not changed; further attempts continue where the last one failed.
 */
export class FileCommit {
  readonly #place: CommitPlace
  readonly #files: readonly CommitFile[]
  /** The answers to repeat for requests with the same idempotency keys. */
  readonly #answers: readonly IdempotentAnswer[]
  /** Files without their final name so far. */
  readonly #unnamed: Set<CommitFile>
  /** Whether all unnamed files are written and in the journal. Reset if one of them disappears. */
  #isWritten = false
  /** Whether all files were once written: the commit may be decided, so its files must not be deleted. */
  #wasWritten = false
  #areKeysSynced = false

  constructor(place: CommitPlace, files: readonly CommitFile[], answers: readonly IdempotentAnswer[]) {
    this.#place = place
    this.#files = files
    this.#answers = answers
    this.#unnamed = new Set(files)
  }

  /** Resolves when everything is durable. May be called again after a failure. */
  async run(): Promise<void> {
    const { directory, keys } = this.#place
    if (!this.#isWritten) await this.#write()
    if (!this.#areKeysSynced && this.#answers.length > 0) await this.#writeKeys()
    for (const file of this.#unnamed) {
      await this.#rename(file.name)
      this.#unnamed.delete(file)
    }
    await directory.sync()
    // Only now, since a repeated answer says that the events are on disk.
    keys.remember(this.#answers)
  }

  /** Writes all unnamed files under temporary names, and records the commit in the journal. */
  async #write(): Promise<void> {
    const files = [...this.#unnamed]
    // All writes must end before a file may be written again.
    const writes = files.flatMap(file => [this.#writeRows(file), this.#writeMatches(file)])
    const failed = (await Promise.allSettled(writes)).find(({ status }) => status === 'rejected')
    try {
      if (failed?.status === 'rejected') throw failed.reason
      this.#place.journal.commit(this.#files.map(recordOf))
    } catch (error) {
      // Frees space on a full disk. If removing fails, nothing is lost.
      if (!this.#wasWritten) await Promise.allSettled(files.flatMap(({ name }) => this.#removals(name)))
      throw error
    }
    this.#isWritten = true
    this.#wasWritten = true
  }

  /** Writes the keys after syncing the temporary names: keys without files would answer for lost events. */
  async #writeKeys(): Promise<void> {
    const { directory, keys } = this.#place
    await keys.compactIfDue()
    await directory.sync()
    await keys.append(
      this.#answers,
      this.#files.map(({ name }) => name),
    )
    this.#areKeysSynced = true
  }

  async #rename(name: string): Promise<void> {
    try {
      await rename(this.#file(temporaryName(name)), this.#file(name))
    } catch (error) {
      if (!hasErrorCode(error, 'ENOENT')) throw error
      // A failed attempt may have renamed it. Otherwise the file or its folder was removed from outside.
      if (await isPresent(this.#file(name))) return
      this.#isWritten = false
      throw error
    }
  }

  async #writeRows(file: CommitFile): Promise<void> {
    const temporary = this.#file(temporaryName(file.name))
    const bytes = bytesOf(file)
    // A kill while an intact file of a decided commit is written again would damage it.
    if (this.#wasWritten && (await readIfPresent(temporary))?.equals(bytes) === true) return
    await writeSynced(temporary, bytes)
  }

  /** Writes the matches under their final name: they count only next to the file of their rows. */
  async #writeMatches({ name, matches }: CommitFile): Promise<void> {
    if (matches !== undefined) await writeSynced(this.#file(matchesName(name)), matches)
  }

  #removals(name: string): Promise<void>[] {
    return [temporaryName(name), matchesName(name)].map(file => rm(this.#file(file), { force: true }))
  }

  #file(name: string): string {
    return path.join(this.#place.path, name)
  }
}

function bytesOf({ rows: { buffer } }: CommitFile): Buffer {
  return buffer.bytes.subarray(0, buffer.length)
}

function recordOf(file: CommitFile): FileRecord {
  const { name, manifest, matches } = file
  const bytes = bytesOf(file)
  const matchesRecord = matches && { matches: { bytes: matches.length, crc: crc32(matches) } }
  const { lastId } = file.rows
  return { name, bytes: bytes.length, crc: crc32(bytes), lastId, manifest, ...matchesRecord }
}

async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w')
  try {
    let writtenBytes = 0
    while (writtenBytes < bytes.length) {
      writtenBytes += (await file.write(bytes, writtenBytes, bytes.length - writtenBytes)).bytesWritten
    }
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** The content of a file; undefined if it does not exist. */
export async function readIfPresent(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function isPresent(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
