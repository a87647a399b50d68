import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import pLimit from 'p-limit'
import { parseBatchMatches } from '../../schema/batch-matches.ts'
import { hasErrorCode } from '../../schema/error-code.ts'
import { hasTriggers, type SpoolBatch } from '../../schema/row.ts'
import type { Manifest } from '../ledger/ledger.ts'
import type { SpanRows } from './batch.ts'
import { IdempotencyLog, type IdempotentAnswer } from './idempotency-log.ts'
import { type FileRecord, LedgerJournal } from './ledger-journal.ts'
import { moveAside, type QuarantineFolder, quarantineFile } from './quarantine.ts'
import { type RowContent, withEmptyTriggers } from './row-content.ts'
import { RowCursor, TornRowsError } from './row-cursor.ts'
import { RowNames } from './row-names.ts'
import { countReadableEvents } from './split-manifest.ts'
import { linkSpool } from './spool-links.ts'
import { isMatchesName, matchesName, nextSequence, sequenceOf, spoolName } from './spool-name.ts'
import type { SpooledFile } from './spooled-file.ts'

const temporary = '.tmp'

/** A spool file whose bytes have changed. */
export interface DamagedFile {
  name: string
  /** Its known events that the store does not have. */
  manifest: Manifest
}

/** A file of a commit. */
export interface CommitFile {
  name: string
  rows: SpanRows
  manifest: Manifest
  /** The file beside it with what triggers matched. */
  matches?: Buffer
}

/** A row of an earlier run, in the format of this version. */
export interface FoundRow extends RowContent {
  id: number
  first: number
}

/** The source of events after the loss of their journal lines. */
const unknownSource = 'unknown'

/** The folder of spool files. A file has its name only when it is whole and synced. */
export class SpoolFolder {
  readonly path: string
  readonly keys: IdempotencyLog
  readonly journal: LedgerJournal
  /** Files removed from quarantine since the start. */
  readonly quarantineRemoved: Record<QuarantineFolder, number> = { broken: 0, refused: 0 }
  readonly #run = randomBytes(6).toString('hex')
  readonly #directory: FileHandle
  /** A commit and a link at a time: a linked commit is whole. */
  readonly #turns = pLimit(1)
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

  /** Finds the files of earlier runs, in order; removes unfinished ones. Calls `visit` for each row; `writtenAt` in Unix milliseconds. */
  async recover(
    visit: (row: FoundRow, writtenAt: number) => void,
    warn: (message: string) => void,
  ): Promise<{ found: SpooledFile[]; damaged: DamagedFile[] }> {
    const found: SpooledFile[] = []
    const damaged: DamagedFile[] = []
    const entries = (await readdir(this.path)).sort()
    const decided = new Set([...this.journal.decided(new Set(entries)), ...this.keys.decided])
    const names = new Set<string>()
    const withMatches = new Set<string>()
    for (const entry of entries) {
      const sequence = sequenceOf(entry.endsWith(temporary) ? entry.slice(0, -temporary.length) : entry)
      if (sequence === undefined) continue
      this.#sequence = Math.max(this.#sequence, sequence)
      const name = await this.#finished(entry, decided)
      if (name === undefined) continue
      names.add(name)
      const { batch, manifest, bytes } = await this.#read(name, visit)
      if (batch !== undefined) {
        const matches = await this.#foundMatches(name, warn)
        if (matches === undefined) found.push({ batch, bytes, manifest })
        else {
          withMatches.add(matches.name)
          const file = this.#file(matches.name)
          found.push({ batch: { ...batch, matches: file }, bytes: bytes + matches.bytes, manifest })
        }
      } else {
        withMatches.add(matchesName(name))
        const aside = path.join(this.path, 'broken')
        warn(`The spool file ${name} is not as it was written; it was set aside into ${aside}`)
        damaged.push({ name, manifest })
      }
    }
    this.journal.keepOnly(names)
    for (const entry of entries)
      if (isMatchesName(entry) && !withMatches.has(entry)) await rm(this.#file(entry), { force: true })
    await this.#directory.sync()
    return { found, damaged }
  }

  /** Names for the next files, in order. */
  names(count: number): string[] {
    return Array.from({ length: count }, () => {
      this.#sequence = nextSequence(this.#sequence)
      return spoolName(this.#sequence, this.#run)
    })
  }

  /** Makes files durable, all or none of them. May be called again after it failed. */
  commit(files: readonly CommitFile[], keys: readonly IdempotentAnswer[]): Promise<void> {
    return this.#turns(() => this.#commit(files, keys))
  }

  /** Links what the store does not have into a folder, with copies of the logs: a spool as a kill at this moment would leave it. */
  link(target: string): Promise<void> {
    return this.#turns(() => linkSpool(this.path, this.journal, target))
  }

  async #commit(files: readonly CommitFile[], keys: readonly IdempotentAnswer[]): Promise<void> {
    const names = files.map(({ name }) => name)
    try {
      await Promise.all(files.flatMap(file => [this.#writeRows(file), this.#writeMatches(file)]))
      this.journal.commit(files.map(recordOf))
      if (keys.length > 0) await this.keys.append(keys, names)
      for (const name of names) await rename(this.#file(name) + temporary, this.#file(name))
      await this.#directory.sync()
    } catch (error) {
      // Frees space of a full disk. The files are written again, so a failure here is no loss.
      if (keys.length === 0) {
        const unfinished = names.flatMap(name => [name + temporary, matchesName(name)])
        const removals = unfinished.map(name => rm(this.#file(name), { force: true }))
        await Promise.allSettled(removals)
      }
      throw error
    }
  }

  /** Whether a file still is what was written. */
  async isWhole(name: string): Promise<boolean> {
    try {
      const bytes = await readFile(this.#file(name))
      return this.#isAsNoted(name, bytes) && summary(bytes, name, 0) !== undefined
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return false
      throw error
    }
  }

  /** Quarantines a file; returns the names of those that were removed for it. */
  async quarantine(name: string, aside: QuarantineFolder): Promise<string[]> {
    await moveAside(this.path, matchesName(name), aside)
    const removed = await quarantineFile(this.path, name, aside)
    this.quarantineRemoved[aside] += removed.length
    this.journal.forget(name)
    return removed
  }

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

  async #writeRows({ name, rows: { buffer } }: CommitFile): Promise<void> {
    await writeSynced(this.#file(name) + temporary, buffer.bytes.subarray(0, buffer.length))
  }

  /** Under its name at once: the file counts only beside that of its rows. */
  async #writeMatches({ name, matches }: CommitFile): Promise<void> {
    if (matches !== undefined) await writeSynced(this.#file(matchesName(name)), matches)
  }

  /** The file of matches beside a file of rows; undefined when there is none that is as it was written. */
  async #foundMatches(
    name: string,
    warn: (message: string) => void,
  ): Promise<{ name: string; bytes: number } | undefined> {
    const noted = this.journal.find(name)?.matches
    const matches = matchesName(name)
    const bytes = await readIfPresent(this.#file(matches))
    if (bytes === undefined && noted === undefined) return undefined
    if (bytes !== undefined && isWholeMatches(bytes, noted)) return { name: matches, bytes: bytes.length }
    const aside = path.join(this.path, 'broken')
    warn(
      bytes === undefined
        ? `The spool file ${matches} is missing: triggers do not fire for the events of ${name}`
        : `The spool file ${matches} is not as it was written; it was set aside into ${aside}: triggers do not fire for the events of ${name}`,
    )
    await moveAside(this.path, matches, 'broken')
    return undefined
  }

  /** The name of a file that was committed; a temporary one is renamed when its commit was decided, else removed. */
  async #finished(entry: string, decided: ReadonlySet<string>): Promise<string | undefined> {
    if (!entry.endsWith(temporary)) return entry
    const name = entry.slice(0, -temporary.length)
    if (decided.has(name)) {
      await rename(path.join(this.path, entry), this.#file(name))
      return name
    }
    await rm(path.join(this.path, entry))
    return undefined
  }

  async #read(
    name: string,
    visit: (row: FoundRow, writtenAt: number) => void,
  ): Promise<{ batch?: SpoolBatch; manifest: Manifest; bytes: number }> {
    const file = this.#file(name)
    const { mtimeMs } = await stat(file)
    const bytes = await readFile(file)
    const batch = this.#isAsNoted(name, bytes) ? summary(bytes, file, sequenceOf(name) ?? 0) : undefined
    const manifest = this.#owed(name, bytes)
    if (batch === undefined) return { manifest, bytes: bytes.length }
    // Counts the file once, however often it is found.
    if (this.journal.find(name) === undefined) {
      this.journal.commit([{ name, bytes: bytes.length, crc: crc32(bytes), manifest }])
    }
    const row = new RowCursor(bytes, hasTriggers(name))
    while (row.next()) {
      const { id, first } = row
      visit(hasTriggers(name) ? row : { ...withEmptyTriggers(row), id, first }, mtimeMs)
    }
    return { batch, manifest, bytes: bytes.length }
  }

  #isAsNoted(name: string, bytes: Buffer): boolean {
    const note = this.journal.find(name)
    return note === undefined || (note.bytes === bytes.length && note.crc === crc32(bytes))
  }

  /** The events of a file that the ledger has not settled. */
  #owed(name: string, bytes: Buffer): Manifest {
    const note = this.journal.find(name)
    if (note !== undefined) return this.journal.isSettled(name) ? [] : note.manifest
    // A version without a ledger wrote it, and may have delivered it.
    if (this.journal.isNew) return []
    return [{ source: unknownSource, ...countReadableEvents(bytes, hasTriggers(name)) }]
  }
}

function recordOf({ name, rows: { buffer }, manifest, matches }: CommitFile): FileRecord {
  const bytes = buffer.bytes.subarray(0, buffer.length)
  const ofMatches = matches && { matches: { bytes: matches.length, crc: crc32(matches) } }
  return { name, bytes: bytes.length, crc: crc32(bytes), manifest, ...ofMatches }
}

/** After the loss of journal lines, what can be read was written so. */
function isWholeMatches(bytes: Buffer, noted: FileRecord['matches']): boolean {
  if (noted === undefined) return parseBatchMatches(bytes.toString()) !== undefined
  return bytes.length === noted.bytes && crc32(bytes) === noted.crc
}

async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w')
  try {
    let written = 0
    while (written < bytes.length) {
      written += (await file.write(bytes, written, bytes.length - written)).bytesWritten
    }
    await file.datasync()
  } finally {
    await file.close()
  }
}

async function readIfPresent(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Describes a file for the store; undefined when it is not whole rows. */
function summary(bytes: Buffer, file: string, sequence: number): SpoolBatch | undefined {
  const minutes = new Set<number>()
  const repeatMinutes = new Set<number>()
  let rows = 0
  const row = new RowCursor(bytes, hasTriggers(file))
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
  if (rows === 0) return undefined
  const ascending = (some: Iterable<number>) => [...some].sort((a, b) => a - b)
  return {
    file,
    sequence,
    repeated: true,
    rows,
    minutes: ascending(minutes),
    repeatMinutes: ascending(repeatMinutes),
    names: names.list(),
  }
}
