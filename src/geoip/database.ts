import { Reader } from 'maxmind'

/** A MaxMind DB in memory. */
export interface Database {
  /** The record of an IP address, of any shape; undefined if it has none. Throws for damaged data. */
  get(address: string): unknown
}

const gzip = Buffer.from([0x1f, 0x8b])
const marker = Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1')
/** The last bytes of a file, which contain the metadata and its marker. */
const metadataSearchBytes = 128 * 1024
/** Zero bytes between the tree and the data. */
const separatorBytes = 16
/** Public addresses for a test lookup. */
const sampleAddresses = ['1.1.1.1', '8.8.8.8']

/**
 * Reads a file of the MaxMind DB format, version 2. Throws an Error whose message ends a sentence about the
 * file.
 */
export function readDatabase(bytes: Buffer): Database {
  if (bytes.subarray(0, 2).equals(gzip)) throw new Error('is packed with gzip; unpack it first')
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
      // A database of IPv4 addresses would look up the first bits of an IPv6 address.
      if (ipVersion === 4 && address.includes(':')) return undefined
      return reader.get(address) ?? undefined
    },
  }
  for (const address of sampleAddresses) database.get(address)
  return database
}
