import { createReadStream, mkdirSync } from 'node:fs'
import { open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { chunkBytes, type ReportFiles } from '../../metadata/reports/report-files.ts'
import { hasErrorCode } from '../../schema/error-code.ts'
import type { Output } from '../document/job.ts'
import { diskFullDetail, ReportError } from './failure.ts'

/** Maximum bytes of one file, and bytes that stay free on the disk. */
export interface FileLimits {
  maxFileBytes: number
  minFreeBytes: number
}

/** Bytes written between two checks of the free space. */
const freeSpaceCheckBytes = 8 * 1024 ** 2

/** A file that is being written. */
export interface ReportDraft extends Output {
  /** Bytes written so far. */
  readonly size: number
  /**
   * Syncs the file and renames it to its final name. Returns its size. Returns undefined, and leaves no file,
   * if this runner has lost the report.
   */
  finish(runner: string): Promise<number | undefined>
  /** Removes the file. */
  discard(): Promise<void>
}

const partSuffix = '.part'

/** A report and its file: `name` includes the extension; `size` is null without a file. */
interface NamedFile {
  id: number
  name: string
  size: number | null
}

/**
 * The files of reports, named `<id>.<extension>`. A file gets this name only when it is complete and synced.
 * Only the system user of this process can read it. If nodes share the metadata, the metadata also stores the
 * files, and each node fetches the files it is asked for.
 */
export class ReportFolder {
  readonly #folder: string
  readonly #limits: FileLimits
  readonly #stored: StoredFiles
  readonly #isShared: boolean
  /** Running fetches, by report. */
  readonly #fetching = new Map<number, Promise<void>>()

  /** `stored`: files for other nodes, used if `isShared`. */
  constructor(folder: string, limits: FileLimits, stored: StoredFiles, isShared: boolean) {
    this.#folder = folder
    this.#limits = limits
    this.#stored = stored
    this.#isShared = isShared
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  /**
   * Path of a report's file. Fetches the file first if another node made it. The path may lead to no file, or
   * to an incomplete one.
   */
  async locate(report: NamedFile): Promise<string> {
    const filePath = this.#pathOf(report)
    if (report.size === null || (await sizeOf(filePath)) === report.size) return filePath
    let fetching = this.#fetching.get(report.id)
    if (fetching === undefined) {
      fetching = this.#fetch(report, filePath).finally(() => this.#fetching.delete(report.id))
      this.#fetching.set(report.id, fetching)
    }
    await fetching
    return filePath
  }

  /**
   * Opens the file of a report that is being made. Its `write` throws a ReportError if the file gets too
   * large or the disk is full.
   */
  async draft(report: Omit<NamedFile, 'size'> & { attempt: number }): Promise<ReportDraft> {
    const filePath = this.#pathOf(report)
    // Each attempt has its own file: a killed process's leftover may be removed while the report is made
    // again.
    const partPath = `${filePath}.${report.attempt}${partSuffix}`
    const handle = await open(partPath, 'w', 0o600)
    let size = 0
    let nextCheckAt = 0
    return {
      get size() {
        return size
      },
      write: async bytes => {
        const { maxFileBytes } = this.#limits
        if (size + bytes.length > maxFileBytes) {
          throw new ReportError('report_too_large', `The file of a report has at most ${maxFileBytes} bytes.`)
        }
        if (size >= nextCheckAt) {
          await this.#requireFreeSpace()
          nextCheckAt = size + freeSpaceCheckBytes
        }
        await handle.writeFile(bytes)
        size += bytes.length
      },
      finish: async runner => {
        await handle.sync()
        await handle.close()
        // Stored before the report is announced as finished.
        const isOurs = !this.#isShared || (await this.#stored.save(report.id, { runner }, chunksOf(partPath)))
        if (!isOurs) {
          await rm(partPath, { force: true })
          return undefined
        }
        await rename(partPath, filePath)
        await this.#syncFolder()
        return size
      },
      async discard() {
        await handle.close().catch(() => {})
        await rm(partPath, { force: true })
      },
    }
  }

  /** Removes all files of these reports. */
  async remove(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    const removed = new Set(ids)
    await this.#removeWhere(({ id }) => removed.has(id))
  }

  /** Removes files of reports that do not exist, and unfinished files that no runner writes. */
  async removeOrphans(findExisting: FindExisting): Promise<void> {
    const files = await this.#files()
    const reports = await findExisting([...new Set(files.map(({ id }) => id))])
    await this.#removeWhere(({ id, isUnfinished }) => {
      const report = reports.get(id)
      return report === undefined || (isUnfinished && !report.isInProgress && !this.#fetching.has(id))
    }, files)
  }

  /**
   * Stores the files of this folder that other nodes cannot fetch yet: files made before there were other
   * nodes, and files whose storing was interrupted.
   */
  async share(findExisting: FindExisting): Promise<void> {
    if (!this.#isShared) return
    const files = (await this.#files()).filter(({ isUnfinished }) => !isUnfinished)
    const existing = await findExisting(files.map(({ id }) => id))
    const wanted = files.filter(({ id }) => existing.has(id))
    const stored = await this.#stored.stored(wanted.map(({ id }) => id))
    for (const { id, name } of wanted) {
      if (stored.has(id)) continue
      try {
        await this.#stored.save(id, 'finished', chunksOf(path.join(this.#folder, name)))
      } catch (error) {
        // A user may have removed the report meanwhile.
        if (!hasErrorCode(error, 'ENOENT')) throw error
      }
    }
  }

  #pathOf({ id, name }: Pick<NamedFile, 'id' | 'name'>): string {
    return path.join(this.#folder, `${id}${path.extname(name)}`)
  }

  /** Leaves no file if the stored file is missing or incomplete. See `share`, which stores it again. */
  async #fetch({ id, size: wholeSize }: NamedFile, filePath: string): Promise<void> {
    await this.#requireFreeSpace()
    const partPath = `${filePath}.fetched${partSuffix}`
    const handle = await open(partPath, 'w', 0o600)
    let size = 0
    try {
      for await (const bytes of this.#stored.read(id)) {
        await handle.writeFile(bytes)
        size += bytes.length
      }
      await handle.sync()
      await handle.close()
      if (size === wholeSize) await rename(partPath, filePath)
    } finally {
      await handle.close().catch(() => {})
      await rm(partPath, { force: true })
    }
  }

  async #requireFreeSpace(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder)
    if (bavail * bsize < this.#limits.minFreeBytes) throw new ReportError('disk_full', diskFullDetail)
  }

  async #files(): Promise<ReportFileName[]> {
    const names = await readdir(this.#folder)
    return names.flatMap(name => {
      // 12.pdf, 12.pdf.1.part, 12.pdf.fetched.part
      const [, id] = /^(\d{1,15})(\.\w+){1,3}$/.exec(name) ?? []
      return id === undefined ? [] : [{ name, id: Number(id), isUnfinished: name.endsWith(partSuffix) }]
    })
  }

  async #removeWhere(unwanted: (file: ReportFileName) => boolean, files?: ReportFileName[]): Promise<void> {
    for (const file of files ?? (await this.#files())) {
      if (unwanted(file)) await rm(path.join(this.#folder, file.name), { force: true })
    }
  }

  /** Makes a rename survive a power failure. */
  async #syncFolder(): Promise<void> {
    const folder = await open(this.#folder, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }
}

/** Finds the reports that exist among these ids, and whether a runner makes them. */
type FindExisting = (ids: number[]) => Promise<Map<number, { isInProgress: boolean }>>

type StoredFiles = Pick<ReportFiles, 'save' | 'read' | 'stored'>

async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  for await (const bytes of createReadStream(file, { highWaterMark: chunkBytes })) yield bytes
}

/** Undefined if the file does not exist. */
function sizeOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ size }) => size,
    () => undefined,
  )
}

interface ReportFileName {
  name: string
  id: number
  isUnfinished: boolean
}
