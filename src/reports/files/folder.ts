import { mkdirSync } from 'node:fs'
import { open, readdir, rename, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Output } from '../job.ts'
import { diskFullDetail, ReportError } from './failure.ts'

/** Bytes of one file, and bytes that stay free on the disk. */
export interface FileLimits {
  maxFileBytes: number
  minFreeBytes: number
}

/** Bytes that are written between checks of the free space. */
const freeSpaceCheckBytes = 8 * 1024 ** 2

/** A file while it is written. */
export interface ReportDraft extends Output {
  /** Bytes so far. */
  readonly size: number
  /** Syncs the file and gives it its name. Returns its size. */
  finish(): Promise<number>
  /** Removes the file. */
  discard(): Promise<void>
}

const partSuffix = '.part'

/**
 * The files of reports, one each: `<id>.<extension>`. A file has that name only when it is complete and synced. Readable by their
 * owner only.
 */
export class ReportFolder {
  readonly #folder: string
  readonly #limits: FileLimits

  constructor(folder: string, limits: FileLimits) {
    this.#folder = folder
    this.#limits = limits
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  /** Path of the file of a report; `name` has its extension. */
  pathOf({ id, name }: { id: number; name: string }): string {
    return path.join(this.#folder, `${id}${path.extname(name)}`)
  }

  /** Opens a file. Its `write` throws a ReportError for a file that is too large and for a disk that is full. */
  async draft(report: { id: number; name: string }): Promise<ReportDraft> {
    const filePath = this.pathOf(report)
    const partPath = filePath + partSuffix
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
      finish: async () => {
        await handle.sync()
        await handle.close()
        await rename(partPath, filePath)
        await this.#sync()
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
    const gone = new Set(ids)
    await this.#removeWhere(({ id }) => gone.has(id))
  }

  /** Removes files of unknown reports, and unfinished files that nobody writes. */
  async removeOrphans(known: (ids: number[]) => Promise<Map<number, { making: boolean }>>): Promise<void> {
    const files = await this.#files()
    const reports = await known([...new Set(files.map(({ id }) => id))])
    await this.#removeWhere(({ id, unfinished }) => {
      const report = reports.get(id)
      return report === undefined || (unfinished && !report.making)
    }, files)
  }

  async #requireFreeSpace(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder)
    if (bavail * bsize < this.#limits.minFreeBytes) throw new ReportError('disk_full', diskFullDetail)
  }

  async #files(): Promise<ReportFileName[]> {
    const names = await readdir(this.#folder)
    return names.flatMap(name => {
      const [, id] = /^(\d{1,15})\.\w+(\.part)?$/.exec(name) ?? []
      return id === undefined ? [] : [{ name, id: Number(id), unfinished: name.endsWith(partSuffix) }]
    })
  }

  async #removeWhere(unwanted: (file: ReportFileName) => boolean, files?: ReportFileName[]): Promise<void> {
    for (const file of files ?? (await this.#files())) {
      if (unwanted(file)) await rm(path.join(this.#folder, file.name), { force: true })
    }
  }

  /** Makes a new name survive a power failure. */
  async #sync(): Promise<void> {
    const folder = await open(this.#folder, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }
}

interface ReportFileName {
  name: string
  id: number
  unfinished: boolean
}
