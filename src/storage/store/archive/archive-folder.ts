import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { hasErrorCode } from '../../../schema/error-code.ts'
import type { ArchivedFile, ArchiveManifest } from '../../../schema/store/archive.ts'
import { thrownText } from '../../../schema/thrown-text.ts'
import {
  type ArchivePlace,
  type FoundDays,
  type Generation,
  isManifest,
  manifestName,
  manifestText,
  ours,
  readManifests,
  startOfNames,
  writeSynced,
} from './archive-place.ts'
import { localSource } from './archived-rows.ts'
import type { KnownManifests } from './known-manifests.ts'

/** Characters of paths that the engine takes for a pattern. */
const patternCharacters = /[*?{}[\]]/

/** A folder of archived days. A file gets its final name once it is verified and synced. */
export class ArchiveFolder implements ArchivePlace {
  readonly name: string
  readonly #folder: string
  readonly #known: KnownManifests
  #away: string | undefined

  private constructor(folder: string, known: KnownManifests) {
    this.name = folder
    this.#folder = folder
    this.#known = known
  }

  /** Rejects if the folder cannot be used. */
  static async open(folder: string, known: KnownManifests): Promise<ArchiveFolder> {
    if (patternCharacters.test(folder))
      throw new Error(`the archive folder ${folder} must not have the characters * ? { } [ ] in its path`)
    await mkdir(folder, { recursive: true, mode: 0o750 })
    return new ArchiveFolder(path.resolve(folder), known)
  }

  get away(): string | undefined {
    return this.#away
  }

  async check(): Promise<void> {
    this.#away = await readdir(this.#folder).then(() => undefined, thrownText)
  }

  async read(): Promise<FoundDays> {
    await this.#finishDrops()
    const present = (await readdir(this.#folder)).filter(isManifest)
    const names = [...new Set([...present, ...((await this.#known.read()) ?? [])])]
    const found = await readManifests(names, name => readFile(path.join(this.#folder, name), 'utf8'))
    await this.#known.write(names)
    return found
  }

  /** Deletes files of dropped days, and incomplete files. */
  async #finishDrops(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const [, day = '', generation = '', , ending] = ours.exec(name) ?? []
      if (ending === '.partial') await rm(path.join(this.#folder, name), { force: true })
      if (ending === '.dropped') await this.clear({ day, generation: Number(generation) })
    }
  }

  partialOf(file: Pick<ArchivedFile, 'name'>): string {
    return `${this.#pathOf(file)}.partial`
  }

  async complete(file: Pick<ArchivedFile, 'name'>): Promise<Pick<ArchivedFile, 'bytes' | 'sha256'>> {
    const partial = this.partialOf(file)
    const handle = await open(partial, 'r+')
    await handle.sync().finally(() => handle.close())
    const sha256 = await sha256Of(partial)
    const { size: bytes } = await stat(partial)
    await rename(partial, this.#pathOf(file))
    return { bytes, sha256 }
  }

  async publish(manifest: ArchiveManifest): Promise<void> {
    await this.#sync()
    const name = manifestName(manifest)
    // As readable as the files of rows.
    await writeSynced(path.join(this.#folder, name), manifestText(manifest), 0o640)
    await this.#sync()
    await this.#known.add(name)
  }

  async drop(manifest: ArchiveManifest): Promise<void> {
    const name = manifestName(manifest)
    await this.#known.delete(name)
    await rename(path.join(this.#folder, name), path.join(this.#folder, `${name}.dropped`))
    await this.#sync()
    await this.clear(manifest)
  }

  async faultOf(files: readonly ArchivedFile[]): Promise<string | undefined> {
    const faults = await Promise.all(
      files.map(async ({ name, bytes }) => {
        try {
          const { size } = await stat(this.#pathOf({ name }))
          return size === bytes ? undefined : `${name} has ${size} bytes instead of ${bytes}`
        } catch (error) {
          return hasErrorCode(error, 'ENOENT') ? `${name} is missing` : thrownText(error)
        }
      }),
    )
    return faults.find(fault => fault !== undefined)
  }

  async withLocal<T>(file: ArchivedFile, use: (path: string) => Promise<T>): Promise<T> {
    const fault = await this.faultOf([file])
    if (fault !== undefined) throw new Error(fault)
    if ((await sha256Of(this.#pathOf(file))) !== file.sha256)
      throw new Error(`${file.name} has another SHA-256`)
    return await use(this.#pathOf(file))
  }

  source(files: readonly Pick<ArchivedFile, 'name'>[]): string {
    return localSource(files.map(file => this.#pathOf(file)))
  }

  /** Files that are missing are found before. */
  readError(): undefined {
    return undefined
  }

  async clear(generation: Generation): Promise<void> {
    const start = startOfNames(generation)
    const names = (await readdir(this.#folder)).filter(name => ours.test(name) && name.startsWith(start))
    // The name that says `dropped` goes last: it makes the next start finish the deletion.
    names.sort((a, b) => Number(a.endsWith('.dropped')) - Number(b.endsWith('.dropped')))
    for (const name of names) await rm(path.join(this.#folder, name), { force: true })
    await this.#sync()
  }

  #pathOf({ name }: Pick<ArchivedFile, 'name'>): string {
    return path.join(this.#folder, name)
  }

  async #sync(): Promise<void> {
    const handle = await open(this.#folder, 'r')
    await handle.sync().finally(() => handle.close())
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}
