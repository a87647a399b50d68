const maxKeptBytes = 64 * 1024 * 1024
const minKeptFiles = 4

/** The newest delivered files. If the disk reported a sync that it did not do, the next start appends them to the store again. */
export class KeptFiles {
  readonly #maxFiles: number
  readonly #files: { name: string; bytes: number }[] = []
  #bytes = 0

  constructor(maxFiles: number) {
    this.#maxFiles = maxFiles
  }

  /** Adds a file. Returns the names of the oldest files, which the caller deletes. */
  add(name: string, bytes: number): string[] {
    this.#files.push({ name, bytes })
    this.#bytes += bytes
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
