import { readFile } from 'node:fs/promises'
import { isManifest, writeSynced } from './archive-place.ts'

/** Names of all manifests, in a file of the data folder: shows which of them the archive lacks. */
export class KnownManifests {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  /** Undefined if no list was written yet. */
  async read(): Promise<string[] | undefined> {
    const text = await readFile(this.#file, 'utf8').catch(() => undefined)
    return text?.split('\n').filter(isManifest)
  }

  async write(names: readonly string[]): Promise<void> {
    const before = await this.read()
    const all = [...new Set(names)].sort()
    if (before === undefined || all.join('\n') !== before.join('\n'))
      await writeSynced(this.#file, `${all.join('\n')}\n`)
  }

  async add(name: string): Promise<void> {
    await this.write([...((await this.read()) ?? []), name])
  }

  async delete(name: string): Promise<void> {
    await this.write(((await this.read()) ?? []).filter(other => other !== name))
  }
}
