import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ArchivedFile, ArchiveManifest } from '../../../schema/store/archive.ts'
import { EngineError } from '../../clients/engine-error.ts'
import type { S3Object } from '../../clients/s3/answers.ts'
import { type S3Location, s3Url } from '../../clients/s3/location.ts'
import { hasty, patient, S3Client } from '../../clients/s3/s3-client.ts'
import { engineReadError, S3Error } from '../../clients/s3/s3-error.ts'
import { downloadObject, uploadFile } from '../../clients/s3/upload.ts'
import {
  type ArchivePlace,
  type FoundDays,
  type Generation,
  isManifest,
  manifestName,
  manifestText,
  ours,
  type PlaceError,
  readManifests,
  startOfNames,
  writeSynced,
} from './archive-place.ts'
import { bucketSource } from './archived-rows.ts'
import type { KnownManifests } from './known-manifests.ts'

/** How long an object that was there counts as there. The engine notices if it is not. */
const seenMs = 60_000

/**
 * Archived days in a bucket of an S3 server. The data folder has a copy of each manifest, so that a start
 * needs no S3, and the file that is being uploaded, downloaded or verified.
 */
export class ArchiveBucket implements ArchivePlace {
  readonly name: string
  readonly #client: S3Client
  readonly #known: KnownManifests
  /** Folder of copies of manifests. */
  readonly #manifests: string
  /** Folder of files that are not in the bucket yet, or are read as a whole. */
  readonly #staging: string
  /** Until when an object counts as there, as performance.now(), by name. */
  readonly #seenUntil = new Map<string, number>()
  /** Whether a deletion has failed in the middle. */
  #mustFinishDrops = false

  private constructor(client: S3Client, state: string, known: KnownManifests) {
    this.name = client.name
    this.#client = client
    this.#known = known
    this.#manifests = path.join(state, 'manifests')
    this.#staging = path.join(state, 'staging')
  }

  /** `state`: a folder of this service. */
  static async open(location: S3Location, state: string, known: KnownManifests): Promise<ArchiveBucket> {
    const opened = new ArchiveBucket(new S3Client(location), state, known)
    await rm(opened.#staging, { recursive: true, force: true })
    for (const folder of [opened.#manifests, opened.#staging])
      await mkdir(folder, { recursive: true, mode: 0o700 })
    return opened
  }

  get away(): string | undefined {
    return this.#client.failure
  }

  async check(): Promise<void> {
    try {
      // No object of ours has such a name: the answer is small.
      await this.#list('check', hasty)
      if (this.#mustFinishDrops) await this.#finishDrops(await this.#list('', patient))
    } catch (error) {
      if (!(error instanceof S3Error)) throw error
    }
  }

  async read(): Promise<FoundDays> {
    const known = await this.#known.read()
    let present: string[]
    try {
      const objects = await this.#finishDrops(await this.#list('', hasty))
      await this.#endUploads('')
      const manifests = objects.filter(({ key }) => isManifest(this.#nameOf(key)))
      for (const manifest of manifests) await this.#copy(manifest)
      present = manifests.map(({ key }) => this.#nameOf(key))
    } catch (error) {
      return await this.#readCopies(known, error)
    }
    const names = [...new Set([...present, ...(known ?? [])])]
    const found = await readManifests(names, async name => {
      const copy = present.includes(name) ? await this.#copyOf(name) : undefined
      if (copy === undefined) throw new Error(`it is missing in ${this.name}`)
      return copy
    })
    await this.#known.write(names)
    return found
  }

  /** Copies a manifest to the data folder, unless that has it. */
  async #copy({ key, bytes }: S3Object): Promise<void> {
    const name = this.#nameOf(key)
    const copy = await this.#copyOf(name)
    if (copy !== undefined && Buffer.byteLength(copy) === bytes) return
    const text = (await this.#client.get(key, hasty)).toString()
    await writeSynced(path.join(this.#manifests, name), text)
  }

  /** The days as they were known when the bucket could be used. Throws if they never were. */
  async #readCopies(known: readonly string[] | undefined, error: unknown): Promise<FoundDays> {
    const copies = await Promise.all(known?.map(name => this.#copyOf(name)) ?? [undefined])
    if (!(error instanceof S3Error)) throw error
    if (copies.includes(undefined))
      throw new Error(`${error.message}; the first start with an archive must read it`, { cause: error })
    return await readManifests(known ?? [], name => readFile(path.join(this.#manifests, name), 'utf8'))
  }

  async #copyOf(name: string): Promise<string | undefined> {
    return await readFile(path.join(this.#manifests, name), 'utf8').catch(() => undefined)
  }

  /** Completes deletions that were interrupted. Returns the objects that are left. */
  async #finishDrops(objects: S3Object[]): Promise<S3Object[]> {
    const dropped = objects.flatMap(({ key }) => {
      const [, day = '', generation = '', , ending] = ours.exec(this.#nameOf(key)) ?? []
      return ending === '.dropped' ? [{ day, generation: Number(generation) }] : []
    })
    for (const generation of dropped) await this.clear(generation)
    this.#mustFinishDrops = false
    const starts = dropped.map(startOfNames)
    return objects.filter(({ key }) => !starts.some(start => this.#nameOf(key).startsWith(start)))
  }

  partialOf({ name }: Pick<ArchivedFile, 'name'>): string {
    return path.join(this.#staging, `${name}.partial`)
  }

  async complete({ name }: Pick<ArchivedFile, 'name'>): Promise<Pick<ArchivedFile, 'bytes' | 'sha256'>> {
    const file = this.partialOf({ name })
    const key = this.#keyOf(name)
    const { size: bytes } = await stat(file)
    const sha256 = await uploadFile(this.#client, file, key)
    if ((await downloadObject(this.#client, { key, bytes })) !== sha256)
      throw new Error(`${this.name} returned other bytes of ${name} than it got`)
    await rm(file)
    return { bytes, sha256 }
  }

  async publish(manifest: ArchiveManifest): Promise<void> {
    const name = manifestName(manifest)
    const text = Buffer.from(manifestText(manifest))
    await this.#client.put(this.#keyOf(name), text, patient)
    if (!(await this.#client.get(this.#keyOf(name), patient)).equals(text))
      throw new Error(`${this.name} returned another manifest ${name} than it got`)
    await writeSynced(path.join(this.#manifests, name), text.toString())
    await this.#known.add(name)
  }

  async drop(manifest: ArchiveManifest): Promise<void> {
    const name = manifestName(manifest)
    await this.#client.put(this.#keyOf(`${name}.dropped`), Buffer.from(manifestText(manifest)), patient)
    await this.#known.delete(name)
    await rm(path.join(this.#manifests, name), { force: true })
    await this.clear(manifest).catch(() => {
      this.#mustFinishDrops = true
    })
  }

  async clear(generation: Generation): Promise<void> {
    const start = startOfNames(generation)
    await this.#endUploads(start)
    const names = (await this.#list(start, patient)).map(({ key }) => this.#nameOf(key))
    // The name that says `dropped` goes last: it makes the next start finish the deletion.
    names.sort((a, b) => Number(a.endsWith('.dropped')) - Number(b.endsWith('.dropped')))
    for (const name of names.filter(other => ours.test(other))) {
      this.#seenUntil.delete(name)
      await this.#client.delete(this.#keyOf(name), patient)
    }
  }

  /** Ends uploads in parts that were interrupted. Keys may lack the right to list them. */
  async #endUploads(start: string): Promise<void> {
    const uploads = await this.#client.uploads(this.#keyOf(start), hasty).catch(() => [])
    for (const upload of uploads)
      if (ours.test(this.#nameOf(upload.key))) await this.#client.abort(upload, hasty).catch(() => {})
  }

  async faultOf(files: readonly ArchivedFile[]): Promise<string | undefined> {
    const now = performance.now()
    const unseen = files.filter(({ name }) => (this.#seenUntil.get(name) ?? 0) < now)
    const names = unseen.map(({ name }) => name).sort()
    const [first] = names
    const last = names.at(-1)
    if (first === undefined || last === undefined) return undefined
    const bytesOf = new Map<string, number>()
    // Keys come in their order. The key before `first` is not one of ours.
    for await (const page of this.#client.list(this.#keyOf(''), hasty, this.#keyOf(first.slice(0, -1)))) {
      for (const { key, bytes } of page) bytesOf.set(this.#nameOf(key), bytes)
      if (this.#nameOf(page.at(-1)?.key ?? '') >= last) break
    }
    for (const { name, bytes } of unseen) {
      const found = bytesOf.get(name)
      if (found === undefined) return `${name} is missing in ${this.name}`
      if (found !== bytes) return `${name} has ${found} bytes instead of ${bytes}`
      this.#seenUntil.set(name, now + seenMs)
    }
    return undefined
  }

  async withLocal<T>(file: ArchivedFile, use: (path: string) => Promise<T>): Promise<T> {
    const local = path.join(this.#staging, `${file.name}.${randomUUID()}`)
    const fault = await this.faultOf([file])
    if (fault !== undefined) throw new Error(fault)
    try {
      await (await open(local, 'w', 0o600)).close()
      const sha256 = await downloadObject(
        this.#client,
        { key: this.#keyOf(file.name), bytes: file.bytes },
        part => appendFile(local, part),
      )
      if (sha256 !== file.sha256) throw new Error(`${file.name} has another SHA-256`)
      return await use(local)
    } finally {
      await rm(local, { force: true })
    }
  }

  source(files: readonly Pick<ArchivedFile, 'name'>[]): string {
    const folder = s3Url(this.#client.location, this.#keyOf('')).href
    return bucketSource(
      folder,
      files.map(({ name }) => name),
    )
  }

  readError(error: unknown): PlaceError | undefined {
    const cause = error instanceof EngineError ? engineReadError(error.message) : undefined
    if (cause === undefined) return undefined
    this.#seenUntil.clear()
    if (cause.isMissing) return { kind: 'damaged', reason: `a file is missing in ${this.name}` }
    const failure = cause.at(this.name)
    this.#client.noteFailure(failure)
    return { kind: 'away', reason: failure.message }
  }

  /** All objects whose names begin with a text. */
  async #list(start: string, patience: typeof hasty): Promise<S3Object[]> {
    const objects: S3Object[] = []
    for await (const page of this.#client.list(this.#keyOf(start), patience)) objects.push(...page)
    return objects
  }

  #keyOf(name: string): string {
    return `${this.#client.location.prefix}${name}`
  }

  #nameOf(key: string): string {
    return key.slice(this.#client.location.prefix.length)
  }
}
