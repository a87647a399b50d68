import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Of a compressed block of a part: a checksum of 16 bytes, the method, then the size of what follows the checksum. */
const checksumBytes = 16

/** Makes the rows of a day (YYYYMMDD) unreadable, as a disk does that changes bytes: no checksum fits any longer. */
export function damageDay(folder: string, day: string): void {
  for (const name of globSync(`store/*/*/${day}_*/data.bin`, { cwd: folder })) {
    const file = path.join(folder, name)
    const bytes = readFileSync(file)
    for (let at = 0; at < bytes.length; at += checksumBytes + bytes.readUInt32LE(at + checksumBytes + 1))
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    writeFileSync(file, bytes)
  }
}
