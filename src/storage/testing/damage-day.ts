import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * A compressed block of a part has a checksum of 16 bytes, the method, then the size of the data after the
 * checksum.
 */
const checksumBytes = 16

/** Makes the rows of a day (YYYYMMDD) unreadable, like a disk that corrupts bytes: no checksum matches. */
export function damageDay(folder: string, day: string): void {
  for (const name of globSync(`store/*/*/${day}_*/data.bin`, { cwd: folder })) {
    const file = path.join(folder, name)
    const bytes = readFileSync(file)
    for (let at = 0; at < bytes.length; at += checksumBytes + bytes.readUInt32LE(at + checksumBytes + 1))
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    writeFileSync(file, bytes)
  }
}
