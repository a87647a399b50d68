import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { Reader } from 'maxmind'
import { Repeater } from '../async/repeater.ts'
import type { Geoip } from '../schema/event/geoip.ts'
import { settingName } from '../schema/settings/settings.ts'
import { thrownText } from '../schema/thrown-text.ts'
import { parsePublicAddress } from './public-address.ts'

/** A source of locations of addresses. */
export interface GeoipSource {
  /** The location of a public IP address; undefined for other texts and unknown addresses. */
  placeOf(text: string): Geoip | undefined
}

/** How often the file is checked, milliseconds. */
const checkIntervalMs = 10_000
/** Maximum bytes of a file, which is held in memory; twice the largest databases on sale. */
const maxFileBytes = 2 ** 30

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
  /** Whether `warn` was called because the current data is damaged. */
  #hasWarnedOfDamage = false
  /** Incremented when a replaced file is read. Answers cached for an earlier version are outdated. */
  version = 1

  private constructor(file: string, identity: string, database: Database, warn: (message: string) => void) {
    this.#file = file
    this.#warn = warn
    this.#database = database
    this.#identity = identity
    this.#reads.start(checkIntervalMs)
  }

  /** Rejects with an Error that names the setting. Calls `warn` for unusable files that replace the file. */
  static async open(
    file: string,
    warn: (message: string) => void,
    setting: 'geoipFile' | 'geoipAsnFile' = 'geoipFile',
  ): Promise<GeoipFile> {
    const full = path.resolve(file)
    try {
      // The identity first: if the file is replaced during the read, the next check reads it again.
      const identity = await fileIdentity(full)
      return new GeoipFile(full, identity, await loadFile(full), warn)
    } catch (error) {
      throw new Error(`The file of ${settingName(setting)}, ${full}, ${thrownText(error)}`, {
        cause: error,
      })
    }
  }

  placeOf(text: string): Geoip | undefined {
    return parsePlace(this.#recordOf(text))
  }

  /** The network of a public IP address; undefined for other texts and unknown addresses. */
  networkOf(text: string): Network | undefined {
    return parseNetwork(this.#recordOf(text))
  }

  #recordOf(text: string): unknown {
    const address = parsePublicAddress(text)
    if (address === undefined) return undefined
    try {
      return this.#database.get(address)
    } catch (error) {
      if (!this.#hasWarnedOfDamage)
        this.#warn(`the GeoIP file ${this.#file} is damaged: ${thrownText(error)}`)
      this.#hasWarnedOfDamage = true
      return undefined
    }
  }

  /** Reads the file again if it was replaced. Keeps the current data if the file is missing or unusable. */
  refresh(): Promise<void> {
    return this.#reads.run()
  }

  close(): void {
    void this.#reads.close()
  }

  async #readIfReplaced(): Promise<void> {
    // Some programs remove a file before they write its replacement.
    const identity = await fileIdentity(this.#file).catch(() => this.#identity)
    if (identity === this.#identity) return
    this.#identity = identity
    this.#database = await loadFile(this.#file)
    this.version++
    this.#hasWarnedOfDamage = false
  }
}

/** A text that changes when the file is replaced. */
async function fileIdentity(file: string): Promise<string> {
  const { ino, size, mtimeMs } = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? 'is not there' : `cannot be read (${error.code})`)
  })
  return `${ino} ${size} ${mtimeMs}`
}

/** Reads a file. Throws as `readDatabase`. */
async function loadFile(file: string): Promise<Database> {
  const found = await stat(file)
  if (!found.isFile()) throw new Error('is not a file')
  if (found.size > maxFileBytes) throw new Error('is larger than 1 GiB')
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`cannot be read (${error.code})`)
  })
  return readDatabase(bytes)
}

/** A MaxMind DB in memory. */
interface Database {
  /** The record of an IP address, of any shape; undefined if it has none. Throws for damaged data. */
  get(address: string): unknown
}

/** First bytes of a gzip file. */
const gzipMagic = Buffer.from([0x1f, 0x8b])
/** Bytes before the metadata of a MaxMind DB. */
const marker = Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1')
/** How many bytes at the end of a file must contain the metadata and the marker before it. */
const metadataSearchBytes = 128 * 1024
/** Zero bytes between the tree and the data. */
const separatorBytes = 16
/** Public addresses that are looked up when a file is read: in a damaged file this throws. */
const sampleAddresses = ['1.1.1.1', '8.8.8.8']

/** Parses a file of the MaxMind DB format, version 2. Throws an Error whose text continues "The file ...". */
export function readDatabase(bytes: Buffer): Database {
  if (bytes.subarray(0, 2).equals(gzipMagic)) throw new Error('is packed with gzip; unpack it first')
  const tail = bytes.subarray(Math.max(0, bytes.length - metadataSearchBytes))
  if (!tail.includes(marker)) throw new Error('is no MaxMind DB, or not all of one')
  try {
    return openDatabase(bytes)
  } catch (error) {
    throw new Error('is a damaged MaxMind DB', { cause: error })
  }
}

function openDatabase(bytes: Buffer): Database {
  const reader = new Reader(bytes)
  const { binaryFormatMajorVersion, ipVersion, searchTreeSize } = reader.metadata
  if (binaryFormatMajorVersion !== 2) throw new Error(`format ${binaryFormatMajorVersion}`)
  if (!(searchTreeSize > 0 && searchTreeSize + separatorBytes < bytes.length))
    throw new Error('tree out of bounds')
  const database: Database = {
    get(address) {
      // A database of IPv4 addresses would look up only the first bits of an IPv6 address.
      if (ipVersion === 4 && address.includes(':')) return undefined
      return reader.get(address) ?? undefined
    },
  }
  for (const address of sampleAddresses) database.get(address)
  return database
}

/** The owner of a network; '' for an unknown member. */
interface Network {
  /** Number of the autonomous system, as digits. */
  asn: string
  organization: string
}

/**
 * Parses the location in a record of a City or Country database: English names, '' for a missing one.
 * Undefined if all are missing. The record may have any shape.
 */
export function parsePlace(record: unknown): Geoip | undefined {
  const subdivisions = getMember(record, 'subdivisions')
  const place = {
    country: englishName(getMember(record, 'country')),
    state: englishName(Array.isArray(subdivisions) ? subdivisions[0] : undefined),
    city: englishName(getMember(record, 'city')),
  }
  return place.country + place.state + place.city === '' ? undefined : place
}

/** Parses the network in a record of an ASN database, or in the `traits` of an Enterprise database. */
function parseNetwork(record: unknown): Network | undefined {
  const traits = getMember(record, 'traits')
  const number = getMember(record, asnMember) ?? getMember(traits, asnMember)
  const name = getMember(record, organizationMember) ?? getMember(traits, organizationMember)
  const asn = typeof number === 'number' ? String(number) : ''
  const organization = typeof name === 'string' ? name : ''
  return asn + organization === '' ? undefined : { asn, organization }
}

const asnMember = 'autonomous_system_number'
const organizationMember = 'autonomous_system_organization'

function englishName(part: unknown): string {
  const name = getMember(getMember(part, 'names'), 'en')
  return typeof name === 'string' ? name : ''
}

function getMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  // Object.hasOwn found the member.
  return (value as Record<string, unknown>)[name]
}
