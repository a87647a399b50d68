import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Compile } from 'typebox/compile'
import { hasErrorCode } from '../../../schema/error-code.ts'
import { type ArchivedFile, ArchiveManifest, archiveFormat } from '../../../schema/store/archive.ts'
import { thrownText } from '../../../schema/thrown-text.ts'

const shape = Compile(ArchiveManifest)
/** Names of our files; other files in the folder are left alone. */
const ours = /^(\d{4}-\d\d-\d\d)\.(\d+)\.(json|\d\d\.parquet)(\.partial|\.dropped)?$/
/** Characters of paths that the engine takes for a pattern. */
const patternCharacters = /[*?{}[\]]/

/** What a manifest is about. */
type Generation = Pick<ArchiveManifest, 'day' | 'generation'>

/** What the folder has at the start. */
export interface FoundDays {
  manifests: ArchiveManifest[]
  /** Days (as 2026-01-31) whose manifest cannot be read, with the reason. */
  unreadable: Map<string, string>
}

/**
 * The folder of archived days: Parquet files, and a manifest for each generation of a day. A file gets its
 * final name once it is verified and synced, the manifest last. Without a manifest, files do not count.
 */
export class ArchiveFolder {
  readonly #folder: string
  /** In the data folder: names of all manifests, to notice if the archive folder lacks some. */
  readonly #index: string

  private constructor(folder: string, index: string) {
    this.#folder = folder
    this.#index = index
  }

  /** Rejects if the folder cannot be used. `index`: the file that lists all manifests. */
  static async open(folder: string, index: string): Promise<ArchiveFolder> {
    if (patternCharacters.test(folder))
      throw new Error(`the archive folder ${folder} must not have the characters * ? { } [ ] in its path`)
    await mkdir(folder, { recursive: true, mode: 0o750 })
    const opened = new ArchiveFolder(path.resolve(folder), index)
    await opened.#finishDrops()
    return opened
  }

  /** Finishes what a kill has interrupted: deletes files of dropped days, and incomplete files. */
  async #finishDrops(): Promise<void> {
    const names = await readdir(this.#folder)
    for (const name of names) {
      const [, day = '', generation = '', , ending] = ours.exec(name) ?? []
      if (ending === '.partial') await rm(path.join(this.#folder, name), { force: true })
      if (ending === '.dropped') await this.#deleteFiles({ day, generation: Number(generation) })
    }
  }

  /** The path of a file of the archive. */
  pathOf({ name }: Pick<ArchivedFile, 'name'>): string {
    return path.join(this.#folder, name)
  }

  /** The path under which a file is written before it is verified. */
  partialOf(file: Pick<ArchivedFile, 'name'>): string {
    return `${this.pathOf(file)}.partial`
  }

  /** All manifests, by day and generation. */
  async read(): Promise<FoundDays> {
    const manifests: ArchiveManifest[] = []
    const unreadable = new Map<string, string>()
    const present = (await readdir(this.#folder)).filter(isManifest)
    const names = [...new Set([...present, ...(await this.#known())])]
    for (const name of names) {
      try {
        manifests.push(parseManifest(await readFile(path.join(this.#folder, name), 'utf8')))
      } catch (error) {
        unreadable.set(name.slice(0, 10), `${name}: ${thrownText(error)}`)
      }
    }
    const readable = manifests.filter(({ day }) => !unreadable.has(day))
    readable.sort((a, b) => (a.day === b.day ? a.generation - b.generation : a.day < b.day ? -1 : 1))
    await this.#remember(names)
    return { manifests: readable, unreadable }
  }

  /** Syncs a verified file and gives it its final name. Returns its SHA-256. */
  async complete(file: Pick<ArchivedFile, 'name'>): Promise<string> {
    const partial = this.partialOf(file)
    const handle = await open(partial, 'r+')
    await handle.sync().finally(() => handle.close())
    const sha256 = await sha256Of(partial)
    await rename(partial, this.pathOf(file))
    return sha256
  }

  /** Publishes a generation whose files are complete. */
  async publish(manifest: ArchiveManifest): Promise<void> {
    await this.#sync()
    const name = manifestName(manifest)
    const text = `${JSON.stringify(manifest, undefined, 1)}\n`
    // As readable as the files of rows.
    await writeSynced(path.join(this.#folder, name), text, 0o640)
    await this.#sync()
    await this.#remember([...(await this.#known()), name])
  }

  /** Deletes what an earlier attempt has left of a generation that has no manifest. */
  async clear(generation: Generation): Promise<void> {
    await this.#deleteFiles(generation)
  }

  /** Deletes a generation. After a kill, the next `open` finishes it. */
  async drop(manifest: ArchiveManifest): Promise<void> {
    const name = manifestName(manifest)
    await this.#remember((await this.#known()).filter(other => other !== name))
    await rename(path.join(this.#folder, name), path.join(this.#folder, `${name}.dropped`))
    await this.#sync()
    await this.#deleteFiles(manifest)
  }

  /** Why a file is not as its manifest says, without reading it; undefined if it is. */
  async faultOf(file: ArchivedFile): Promise<string | undefined> {
    try {
      const { size } = await stat(this.pathOf(file))
      return size === file.bytes ? undefined : `${file.name} has ${size} bytes instead of ${file.bytes}`
    } catch (error) {
      return hasErrorCode(error, 'ENOENT') ? `${file.name} is missing` : thrownText(error)
    }
  }

  /** As `faultOf`, but also compares the SHA-256. */
  async damageOf(file: ArchivedFile): Promise<string | undefined> {
    const fault = await this.faultOf(file)
    if (fault !== undefined) return fault
    return (await sha256Of(this.pathOf(file))) === file.sha256
      ? undefined
      : `${file.name} has another SHA-256`
  }

  /** Size of a file that is not complete yet. */
  async partialBytes(file: Pick<ArchivedFile, 'name'>): Promise<number> {
    return (await stat(this.partialOf(file))).size
  }

  async #deleteFiles({ day, generation }: Generation): Promise<void> {
    const start = `${day}.${generation}.`
    const names = (await readdir(this.#folder)).filter(name => ours.test(name) && name.startsWith(start))
    // The name that says `dropped` goes last: it makes the next start finish the deletion.
    names.sort((a, b) => Number(a.endsWith('.dropped')) - Number(b.endsWith('.dropped')))
    for (const name of names) await rm(path.join(this.#folder, name), { force: true })
    await this.#sync()
  }

  async #known(): Promise<string[]> {
    const text = await readFile(this.#index, 'utf8').catch(() => '')
    return text.split('\n').filter(name => ours.test(name))
  }

  async #remember(names: readonly string[]): Promise<void> {
    const before = await this.#known()
    const all = [...new Set(names)].sort()
    if (all.join('\n') !== before.join('\n')) await writeSynced(this.#index, `${all.join('\n')}\n`)
  }

  async #sync(): Promise<void> {
    const handle = await open(this.#folder, 'r')
    await handle.sync().finally(() => handle.close())
  }
}

/** The name of a file of a generation; `at`: its place, from 0. */
export function fileName({ day, generation }: Generation, at: number): string {
  return `${day}.${generation}.${String(at).padStart(2, '0')}.parquet`
}

function isManifest(name: string): boolean {
  const [, , , kind, ending] = ours.exec(name) ?? []
  return kind === 'json' && ending === undefined
}

function manifestName({ day, generation }: Generation): string {
  return `${day}.${generation}.json`
}

function parseManifest(text: string): ArchiveManifest {
  const content: unknown = JSON.parse(text)
  if (!shape.Check(content)) throw new Error('no manifest of an archived day')
  if (content.format > archiveFormat)
    throw new Error(
      `written in format ${content.format} by a newer Millrace; this one reads up to ${archiveFormat}`,
    )
  return content
}

/** Writes a file atomically, synced. By default only its owner can read it. */
export async function writeSynced(file: string, text: string, mode = 0o600): Promise<void> {
  const handle = await open(`${file}.partial`, 'w', mode)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.partial`, file)
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}
