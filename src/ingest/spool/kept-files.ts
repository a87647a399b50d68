/** Maximum bytes of kept files. `minKeptFiles` files are kept even if they have more. */
const maxKeptBytes = 64 * 1024 * 1024
const minKeptFiles = 4

/** A delivered file. */
export interface KeptFile {
  name: string
  bytes: number
}

/**
 * The newest delivered files, which stay in the spool folder. The next start gives the files of the last hour
 * to the store again, in case the disk reported a sync that it did not perform (SpoolFolder.recover). Older
 * files ensure that new files get higher numbers, also if the clock was set back.
 */
export class KeptFiles {
  readonly #maxFiles: number
  readonly #files: KeptFile[] = []
  #bytes = 0

  constructor(maxFiles: number) {
    this.#maxFiles = maxFiles
  }

  /** Adds a file. Returns the names of the oldest files that exceed the limits, for the caller to delete. */
  add(added: KeptFile): string[] {
    this.#files.push(added)
    this.#bytes += added.bytes
    let surplus = 0
    for (const file of this.#files) {
      const remainingFiles = this.#files.length - surplus
      if (remainingFiles <= this.#maxFiles && (this.#bytes <= maxKeptBytes || remainingFiles <= minKeptFiles))
        break
      this.#bytes -= file.bytes
      surplus++
    }
    return this.#files.splice(0, surplus).map(file => file.name)
  }
}
