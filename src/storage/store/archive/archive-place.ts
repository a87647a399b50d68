import { open, rename } from 'node:fs/promises'
import { Compile } from 'typebox/compile'
import { type ArchivedFile, ArchiveManifest, archiveFormat } from '../../../schema/store/archive.ts'
import { thrownText } from '../../../schema/thrown-text.ts'

/** What a manifest is about. */
export type Generation = Pick<ArchiveManifest, 'day' | 'generation'>

/** A file of rows, by its name. */
type NamedFile = Pick<ArchivedFile, 'name'>

/** What the archive has at the start. */
export interface FoundDays {
  manifests: ArchiveManifest[]
  /** Days (as 2026-01-31) whose manifest cannot be read, with the reason. */
  unreadable: Map<string, string>
}

/**
 * Where archived days are: Parquet files, and a manifest for each generation of a day. A file counts once the
 * manifest that names it is there. Files never change. All methods reject with the reason when the place
 * cannot be used.
 */
export interface ArchivePlace {
  /** As messages name it. */
  readonly name: string
  /** Why the place cannot be used, as of the last use or `check`; undefined if it can. */
  readonly away: string | undefined
  /** Finds out whether the place can be used. Never rejects. */
  check(): Promise<void>
  /** All manifests, by day and generation. Finishes deletions that a kill has interrupted. */
  read(): Promise<FoundDays>
  /** The path of this machine under which a file is written before it is verified. */
  partialOf(file: NamedFile): string
  /** Moves a verified file to its place, for good. Returns its bytes and SHA-256. */
  complete(file: NamedFile): Promise<Pick<ArchivedFile, 'bytes' | 'sha256'>>
  /** Publishes a generation whose files are complete. */
  publish(manifest: ArchiveManifest): Promise<void>
  /** Deletes what an earlier attempt has left of a generation that has no manifest. */
  clear(generation: Generation): Promise<void>
  /** Deletes a generation. After it resolves, or after a kill, the next `read` completes the deletion. */
  drop(manifest: ArchiveManifest): Promise<void>
  /** Why one of these files is not as its manifest says, without reading it; undefined if all are. */
  faultOf(files: readonly ArchivedFile[]): Promise<string | undefined>
  /** Calls with the path of a file of this machine, once its bytes are as the manifest says. */
  withLocal<T>(file: ArchivedFile, use: (path: string) => Promise<T>): Promise<T>
  /** FROM of the rows of files, at least one, with the columns of files. */
  source(files: readonly NamedFile[]): string
  /** The Fault of an error of the engine that read these files; undefined if the place is not its cause. */
  readError(error: unknown): PlaceError | undefined
}

/** Files of an archive cannot be read. */
export interface PlaceError {
  kind: 'away' | 'damaged'
  reason: string
}

/** Names of our files; others in the same place are left alone. */
export const ours = /^(\d{4}-\d\d-\d\d)\.(\d+)\.(json|\d\d\.parquet)(\.partial|\.dropped)?$/

/** The name of a file of a generation; `at`: its place, from 0. */
export function fileName({ day, generation }: Generation, at: number): string {
  return `${day}.${generation}.${String(at).padStart(2, '0')}.parquet`
}

export function isManifest(name: string): boolean {
  const [, , , kind, ending] = ours.exec(name) ?? []
  return kind === 'json' && ending === undefined
}

export function manifestName({ day, generation }: Generation): string {
  return `${day}.${generation}.json`
}

export function manifestText(manifest: ArchiveManifest): string {
  return `${JSON.stringify(manifest, undefined, 1)}\n`
}

/** What names of our files begin with that are of a generation. */
export function startOfNames({ day, generation }: Generation): string {
  return `${day}.${generation}.`
}

/** Reads manifests by their names. A day with a manifest that cannot be read is unreadable. */
export async function readManifests(
  names: readonly string[],
  textOf: (name: string) => Promise<string>,
): Promise<FoundDays> {
  const manifests: ArchiveManifest[] = []
  const unreadable = new Map<string, string>()
  for (const name of names) {
    try {
      manifests.push(parseManifest(await textOf(name)))
    } catch (error) {
      unreadable.set(name.slice(0, 10), `${name}: ${thrownText(error)}`)
    }
  }
  const readable = manifests.filter(({ day }) => !unreadable.has(day))
  readable.sort((a, b) => (a.day === b.day ? a.generation - b.generation : a.day < b.day ? -1 : 1))
  return { manifests: readable, unreadable }
}

const shape = Compile(ArchiveManifest)

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
