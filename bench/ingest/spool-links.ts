import { linkSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { spoolExtension } from '../../src/schema/row.ts'

const lookMillis = 50

/**
 * Keeps the spool files that a running product writes, by hard links, until they are so many bytes: the very rows that it
 * gave to its engine, in the very batches.
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
