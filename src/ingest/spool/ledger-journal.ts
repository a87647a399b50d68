import { closeSync, fdatasync, fdatasyncSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import type { Account, AccountTotals } from '../ledger/account.ts'
import type { Manifest } from '../ledger/ledger.ts'
import { encodeLine, readLines } from './checksummed-lines.ts'

/** A spool file as it was written. */
export interface FileRecord {
  name: string
  bytes: number
  /** crc32 of all of it. */
  crc: number
  manifest: Manifest
  /** The file beside it with what triggers matched; absent when there is none. */
  matches?: { bytes: number; crc: number }
}

type StoredTotals = Omit<AccountTotals, 'tooOld'> & { outOfTime: number }

/** One line: written as a whole or not at all. */
interface JournalLine {
  /** Synced files of one commit, about to be renamed. All of them count, or none. */
  files?: readonly FileRecord[]
  /** Files that the store has, or never will have. */
  settled?: readonly string[]
  /** Counts of sources as they are now. */
  totals?: readonly (readonly [source: string, StoredTotals])[]
}

interface Commit {
  files: readonly FileRecord[]
  settled: Set<string>
  /** Files that are still in the folder. */
  present: Set<string>
}

const compactAboveBytes = 4 * 1024 * 1024

/**
 * The log from which the ledger continues after a kill: the events of each spool file, the files that the store has, and other counts.
 * Lines are synced within a second: a kill loses none, a power cut those of the last second; events are then counted without their source.
 */
export class LedgerJournal {
  /** Counts of earlier runs, by source. */
  readonly totals = new Map<string, AccountTotals>()
  /** There was no journal: a version without a ledger wrote the files of the folder. */
  readonly isNew: boolean
  readonly #path: string
  /** By the names of their files. */
  readonly #commitOf = new Map<string, Commit>()
  #file: number
  #bytes: number
  #isDirty = false
  /** Settled files that are not written yet. */
  #toSettle: string[] = []

  constructor(path: string) {
    const { lines, bytes } = readLines<JournalLine>(path)
    for (const { files = [], settled = [], totals = [] } of lines) {
      for (const [source, { outOfTime, ...counts }] of totals)
        this.totals.set(source, { ...counts, tooOld: outOfTime })
      for (const name of settled) this.#commitOf.get(name)?.settled.add(name)
      this.#add(files)
    }
    this.isNew = bytes === 0
    this.#path = path
    this.#file = openSync(path, 'a')
    this.#bytes = bytes
  }

  find(name: string): FileRecord | undefined {
    return this.#commitOf.get(name)?.files.find(file => file.name === name)
  }

  isSettled(name: string): boolean {
    return this.#commitOf.get(name)?.settled.has(name) ?? false
  }

  /** Files of commits of which `names` has a file: one final name decides a commit. */
  decided(names: ReadonlySet<string>): Set<string> {
    const decided = new Set<string>()
    for (const [name, { files }] of this.#commitOf)
      if (names.has(name)) for (const file of files) decided.add(file.name)
    return decided
  }

  /** Throws when it cannot be written; may then be called again. */
  commit(files: readonly FileRecord[]): void {
    if (files.length === 0) return
    this.#append({ files })
    this.#add(files)
  }

  /** Records that the store has a file, or never will have it. `accounts`: counted so already. */
  settle(name: string, accounts: Iterable<Account>): void {
    const commit = this.#commitOf.get(name)
    if (commit !== undefined && !commit.settled.has(name)) {
      commit.settled.add(name)
      this.#toSettle.push(name)
    }
    this.save(accounts)
  }

  /** Writes counts that have changed. Throws when it cannot: they are written the next time. */
  save(accounts: Iterable<Account>): void {
    const changed = [...accounts].filter(({ isUnsaved }) => isUnsaved)
    if (changed.length === 0 && this.#toSettle.length === 0) return
    const totals = changed.map(account => [account.source, account.totals()] as const)
    for (const [source, counts] of totals) this.totals.set(source, counts)
    this.#append({
      settled: this.#toSettle,
      totals: totals.map(([source, counts]) => [source, toStored(counts)]),
    })
    this.#toSettle = []
    for (const account of changed) account.isUnsaved = false
  }

  /** A file is no longer in the folder. */
  forget(name: string): void {
    const commit = this.#commitOf.get(name)
    if (commit === undefined) return
    commit.present.delete(name)
    if (commit.present.size > 0) return
    for (const file of commit.files) this.#commitOf.delete(file.name)
  }

  /** Forgets commits that have no file in the folder: they were never decided. */
  keepOnly(names: ReadonlySet<string>): void {
    for (const name of [...this.#commitOf.keys()]) if (!names.has(name)) this.forget(name)
  }

  /** Begins to sync what was written. Errors are ignored: commits on the same disk report them. */
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
    const commit: Commit = { files, settled: new Set(), present: new Set(names) }
    for (const name of names) this.#commitOf.set(name, commit)
  }

  #append(line: JournalLine): void {
    if (this.#bytes > compactAboveBytes) this.#compact()
    this.#bytes += writeWhole(this.#file, encodeLine(line))
    this.#isDirty = true
  }

  #compact(): void {
    const totals = Array.from(this.totals, ([source, counts]) => [source, toStored(counts)] as const)
    const lines: JournalLine[] = [{ totals }]
    for (const { files, settled } of new Set(this.#commitOf.values())) {
      lines.push({ files })
      if (settled.size > 0) lines.push({ settled: [...settled] })
    }
    const temporary = `${this.#path}.tmp`
    const file = openSync(temporary, 'w')
    try {
      const bytes = writeWhole(file, lines.map(encodeLine).join(''))
      fsyncSync(file)
      renameSync(temporary, this.#path)
      closeSync(this.#file)
      this.#file = file
      this.#bytes = bytes
    } catch (error) {
      closeSync(file)
      throw error
    }
  }
}

/** Journals call tooOld `outOfTime`. */
function toStored({ tooOld, ...totals }: AccountTotals): StoredTotals {
  return { ...totals, outOfTime: tooOld }
}

/** Returns how many bytes were written. */
function writeWhole(file: number, text: string): number {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
  return bytes.length
}

/** The files that a journal knows, by name. */
export function readFileRecords(journal: string): Map<string, FileRecord> {
  const { lines } = readLines<JournalLine>(journal)
  return new Map(lines.flatMap(({ files = [] }) => files.map(file => [file.name, file] as const)))
}
