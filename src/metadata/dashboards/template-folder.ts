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
import type { DashboardExport } from '../../schema/dashboard.ts'
import { hasErrorCode } from '../../schema/error-code.ts'
import { Fault } from '../../schema/fault.ts'
import { encodeFile, type FileFormat, fileFormat, parseFile } from './file-format.ts'

export interface Template {
  /** Relative to the folder, `/` between names. */
  path: string
  title: string
}

/** Further files are neither listed nor written. */
const maxTemplates = 1_000
/** Names in a path. */
const maxSegments = 5
const maxSegmentBytes = 120
/** Larger files are no templates. */
const maxBytes = 4 * 1024 ** 2

/**
 * The folder of dashboard templates. People may edit it, so it is read each time. No path leaves it, and symbolic links in it are not
 * followed.
 */
export class TemplateFolder {
  readonly #folder: string
  /** Titles by path, valid while the stamp of the file is the same. */
  #titles = new Map<string, { stamp: string; title: string }>()

  constructor(folder: string) {
    this.#folder = path.resolve(folder)
  }

  /** In the order of their paths. */
  async list(): Promise<Template[]> {
    const found = await this.paths()
    const titles = new Map<string, { stamp: string; title: string }>()
    for (const name of found.sort()) {
      const entry = await this.#titled(name)
      if (entry !== undefined) titles.set(name, entry)
    }
    this.#titles = titles
    return [...titles].map(([name, { title }]) => ({ path: name, title }))
  }

  /** Paths of all templates. */
  async paths(): Promise<string[]> {
    const found: string[] = []
    await this.#collect('', 0, found)
    return found
  }

  /** Removes a template, and the folders that are empty then. Throws not_found. */
  async remove(name: string): Promise<void> {
    const file = templatePathFault(name) === undefined ? await this.#file(name) : undefined
    if (file === undefined) throw new Fault('not_found')
    await rm(file, { force: true })
    for (let folder = path.posix.dirname(name); folder !== '.'; folder = path.posix.dirname(folder)) {
      const isRemoved = await rmdir(path.join(this.#folder, folder)).then(
        () => true,
        () => false,
      )
      if (!isRemoved) return
    }
  }

  /** Content of a template, not validated; undefined when it cannot be parsed. Throws not_found. */
  async read(name: string): Promise<unknown> {
    const format = fileFormat(name)
    const text = templatePathFault(name) === undefined ? await this.#text(name) : undefined
    if (text === undefined || format === undefined) throw new Fault('not_found')
    return parseTemplate(text, format)
  }

  /** Throws validation keyed `path`; conflict when the file exists and may not be overwritten. */
  async write(name: string, dashboard: DashboardExport, overwrite: boolean): Promise<void> {
    const format = fileFormat(name)
    const fault = templatePathFault(name)
    if (fault !== undefined || format === undefined) throw pathFault(fault ?? '')
    const file = path.join(this.#folder, name)
    await mkdir(this.#folder, { recursive: true })
    await this.#makeFolders(path.posix.dirname(name))
    const there = await lstat(file).catch(ignoreMissing)
    if (there === undefined) await this.#refuseTooMany()
    else if (!there.isFile()) throw pathFault('There is something else than a file.')
    const aside = path.join(path.dirname(file), `.${randomBytes(8).toString('hex')}.tmp`)
    try {
      await writeFile(aside, encodeFile(dashboard, format), { flag: 'wx', mode: 0o644, flush: true })
      if (overwrite) await rename(aside, file)
      else await link(aside, file)
    } catch (error) {
      if (!hasErrorCode(error, 'EEXIST')) throw error
      throw new Fault('conflict', {
        detail: `There is a template ${name} already; overwrite=true replaces it.`,
      })
    } finally {
      await rm(aside, { force: true })
    }
  }

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

  async #titled(name: string): Promise<{ stamp: string; title: string } | undefined> {
    const status = await lstat(path.join(this.#folder, name)).catch(ignoreMissing)
    if (status === undefined || status.size > maxBytes) return undefined
    const stamp = `${status.ino} ${status.size} ${status.mtimeMs}`
    const known = this.#titles.get(name)
    if (known?.stamp === stamp) return known
    return { stamp, title: templateTitle(await this.read(name).catch(() => undefined)) }
  }

  async #text(name: string): Promise<string | undefined> {
    const file = await this.#file(name)
    if (file === undefined || (await lstat(file)).size > maxBytes) return undefined
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

  /** One by one, not recursively: a symbolic link on the way would lead out of the folder. */
  async #makeFolders(folder: string): Promise<void> {
    let at = this.#folder
    for (const segment of folder === '.' ? [] : folder.split('/')) {
      at = path.join(at, segment)
      const status = await lstat(at).catch(ignoreMissing)
      if (status === undefined) await mkdir(at)
      else if (!status.isDirectory()) throw pathFault(`${segment} is no folder.`)
    }
  }

  async #refuseTooMany(): Promise<void> {
    if ((await this.paths()).length < maxTemplates) return
    throw new Fault('conflict', { detail: `There are ${maxTemplates} templates already.` })
  }
}

function pathFault(message: string): Fault {
  return new Fault('validation', { fields: { path: [message] } })
}

/** For `catch`: undefined when the file or folder does not exist. */
function ignoreMissing(error: unknown): undefined {
  if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return undefined
  throw error
}

/** Content of a template file; undefined when it cannot be parsed. A list of one dashboard, as exports often are, is that dashboard. */
function parseTemplate(text: string, format: FileFormat): unknown {
  try {
    const content = parseFile(text, format)
    return Array.isArray(content) && content.length === 1 ? content[0] : content
  } catch {
    return undefined
  }
}

/** Title of the dashboard in a template, '' when it has none. */
function templateTitle(content: unknown): string {
  if (typeof content !== 'object' || content === null) return ''
  const { config, title } = content as { config?: unknown; title?: unknown } // members of any object
  if (typeof title === 'string') return title
  if (typeof config !== 'object' || config === null || !('title' in config)) return ''
  return typeof config.title === 'string' ? config.title : ''
}

/**
 * The fault of a template path, undefined when it is valid: a relative path of names without a leading dot, with `/` between them,
 * ending in .json, .yaml or .yml.
 */
export function templatePathFault(path: string): string | undefined {
  if (fileFormat(path) === undefined) return 'Expected a path that ends in .json or .yaml.'
  const segments = path.split('/')
  if (segments.length > maxSegments) return `Expected at most ${maxSegments} names with / between them.`
  for (const segment of segments) {
    if (segment === '' || segment.startsWith('.') || /[\\:\p{Cc}\p{Cs}]/u.test(segment)) {
      return 'Expected a relative path inside the template folder, of plain names.'
    }
    if (Buffer.byteLength(segment) > maxSegmentBytes)
      return `Expected names of at most ${maxSegmentBytes} bytes.`
  }
  return undefined
}
