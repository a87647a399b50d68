const maxKeptBytes = 64 * 1024 * 1024
const minKeptFiles = 4

/** A delivered file. */
export interface KeptFile {
  name: string
  bytes: number
}

/**
 * The newest delivered files. If the disk reported a sync that it did not do, the next start appends them to the store again, those of the
 * last hour (SpoolFolder.recover). Later they are kept all the same: numbers of new files are above theirs, whatever the clock says.
 */
export class KeptFiles {
  readonly #maxFiles: number
  readonly #files: KeptFile[] = []
  #bytes = 0

  constructor(maxFiles: number) {
    this.#maxFiles = maxFiles
  }

  /** Adds a file. Returns the names of the oldest files, which the caller deletes. */
  add(added: KeptFile): string[] {
    this.#files.push(added)
    this.#bytes += added.bytes
    let surplus = 0
    for (const file of this.#files) {
      const left = this.#files.length - surplus
      if (left <= this.#maxFiles && (this.#bytes <= maxKeptBytes || left <= minKeptFiles)) break
      this.#bytes -= file.bytes
      surplus++
    }
    return this.#files.splice(0, surplus).map(file => file.name)
  }
}
