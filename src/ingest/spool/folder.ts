import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { SpoolBatch } from '../../schema/row.ts'
import { RowCursor, TornRows } from './decode.ts'
import { type KeyedAnswer, KeyLog } from './key-log.ts'
import { nextSequence, sequenceOf, spoolName } from './name.ts'
import type { RowBuffer } from './row-buffer.ts'

const temporary = '.tmp'

/** A spool file that an earlier run left. */
export interface FoundBatch {
  batch: SpoolBatch
  bytes: number
  /** When it was written, Unix milliseconds. */
  writtenAt: number
}

/** The folder of spool files. A file has its name only when it is whole and synced. */
export class SpoolFolder {
  readonly path: string
  readonly keys: KeyLog
  /** Files set aside into broken/ at the start. */
  broken = 0
  readonly #run = randomBytes(6).toString('hex')
  readonly #directory: FileHandle
  #sequence = 0

  private constructor(folder: string, keys: KeyLog, directory: FileHandle) {
    this.path = folder
    this.keys = keys
    this.#directory = directory
  }

  static async open(folder: string): Promise<SpoolFolder> {
    const absolute = path.resolve(folder)
    await mkdir(path.join(absolute, 'broken'), { recursive: true })
    const keys = await KeyLog.open(path.join(absolute, 'keys.log'), Date.now())
    return new SpoolFolder(absolute, keys, await open(absolute))
  }

  /**
   * The files of earlier runs, in order; unfinished ones are removed, and what is not whole rows is set aside. `visit`
   * sees each row, in a cursor that moves on, and when its file was written.
   */
  async recover(
    visit: (row: RowCursor, writtenAt: number) => void,
    warn: (message: string) => void,
  ): Promise<FoundBatch[]> {
    const found: FoundBatch[] = []
    for (const entry of (await readdir(this.path)).sort()) {
      const sequence = sequenceOf(entry.endsWith(temporary) ? entry.slice(0, -temporary.length) : entry)
      if (sequence === undefined) continue
      this.#sequence = Math.max(this.#sequence, sequence)
      const name = await this.#finished(entry)
      if (name === undefined) continue
      const batch = await this.#read(name, visit)
      if (batch !== undefined) found.push(batch)
      else {
        warn(`The spool file ${name} is not whole; it was set aside into ${path.join(this.path, 'broken')}`)
        await rename(path.join(this.path, name), path.join(this.path, 'broken', name))
        this.broken++
      }
    }
    await this.#directory.sync()
    return found
  }

  /** Names for the next files, in order. */
  names(count: number): string[] {
    return Array.from({ length: count }, () => {
      this.#sequence = nextSequence(this.#sequence)
      return spoolName(this.#sequence, this.#run)
    })
  }

  /** Makes files durable, all or (with keys) none of them. May be called again after it failed. */
  async commit(
    names: readonly string[],
    rows: readonly RowBuffer[],
    keys: readonly KeyedAnswer[],
  ): Promise<void> {
    try {
      await Promise.all(names.map((name, i) => this.#write(name, rows[i])))
      if (keys.length > 0) await this.keys.append(keys, names)
      for (const name of names) await rename(this.#file(name) + temporary, this.#file(name))
      await this.#directory.sync()
    } catch (error) {
      // What a full disk cut short is in the way of everybody else. It is written again, so a failure here is no loss.
      if (keys.length === 0) {
        await Promise.all(
          names.map(name => rm(this.#file(name) + temporary, { force: true }).catch(() => {})),
        )
      }
      throw error
    }
  }

  async close(): Promise<void> {
    await this.keys.close()
    await this.#directory.close()
  }

  #file(name: string): string {
    return path.join(this.path, name)
  }

  async #write(name: string, rows: RowBuffer | undefined): Promise<void> {
    if (rows === undefined) return
    const file = await open(this.#file(name) + temporary, 'w')
    try {
      let written = 0
      while (written < rows.length) {
        written += (await file.write(rows.bytes, written, rows.length - written)).bytesWritten
      }
      await file.datasync()
    } finally {
      await file.close()
    }
  }

  /** The name of a file that was committed; a temporary one is renamed when its commit was decided, else removed. */
  async #finished(entry: string): Promise<string | undefined> {
    if (!entry.endsWith(temporary)) return entry
    const name = entry.slice(0, -temporary.length)
    if (this.keys.decided.has(name)) {
      await rename(path.join(this.path, entry), this.#file(name))
      return name
    }
    await rm(path.join(this.path, entry))
    return undefined
  }

  async #read(
    name: string,
    visit: (row: RowCursor, writtenAt: number) => void,
  ): Promise<FoundBatch | undefined> {
    const file = this.#file(name)
    const { mtimeMs } = await stat(file)
    const bytes = await readFile(file)
    const batch = summary(bytes, file, sequenceOf(name) ?? 0)
    if (batch === undefined) return undefined
    const row = new RowCursor(bytes)
    while (row.next()) visit(row, mtimeMs)
    return { batch, bytes: bytes.length, writtenAt: mtimeMs }
  }
}

/** What the store is told of a file; undefined when it is not whole rows. */
function summary(bytes: Buffer, file: string, sequence: number): SpoolBatch | undefined {
  const minutes = new Set<number>()
  let rows = 0
  const row = new RowCursor(bytes)
  try {
    while (row.next()) {
      rows++
      minutes.add(Math.floor(row.ts / 60_000_000))
    }
  } catch (error) {
    if (error instanceof TornRows) return undefined
    throw error
  }
  if (rows === 0) return undefined
  return { file, sequence, repeated: true, rows, minutes: [...minutes].sort((a, b) => a - b) }
}
