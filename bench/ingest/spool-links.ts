import { linkSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { spoolExtension } from '../../src/schema/event/row.ts'

const lookMillis = 50

/**
 * Keeps the spool files of a running product, by hard links, up to this many bytes: exactly the rows, in the
 * same batches, that it gave to its engine.
 */
export class SpoolLinks {
  readonly files: string[] = []
  readonly #from: string
  readonly #into: string
  readonly #maxBytes: number
  readonly #seen = new Set<string>()
  readonly #timer: NodeJS.Timeout
  #bytes = 0

  constructor(from: string, into: string, maxBytes: number) {
    this.#from = from
    this.#into = into
    this.#maxBytes = maxBytes
    mkdirSync(into, { recursive: true })
    for (const name of readdirSync(from)) this.#seen.add(name)
    this.#timer = setInterval(() => this.#look(), lookMillis)
  }

  stop(): void {
    this.#look()
    clearInterval(this.#timer)
  }

  #look(): void {
    for (const name of readdirSync(this.#from).sort()) {
      if (!name.endsWith(spoolExtension) || this.#seen.has(name) || this.#bytes > this.#maxBytes) continue
      this.#seen.add(name)
      const link = path.join(this.#into, name)
      linkSync(path.join(this.#from, name), link)
      this.#bytes += statSync(link).size
      this.files.push(link)
    }
  }
}
