import { randomBytes } from 'node:crypto'
import {
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import type { DashboardExport } from '../../../schema/dashboards/dashboard.ts'
import { hasErrorCode } from '../../../schema/error-code.ts'
import { Fault, fieldFault } from '../../../schema/fault.ts'
import {
  encodeFile,
  fileFormat,
  maxTemplateBytes,
  type TemplateReader,
  type TemplateText,
} from './template-text.ts'

/** A template in a list: a file of the folder, with the title of its dashboard. */
export interface Template {
  /** Relative to the folder, `/` between names. */
  path: string
  title: string
}

/** Maximum templates. Further files are neither listed nor written. */
export const maxTemplates = 1_000
/** Maximum names in a path. */
const maxSegments = 5
const maxSegmentBytes = 120
/** Maximum files, and UTF-16 units of their texts, that are read for their titles at once. */
const maxBatch = { files: 64, length: 1024 ** 2 }

/** The title of a file as it was read. */
interface CachedTitle {
  /** Stamp of the file: the title is valid while the stamp is the same. */
  stamp: string
  title: string
}

/**
 * The folder of dashboard templates. People may edit it, so its names are read each time; files are read
 * again when they changed. No path leaves it, and symbolic links in it are not followed.
 */
export class TemplateFolder {
  readonly #folder: string
  readonly #reader: TemplateReader
  /** Titles by path, as of the last list. */
  #titles = new Map<string, CachedTitle>()
  /** The list that is being read now, which concurrent calls of `list` share. */
  #listing: Promise<Template[]> | undefined

  constructor(folder: string, reader: TemplateReader) {
    this.#folder = path.resolve(folder)
    this.#reader = reader
  }

  /** Lists the templates in the order of their paths. Concurrent calls share one list. */
  list(): Promise<Template[]> {
    this.#listing ??= this.#list().finally(() => {
      this.#listing = undefined
    })
    return this.#listing
  }

  async #list(): Promise<Template[]> {
    const found = (await this.paths()).sort()
    const previousTitles = this.#titles
    const titles = new Map<string, CachedTitle>()
    // Titles that were read are kept when a later batch fails.
    this.#titles = titles
    let batch: { name: string; stamp: string; template: TemplateText }[] = []
    let length = 0
    const readBatch = async (): Promise<void> => {
      const read = await this.#reader.titles(batch.map(({ template }) => template))
      for (const [i, { name, stamp }] of batch.entries()) titles.set(name, { stamp, title: read[i] ?? '' })
      batch = []
      length = 0
    }
    for (const name of found) {
      const stamp = await this.#stamp(name)
      if (stamp === undefined) continue
      const cached = previousTitles.get(name)
      if (cached?.stamp === stamp) {
        titles.set(name, cached)
        continue
      }
      const format = fileFormat(name)
      const text = await this.#text(name)
      if (format === undefined || text === undefined) continue
      if (batch.length === maxBatch.files || length + text.length > maxBatch.length) await readBatch()
      batch.push({ name, stamp, template: { text, format } })
      length += text.length
    }
    if (batch.length > 0) await readBatch()
    return found.flatMap(name => {
      const titled = titles.get(name)
      return titled === undefined ? [] : [{ path: name, title: titled.title }]
    })
  }

  /** Paths of all templates. */
  async paths(): Promise<string[]> {
    const found: string[] = []
    await this.#collect('', 0, found)
    return found
  }

  /** Removes a template, and the folders that this leaves empty. Throws not_found. */
  async remove(name: string): Promise<void> {
    const file = templatePathFault(name) === undefined ? await this.#file(name) : undefined
    if (file === undefined) throw new Fault('not_found')
    await rm(file, { force: true })
    for (let folder = path.posix.dirname(name); folder !== '.'; folder = path.posix.dirname(folder)) {
      try {
        await rmdir(path.join(this.#folder, folder))
      } catch {
        // The folder is not empty.
        return
      }
    }
  }

  /** Content of a template, not validated; undefined when it cannot be parsed. Throws not_found. */
  async read(name: string): Promise<unknown> {
    const format = fileFormat(name)
    const text = templatePathFault(name) === undefined ? await this.#text(name) : undefined
    if (text === undefined || format === undefined) throw new Fault('not_found')
    return this.#reader.content({ text, format })
  }

  /**
   * Writes a template. Throws validation keyed `path`, also for a dashboard that is too large for a template;
   * conflict if the file exists and may not be overwritten, or there are too many templates.
   */
  async write(name: string, dashboard: DashboardExport, overwrite: boolean): Promise<void> {
    const format = fileFormat(name)
    const fault = templatePathFault(name)
    if (fault !== undefined || format === undefined) throw fieldFault('path', fault ?? '')
    const file = path.join(this.#folder, name)
    // YAML may be shorter, but hardly by half.
    if (JSON.stringify(dashboard).length > 2 * maxTemplateBytes) throw fieldFault('path', tooLarge)
    const text = encodeFile(dashboard, format)
    if (Buffer.byteLength(text) > maxTemplateBytes) throw fieldFault('path', tooLarge)
    await mkdir(this.#folder, { recursive: true })
    await this.#makeFolders(path.posix.dirname(name))
    const existing = await lstat(file).catch(ignoreMissing)
    if (existing === undefined) await this.#refuseTooMany()
    else if (!existing.isFile()) throw fieldFault('path', 'There is something else than a file.')
    const temporary = path.join(path.dirname(file), `.${randomBytes(8).toString('hex')}.tmp`)
    try {
      await writeFile(temporary, text, { flag: 'wx', mode: 0o644, flush: true })
      if (overwrite) await rename(temporary, file)
      else await link(temporary, file)
    } catch (error) {
      if (!hasErrorCode(error, 'EEXIST')) throw error
      throw new Fault('conflict', {
        detail: `There is a template ${name} already; overwrite=true replaces it.`,
      })
    } finally {
      await rm(temporary, { force: true })
    }
  }

  /** Adds the paths of the templates in a folder and below it to `found`, up to the maximum. */
  async #collect(folder: string, depth: number, found: string[]): Promise<void> {
    const entries = await readdir(path.join(this.#folder, folder), { withFileTypes: true }).catch(
      ignoreMissing,
    )
    for (const entry of entries ?? []) {
      if (found.length === maxTemplates) return
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isFile() && templatePathFault(name) === undefined) found.push(name)
      else if (entry.isDirectory() && depth + 1 < maxSegments && !entry.name.startsWith('.')) {
        await this.#collect(name, depth + 1, found)
      }
    }
  }

  /** A text that changes when the file changes. Undefined if the file is missing or too large. */
  async #stamp(name: string): Promise<string | undefined> {
    const status = await lstat(path.join(this.#folder, name)).catch(ignoreMissing)
    if (status === undefined || status.size > maxTemplateBytes) return undefined
    return `${status.ino} ${status.size} ${status.mtimeMs}`
  }

  /** The text of a template. Undefined if the file is missing or too large. */
  async #text(name: string): Promise<string | undefined> {
    const file = await this.#file(name)
    if (file === undefined || (await lstat(file)).size > maxTemplateBytes) return undefined
    return readFile(file, 'utf8')
  }

  /** The path of a regular file inside the folder; undefined for anything else. */
  async #file(name: string): Promise<string | undefined> {
    const root = await realpath(this.#folder).catch(ignoreMissing)
    if (root === undefined) return undefined
    const file = path.join(root, name)
    const real = await realpath(file).catch(ignoreMissing)
    if (real !== file) return undefined
    const status = await lstat(file).catch(ignoreMissing)
    return status?.isFile() === true ? file : undefined
  }

  /** Makes folders one by one and checks each: a symbolic link could lead out of the template folder. */
  async #makeFolders(folder: string): Promise<void> {
    let current = this.#folder
    for (const segment of folder === '.' ? [] : folder.split('/')) {
      current = path.join(current, segment)
      const status = await lstat(current).catch(ignoreMissing)
      if (status === undefined) await mkdir(current)
      else if (!status.isDirectory()) throw fieldFault('path', `${segment} is not a folder.`)
    }
  }

  async #refuseTooMany(): Promise<void> {
    if ((await this.paths()).length < maxTemplates) return
    throw new Fault('conflict', {
      detail: `There are already ${maxTemplates} templates, which is the maximum.`,
    })
  }
}

const tooLarge = `A template has at most ${maxTemplateBytes / 1024} KB; the dashboard is larger.`

/** For `catch`: undefined when the file or folder does not exist. */
function ignoreMissing(error: unknown): undefined {
  if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return undefined
  throw error
}

/**
 * The fault of a template path, undefined when it is valid: a relative path of names without a leading dot,
 * with `/` between them, ending in .json, .yaml or .yml.
 */
export function templatePathFault(path: string): string | undefined {
  if (fileFormat(path) === undefined) return 'Expected a path that ends in .json or .yaml.'
  const segments = path.split('/')
  if (segments.length > maxSegments) return `Expected at most ${maxSegments} names with / between them.`
  for (const segment of segments) {
    // Backslashes, colons, control characters and lone surrogates are refused.
    if (segment === '' || segment.startsWith('.') || /[\\:\p{Cc}\p{Cs}]/u.test(segment)) {
      return 'Expected a relative path inside the template folder, of plain names.'
    }
    if (Buffer.byteLength(segment) > maxSegmentBytes)
      return `Expected names of at most ${maxSegmentBytes} bytes.`
  }
  return undefined
}
