import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { Repeater } from '../async/repeater.ts'
import type { Geoip } from '../schema/event/geoip.ts'
import { settingName } from '../schema/settings/settings.ts'
import { thrownText } from '../schema/thrown-text.ts'
import { type Database, readDatabase } from './database.ts'
import { type Network, parseNetwork, parsePlace } from './place.ts'
import { parsePublicAddress } from './public-address.ts'

/** A source of locations of addresses. */
export interface GeoipSource {
  /** The location of a public IP address; undefined for other texts and unknown addresses. */
  placeOf(text: string): Geoip | undefined
}

/** How often the file is checked, milliseconds. */
const checkIntervalMs = 10_000
/** Maximum bytes of a file, which is held in memory; the largest databases on sale have half of it. */
const maxFileBytes = 2 ** 30

interface Loaded {
  database: Database
  /** Identifies the file that was read; see fileIdentity. */
  identity: string
}

/** A MaxMind DB in a file that may be replaced at any time. */
export class GeoipFile implements GeoipSource {
  readonly #file: string
  readonly #warn: (message: string) => void
  #database: Database
  /** Identity of the file that was last checked, usable or not. */
  #identity: string
  readonly #reads = new Repeater(
    () => this.#readIfReplaced(),
    error =>
      this.#warn(`the GeoIP file ${this.#file} ${thrownText(error)}; what was read before stays in use`),
  )
  #warned = false
  /** Rises when the file is read again: cached answers are outdated then. */
  version = 1

  private constructor(file: string, { database, identity }: Loaded, warn: (message: string) => void) {
    this.#file = file
    this.#warn = warn
    this.#database = database
    this.#identity = identity
    this.#reads.start(checkIntervalMs)
  }

  /**
   * Opens the file. Calls `warn` for unusable files that replace it. Rejects with an Error that names the
   * setting.
   */
  static async open(
    file: string,
    warn: (message: string) => void,
    setting: 'geoipFile' | 'geoipAsnFile' = 'geoipFile',
  ): Promise<GeoipFile> {
    const full = path.resolve(file)
    try {
      return new GeoipFile(full, await loadFile(full, await fileIdentity(full)), warn)
    } catch (error) {
      throw new Error(`The file of ${settingName(setting)}, ${full}, ${thrownText(error)}`, {
        cause: error,
      })
    }
  }

  placeOf(text: string): Geoip | undefined {
    return parsePlace(this.#recordOf(text))
  }

  /** The network of a public IP address; undefined as for `placeOf`. */
  networkOf(text: string): Network | undefined {
    return parseNetwork(this.#recordOf(text))
  }

  #recordOf(text: string): unknown {
    const address = parsePublicAddress(text)
    if (address === undefined) return undefined
    try {
      return this.#database.get(address)
    } catch (error) {
      if (!this.#warned) this.#warn(`the GeoIP file ${this.#file} is damaged: ${thrownText(error)}`)
      this.#warned = true
      return undefined
    }
  }

  /**
   * Reads the file again if it was replaced. Keeps the current data while the file is missing or unusable.
   */
  refresh(): Promise<void> {
    return this.#reads.run()
  }

  close(): void {
    void this.#reads.close()
  }

  async #readIfReplaced(): Promise<void> {
    // Some programs remove a file before they replace it.
    const identity = await fileIdentity(this.#file).catch(() => this.#identity)
    if (identity === this.#identity) return
    this.#identity = identity
    this.#database = (await loadFile(this.#file, identity)).database
    this.version++
    this.#warned = false
  }
}

/** Differs for a replaced file. */
async function fileIdentity(file: string): Promise<string> {
  const { ino, size, mtimeMs } = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? 'is not there' : `cannot be read (${error.code})`)
  })
  return `${ino} ${size} ${mtimeMs}`
}

async function loadFile(file: string, identity: string): Promise<Loaded> {
  const found = await stat(file)
  if (!found.isFile()) throw new Error('is not a file')
  if (found.size > maxFileBytes) throw new Error('is larger than 1 GiB')
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`cannot be read (${error.code})`)
  })
  return { database: readDatabase(bytes), identity }
}
