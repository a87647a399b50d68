import { Reader } from 'maxmind'
import type { Geoip } from '../../../schema/geoip.ts'
import { placeIn } from './place.ts'

/** A MaxMind DB in memory. */
export interface Database {
  /** The place of an IP address. Throws when the data behind it cannot be read. */
  placeOf(address: string): Geoip | undefined
}

const gzip = Buffer.from([0x1f, 0x8b])
const marker = Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1')
/** The metadata and its marker stand in the last bytes of a file. */
const metadataReach = 128 * 1024
/** Bytes of zero between the tree and the data. */
const separator = 16
/** Anybody's, to see whether a lookup works. */
const samples = ['1.1.1.1', '8.8.8.8']

/** Reads a file of the MaxMind DB format, version 2. Throws an Error that says what is wrong with it, as the end of a sentence. */
export function readDatabase(bytes: Buffer): Database {
  if (bytes.subarray(0, 2).equals(gzip)) throw new Error('is packed with gzip; unpack it first')
  const tail = bytes.subarray(Math.max(0, bytes.length - metadataReach))
  if (!tail.includes(marker)) throw new Error('is no MaxMind DB, or not all of one')
  try {
    return opened(bytes)
  } catch (error) {
    throw new Error('is a damaged MaxMind DB', { cause: error })
  }
}

function opened(bytes: Buffer): Database {
  const reader = new Reader(bytes)
  const { binaryFormatMajorVersion, ipVersion, searchTreeSize } = reader.metadata
  if (binaryFormatMajorVersion !== 2) throw new Error(`format ${binaryFormatMajorVersion}`)
  if (!(searchTreeSize > 0 && searchTreeSize + separator < bytes.length))
    throw new Error('tree out of bounds')
  const database: Database = {
    placeOf(address) {
      // A database of IPv4 addresses would look up the first bits of others.
      if (ipVersion === 4 && address.includes(':')) return undefined
      return placeIn(reader.get(address))
    },
  }
  for (const address of samples) database.placeOf(address)
  return database
}
