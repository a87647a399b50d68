import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import pLimit from 'p-limit'
import { currentFormat, formatOf } from '../../schema/event/row.ts'
import { parseBatchMatches } from '../../schema/intake/batch-matches.ts'
import type { Manifest } from '../ledger/ledger.ts'
import { type CommitFile, FileCommit, readIfPresent } from './file-commit.ts'
import { IdempotencyLog, type IdempotentAnswer } from './idempotency-log.ts'
import type { KeptFile } from './kept-files.ts'
import { type FileRecord, isAsWritten, LedgerJournal } from './ledger-journal.ts'
import { hasRoomForRefused, moveAside, type QuarantineFolder, quarantineFile } from './quarantine.ts'
import { type RowContent, withAllColumns } from './rows/row-content.ts'
import { RowCursor, TornRowsError } from './rows/row-cursor.ts'
import { RowNames } from './rows/row-names.ts'
import { countReadableEvents } from './split-manifest.ts'
import { linkSpool } from './spool-links.ts'
import {
  finalName,
  isMatchesName,
  isTemporaryName,
  matchesName,
  nextSequence,
  sequenceOf,
  spoolName,
} from './spool-name.ts'
import { describeFile, type FileDescription, type SpooledFile } from './spooled-file.ts'

/** A spool file whose bytes have changed on disk. */
interface DamagedFile {
  name: string
  /** Its events that are known and that the store does not have. */
  manifest: Manifest
}

/** What earlier runs left in the spool. */
export interface RecoveredSpool {
  /** Files to give to the store. */
  found: SpooledFile[]
  /** Files that were settled so long ago that the store must not get them again (`replayMs`). */
  kept: KeptFile[]
  /** Files that the caller must move to quarantine. */
  damaged: DamagedFile[]
  /** The highest id of the events that begin in files that were not read. */
  lastId: number
}

/** A row of an earlier run, converted to the current format. */
export interface FoundRow extends RowContent {
  id: number
  /** Time of the event's first occurrence, microseconds. */
  first: number
}

/**
 * A delivered file is given to the store again if the service was last seen alive within this time after the
 * delivery, since a power loss may have taken what the engine had not synced. After this time the store has
 * the file for good and may have dropped its days: given again, its events would return and be counted twice.
 * The time for which the service was down does not matter.
 */
const replayMs = 3_600_000

/** The source of events whose journal lines were lost. */
const unknownSource = 'unknown'

/** The folder of spool files. A file has its final name only if it is complete and synced. */
export class SpoolFolder {
  readonly path: string
  readonly keys: IdempotencyLog
  readonly journal: LedgerJournal
  /** Files removed from quarantine since the start. */
  readonly quarantineRemoved: Record<QuarantineFolder, number> = { broken: 0, refused: 0 }
  /** Part of the names of all files of this process. */
  readonly #run = randomBytes(6).toString('hex')
  readonly #directory: FileHandle
  /** Runs one commit or link at a time, so that a linked commit is complete. */
  readonly #turns = pLimit(1)
  /** The highest sequence of a file that was found or named. */
  #sequence = 0

  private constructor(folder: string, keys: IdempotencyLog, journal: LedgerJournal, directory: FileHandle) {
    this.path = folder
    this.keys = keys
    this.journal = journal
    this.#directory = directory
  }

  static async open(folder: string): Promise<SpoolFolder> {
    const absolute = path.resolve(folder)
    for (const aside of ['broken', 'refused']) await mkdir(path.join(absolute, aside), { recursive: true })
    const keys = await IdempotencyLog.open(path.join(absolute, 'keys.log'), Date.now())
    const journal = new LedgerJournal(path.join(absolute, 'ledger.log'))
    return new SpoolFolder(absolute, keys, journal, await open(absolute))
  }

  /**
   * Finds the files of earlier runs, in order, and removes files whose commit was not decided. Reads files
   * written at `since` (Unix milliseconds) or later, whose deduplication windows may be open, and files that
   * the journal does not describe. Other files are read right before their delivery, so that a large spool
   * does not delay the start. Calls `visit` for each row that it reads (`writtenAt`: Unix milliseconds), and
   * `progress` before each file.
   */
  async recover(
    since: number,
    visit: (row: FoundRow, writtenAt: number) => void,
    warn: (message: string) => void,
    progress: () => void = () => {},
  ): Promise<RecoveredSpool> {
    let lastId = 0
    const found: SpooledFile[] = []
    const kept: KeptFile[] = []
    const { lastAlive } = this.journal
    const damaged: DamagedFile[] = []
    const entries = (await readdir(this.path)).sort()
    // Files whose commit is decided; see FileCommit.
    const decided = new Set([...this.journal.decided(new Set(entries)), ...this.keys.decided])
    const names = new Set<string>()
    for (const entry of entries) {
      const sequence = sequenceOf(finalName(entry))
      if (sequence === undefined) continue
      progress()
      this.#sequence = Math.max(this.#sequence, sequence)
      const name = await this.#finished(entry, decided, names)
      if (name === undefined) continue
      names.add(name)
      const described = await this.#described(name, since)
      lastId = Math.max(lastId, described?.lastId ?? 0)
      const read = described ?? (await this.#readRows(name, visit))
      if (read === undefined) {
        const aside = path.join(this.path, 'broken')
        warn(`The spool file ${name} is not as it was written; it is set aside into ${aside}`)
        damaged.push({ name, manifest: this.#unsettledEvents(name) })
        continue
      }
      const bytes = read.bytes + (this.journal.find(name)?.matches?.bytes ?? 0)
      const settledAt = this.journal.settledAt(name)
      if (settledAt !== undefined && lastAlive - settledAt > replayMs) kept.push({ name, bytes })
      else found.push({ name, bytes, manifest: this.#unsettledEvents(name) })
    }
    this.journal.keepOnly(names)
    const ownedMatches = new Set(Array.from(names, matchesName))
    for (const entry of entries)
      if (isMatchesName(entry) && !ownedMatches.has(entry)) await rm(this.#file(entry), { force: true })
    await this.#directory.sync()
    return { found, kept, damaged, lastId }
  }

  /** Returns names for the next files, in order. */
  names(count: number): string[] {
    return Array.from({ length: count }, () => {
      this.#sequence = nextSequence(this.#sequence)
      return spoolName(this.#sequence, this.#run)
    })
  }

  /** Prepares a commit. The returned function makes it durable, and may be called again; see FileCommit. */
  begin(files: readonly CommitFile[], keys: readonly IdempotentAnswer[]): () => Promise<void> {
    const place = { path: this.path, directory: this.#directory, keys: this.keys, journal: this.journal }
    const commit = new FileCommit(place, files, keys)
    return () => this.#turns(() => commit.run())
  }

  /**
   * Links everything that the store does not have into a folder, with copies of the logs. The result is the
   * spool that a kill at this moment would leave.
   */
  link(target: string): Promise<void> {
    return this.#turns(() => linkSpool(this.path, this.journal, target))
  }

  /**
   * Describes a file for the store; undefined if it is missing or damaged. Moves damaged trigger matches to
   * quarantine.
   */
  async read(name: string, warn: (message: string) => void): Promise<FileDescription | undefined> {
    const bytes = await readIfPresent(this.#file(name))
    const description = bytes && this.#describe(name, bytes)
    if (description === undefined || !(await this.#checkMatches(name, warn))) return description
    return { ...description, matches: this.#file(matchesName(name)) }
  }

  /** Whether a file is still as it was written. */
  async isWhole(name: string): Promise<boolean> {
    const bytes = await readIfPresent(this.#file(name))
    return bytes !== undefined && this.#describe(name, bytes) !== undefined
  }

  /** Moves a file and its matches to quarantine. Returns the names of files removed to make room. */
  async quarantine(name: string, aside: QuarantineFolder): Promise<string[]> {
    await moveAside(this.path, matchesName(name), aside)
    const removed = await quarantineFile(this.path, name, aside)
    this.quarantineRemoved[aside] += removed.length
    this.journal.forget(name)
    return removed
  }

  /** Whether quarantine has room for a refused file of this size. */
  hasRoomForRefused(bytes: number): Promise<boolean> {
    return hasRoomForRefused(this.path, bytes)
  }

  /** Removes a file and its matches. */
  async remove(name: string): Promise<void> {
    await rm(this.#file(name), { force: true })
    await rm(this.#file(matchesName(name)), { force: true })
    this.journal.forget(name)
  }

  async close(): Promise<void> {
    await this.keys.close()
    this.journal.close()
    await this.#directory.close()
  }

  #file(name: string): string {
    return path.join(this.path, name)
  }

  /** Whether a spool file has a file of matches that is as it was written. Quarantines a damaged one. */
  async #checkMatches(name: string, warn: (message: string) => void): Promise<boolean> {
    const record = this.journal.find(name)?.matches
    const matches = matchesName(name)
    const bytes = await readIfPresent(this.#file(matches))
    if (bytes === undefined && record === undefined) return false
    if (bytes !== undefined && isWholeMatches(bytes, record)) return true
    const aside = path.join(this.path, 'broken')
    warn(
      bytes === undefined
        ? `The spool file ${matches} is missing: triggers do not fire for the events of ${name}`
        : `The spool file ${matches} is not as it was written; it was set aside into ${aside}: triggers do not fire for the events of ${name}`,
    )
    await moveAside(this.path, matches, 'broken')
    return false
  }

  /**
   * The final name of a committed file. Gives a temporary file its final name if its commit is in `decided`.
   * Otherwise removes it and returns undefined. Also removes it if the final name is in `named`: an earlier
   * version may have left both files, and the final one is complete.
   */
  async #finished(
    entry: string,
    decided: ReadonlySet<string>,
    named: ReadonlySet<string>,
  ): Promise<string | undefined> {
    if (!isTemporaryName(entry)) return entry
    const name = finalName(entry)
    if (decided.has(name) && !named.has(name)) {
      await rename(path.join(this.path, entry), this.#file(name))
      return name
    }
    await rm(path.join(this.path, entry))
    return undefined
  }

  /** What the journal knows of a file; undefined if the file must be read. */
  async #described(name: string, since: number): Promise<{ bytes: number; lastId: number } | undefined> {
    const record = this.journal.find(name)
    // Lines of earlier versions have no `lastId`.
    if (record?.lastId === undefined) return undefined
    const { size, mtimeMs } = await stat(this.#file(name))
    if (size !== record.bytes || mtimeMs >= since) return undefined
    return { bytes: size, lastId: record.lastId }
  }

  /** Reads the rows of a file; undefined if it is damaged. Adds a file to the journal that is not in it. */
  async #readRows(
    name: string,
    visit: (row: FoundRow, writtenAt: number) => void,
  ): Promise<{ bytes: number } | undefined> {
    const file = this.#file(name)
    const { mtimeMs } = await stat(file)
    const bytes = await readFile(file)
    const isWhole = this.#describe(name, bytes) !== undefined
    // With the journal, the ledger counts the file's events once, no matter how many starts find the file.
    if (this.journal.find(name) === undefined)
      this.journal.commit([
        { name, bytes: bytes.length, crc: crc32(bytes), manifest: this.#unknownEvents(name, bytes) },
      ])
    if (!isWhole) return undefined
    const format = formatOf(name)
    const row = new RowCursor(bytes, format)
    while (row.next()) {
      const { id, first } = row
      visit(format === currentFormat ? row : { ...withAllColumns(row, format), id, first }, mtimeMs)
    }
    return { bytes: bytes.length }
  }

  /** Describes a file for the store; undefined if it is damaged. */
  #describe(name: string, bytes: Buffer): FileDescription | undefined {
    return isAsWritten(bytes, this.journal.find(name)) ? describeRows(bytes, this.#file(name)) : undefined
  }

  /** The events of a file that the ledger has not settled yet. */
  #unsettledEvents(name: string): Manifest {
    return this.journal.isSettled(name) ? [] : (this.journal.find(name)?.manifest ?? [])
  }

  /** The events of a file that the journal does not know. */
  #unknownEvents(name: string, bytes: Buffer): Manifest {
    // A version without a ledger wrote the file, and may already have delivered it.
    if (this.journal.isNew) return []
    return [{ source: unknownSource, ...countReadableEvents(bytes, formatOf(name)) }]
  }
}

/** Whether matches are as they were written. Without their journal line, readable ones count as such. */
function isWholeMatches(bytes: Buffer, record: FileRecord['matches']): boolean {
  return record === undefined ? parseBatchMatches(bytes.toString()) !== undefined : isAsWritten(bytes, record)
}

/** Describes a file for the store; undefined if it does not consist of complete rows. */
function describeRows(bytes: Buffer, file: string): FileDescription | undefined {
  const minutes = new Set<number>()
  const repeatMinutes = new Set<number>()
  let rows = 0
  const row = new RowCursor(bytes, formatOf(file))
  const names = new RowNames(row)
  try {
    while (row.next()) {
      rows++
      const minute = Math.floor(row.ts / 60_000_000)
      minutes.add(minute)
      if (row.repeat !== 0) repeatMinutes.add(minute)
      names.add(row.start, row.end)
    }
  } catch (error) {
    if (error instanceof TornRowsError) return undefined
    throw error
  }
  return rows === 0 ? undefined : describeFile(file, { rows, minutes, repeatMinutes, names })
}
