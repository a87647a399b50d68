import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { ArchiveRestore } from '../../../schema/store/archive.ts'
import { writeSynced } from './archive-place.ts'

const maxEntries = 1_000
const shape = Compile(Type.Array(ArchiveRestore))

/** The restores of archived days, the newest last, in a file of the data folder. */
export class RestoreLog {
  readonly #file: string
  #entries: readonly ArchiveRestore[]

  private constructor(file: string, entries: readonly ArchiveRestore[]) {
    this.#file = file
    this.#entries = entries
  }

  /** Reads the file. Starts with an empty log if there is none, or if it cannot be read. */
  static async open(file: string): Promise<RestoreLog> {
    const text = await readFile(file, 'utf8').catch(() => '[]')
    const entries = parsed(text)
    return new RestoreLog(file, shape.Check(entries) ? entries : [])
  }

  get entries(): readonly ArchiveRestore[] {
    return this.#entries
  }

  /** Adds an entry; returns it with its id. */
  async add(entry: Omit<ArchiveRestore, 'id'>): Promise<ArchiveRestore> {
    const added = { id: (this.#entries.at(-1)?.id ?? 0) + 1, ...entry }
    await this.#write([...this.#entries, added].slice(-maxEntries))
    return added
  }

  async change(id: number, change: Partial<Omit<ArchiveRestore, 'id'>>): Promise<void> {
    await this.#write(this.#entries.map(entry => (entry.id === id ? { ...entry, ...change } : entry)))
  }

  async #write(entries: readonly ArchiveRestore[]): Promise<void> {
    this.#entries = entries
    await writeSynced(this.#file, `${JSON.stringify(entries)}\n`)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
