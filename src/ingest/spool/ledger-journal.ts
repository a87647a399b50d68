import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  futimesSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { crc32 } from 'node:zlib'
import type { AccountTotals, LedgerAccount } from '../ledger/account.ts'
import type { Manifest } from '../ledger/ledger.ts'
import { encodeLine, readLines } from './checksummed-lines.ts'
import { LogGrowth } from './log-growth.ts'

/** A spool file as it was written. */
export interface FileRecord {
  name: string
  bytes: number
  /** crc32 of the whole file. */
  crc: number
  /** The highest id of the events that begin in it; 0 for none. Absent in lines of earlier versions. */
  lastId?: number
  manifest: Manifest
  /** The file next to it with the trigger matches; absent if there are none. */
  matches?: { bytes: number; crc: number }
}

type StoredTotals = Omit<AccountTotals, 'tooOld'> & { outOfTime: number }

/** One line of the journal, written completely or not at all. */
interface JournalLine {
  /** Synced files of one commit, about to be renamed: all of them count, or none. */
  files?: readonly FileRecord[]
  /** Settled files: the store has them, or never will. */
  settled?: readonly string[]
  /** When each settled file was settled, Unix milliseconds; absent in lines of earlier versions. */
  settledAt?: readonly number[]
  /** Current counts of sources. */
  totals?: readonly (readonly [source: string, StoredTotals])[]
}

/** The journaled files of one commit. Forgotten once none of them is in the folder. */
interface JournaledCommit {
  files: readonly FileRecord[]
  /** When each settled file was settled, Unix milliseconds; undefined if an earlier version recorded it. */
  settled: Map<string, number | undefined>
  /** Files that are still in the folder, or about to be renamed. */
  present: Set<string>
}

const defaultCompactAboveBytes = 4 * 1024 * 1024
/** Interval at which the journal of an idle service records that it runs. */
const aliveIntervalMs = 60_000

/**
 * The log from which the ledger continues after a kill: events of each spool file, settled files, and other
 * counts. Lines are synced within a second: a kill loses none, a power loss loses the last second. Events
 * whose lines are lost are counted without their source.
 */
export class LedgerJournal {
  /** Counts of earlier runs, by source. */
  readonly totals = new Map<string, AccountTotals>()
  /** Whether there was no journal, so that a version without a ledger wrote the files in the folder. */
  readonly isNew: boolean
  /**
   * Time of the last change of the journal before this start, Unix milliseconds: an earlier run was alive
   * then. A power loss may have lost its last minutes.
   */
  readonly lastAlive: number
  readonly #path: string
  readonly #growth: LogGrowth
  /** The commit of each file, by name of the file. */
  readonly #commitOf = new Map<string, JournaledCommit>()
  #file: number
  /** Whether lines were written since the last sync began. */
  #isDirty = false
  /** The time that noteAlive set last, Unix milliseconds; `lastAlive` before its first call that sets one. */
  #notedAlive: number
  /** Settled files whose line is not written to the journal yet, with the time at which they were settled. */
  readonly #unsavedSettled = new Map<string, number>()

  /** `compactAboveBytes`: see LogGrowth. */
  constructor(path: string, compactAboveBytes = defaultCompactAboveBytes) {
    const { lines, bytes } = readLines<JournalLine>(path)
    for (const { files = [], settled = [], settledAt = [], totals = [] } of lines) {
      for (const [source, { outOfTime, ...counts }] of totals)
        this.totals.set(source, { ...counts, tooOld: outOfTime })
      for (const [i, name] of settled.entries()) this.#commitOf.get(name)?.settled.set(name, settledAt[i])
      this.#add(files)
    }
    this.isNew = bytes === 0
    this.#path = path
    this.#growth = new LogGrowth(compactAboveBytes, bytes)
    this.#file = openSync(path, 'a')
    this.lastAlive = fstatSync(this.#file).mtimeMs
    this.#notedAlive = this.lastAlive
  }

  find(name: string): FileRecord | undefined {
    return this.#commitOf.get(name)?.files.find(file => file.name === name)
  }

  isSettled(name: string): boolean {
    return this.#commitOf.get(name)?.settled.has(name) ?? false
  }

  /** When a file was settled, Unix milliseconds; undefined if it is not, or by an earlier version. */
  settledAt(name: string): number | undefined {
    return this.#commitOf.get(name)?.settled.get(name)
  }

  /** All files of the commits that have a file in `names`: one final name decides a whole commit. */
  decided(names: ReadonlySet<string>): Set<string> {
    const decided = new Set<string>()
    for (const [name, { files }] of this.#commitOf)
      if (names.has(name)) for (const file of files) decided.add(file.name)
    return decided
  }

  /** Writes a commit. Throws if the journal cannot be written; may then be called again. */
  commit(files: readonly FileRecord[]): void {
    if (files.length === 0) return
    this.#append({ files })
    this.#add(files)
  }

  /**
   * Records that the store has a file since `at` (Unix milliseconds), or never will. `accounts` already count
   * its events; their changes are written in the same line.
   */
  settle(name: string, accounts: Iterable<LedgerAccount>, at: number): void {
    const commit = this.#commitOf.get(name)
    // A file that was settled by an earlier version gets its time now.
    if (commit !== undefined && commit.settled.get(name) === undefined) {
      commit.settled.set(name, at)
      this.#unsavedSettled.set(name, at)
    }
    this.save(accounts)
  }

  /**
   * Records once a minute that the service is running. `now`: Unix milliseconds. If this fails, the next
   * start replays more files than necessary, and the outage that it records begins too early.
   */
  noteAlive(now: number): void {
    if (Math.abs(now - this.#notedAlive) < aliveIntervalMs) return
    this.#notedAlive = now
    try {
      futimesSync(this.#file, now / 1_000, now / 1_000)
    } catch {
      // Another user owns the file, or the disk fails.
    }
  }

  /** Writes changed counts and settled files. If it throws, the next call writes them. */
  save(accounts: Iterable<LedgerAccount>): void {
    const changed = [...accounts].filter(({ isUnsaved }) => isUnsaved)
    if (changed.length === 0 && this.#unsavedSettled.size === 0) return
    const totals = changed.map(account => [account.source, account.totals()] as const)
    for (const [source, counts] of totals) this.totals.set(source, counts)
    this.#append({
      settled: [...this.#unsavedSettled.keys()],
      settledAt: [...this.#unsavedSettled.values()],
      totals: totals.map(([source, counts]) => [source, toStored(counts)]),
    })
    this.#unsavedSettled.clear()
    for (const account of changed) account.isUnsaved = false
  }

  /** Forgets a file that is no longer in the folder. */
  forget(name: string): void {
    const commit = this.#commitOf.get(name)
    if (commit === undefined) return
    commit.present.delete(name)
    if (commit.present.size > 0) return
    for (const file of commit.files) this.#commitOf.delete(file.name)
  }

  /** Forgets all other files: their commits were never decided, or the files were removed. */
  keepOnly(names: ReadonlySet<string>): void {
    for (const name of [...this.#commitOf.keys()]) if (!names.has(name)) this.forget(name)
  }

  /** Starts a sync of the written lines. Errors are ignored: commits on the same disk report them. */
  sync(): void {
    if (!this.#isDirty) return
    this.#isDirty = false
    fdatasync(this.#file, () => {})
  }

  close(): void {
    if (this.#isDirty) fdatasyncSync(this.#file)
    closeSync(this.#file)
  }

  #add(files: readonly FileRecord[]): void {
    const names = files.map(({ name }) => name)
    const commit: JournaledCommit = { files, settled: new Map(), present: new Set(names) }
    for (const name of names) this.#commitOf.set(name, commit)
  }

  #append(line: JournalLine): void {
    if (this.#growth.isDue) this.#compact()
    this.#growth.appended(writeWhole(this.#file, encodeLine(line)))
    this.#isDirty = true
  }

  #compact(): void {
    const totals = Array.from(this.totals, ([source, counts]) => [source, toStored(counts)] as const)
    const lines: JournalLine[] = [{ totals }]
    for (const { files, settled } of new Set(this.#commitOf.values())) {
      lines.push({ files })
      // Files whose time is unknown get a line without times.
      for (const [name, at] of settled)
        lines.push({ settled: [name], ...(at !== undefined && { settledAt: [at] }) })
    }
    const temporary = `${this.#path}.tmp`
    const file = openSync(temporary, 'w')
    try {
      const bytes = writeWhole(file, lines.map(encodeLine).join(''))
      fsyncSync(file)
      renameSync(temporary, this.#path)
      closeSync(this.#file)
      this.#file = file
      this.#growth.compacted(bytes)
    } catch (error) {
      closeSync(file)
      throw error
    }
  }
}

/** On disk, tooOld is called `outOfTime`. */
function toStored({ tooOld, ...totals }: AccountTotals): StoredTotals {
  return { ...totals, outOfTime: tooOld }
}

/** Writes all of a text. Returns its bytes. */
function writeWhole(file: number, text: string): number {
  const bytes = Buffer.from(text)
  for (let writtenBytes = 0; writtenBytes < bytes.length; )
    writtenBytes += writeSync(file, bytes, writtenBytes)
  return bytes.length
}

/** Whether a file is as its record says. The record may be lost, or the file older than the journal: true. */
export function isAsWritten(file: Buffer, record: { bytes: number; crc: number } | undefined): boolean {
  return record === undefined || (record.bytes === file.length && record.crc === crc32(file))
}

/** The files that a journal knows, by name. */
export function readFileRecords(journal: string): Map<string, FileRecord> {
  const { lines } = readLines<JournalLine>(journal)
  return new Map(lines.flatMap(({ files = [] }) => files.map(file => [file.name, file] as const)))
}
