import { once } from 'node:events'
import type { TransformOptions } from 'node:stream'
import { crc32, createDeflateRaw, type ZlibOptions } from 'node:zlib'
import { Zip as Archive, type ZipInputFile } from 'fflate'
import type { Output } from '../document/job.ts'

/** A zip archive whose files are created and written one after the other. */
export interface Zip {
  /**
   * Adds a file with the output of `fill`. Resolves when the archive's output has taken it. Rejects with the
   * error of `fill` or of the output; the archive is useless then. `name` has forward slashes and is unique.
   */
  add(name: string, fill: (file: Output) => Promise<void>): Promise<void>
  /** Writes the directory, without which the archive is unreadable. */
  close(): Promise<void>
}

/**
 * Maximum bytes of a file and of the archive, without the 64-bit extension, which spreadsheet programs do not
 * read reliably.
 */
const maxZipBytes = 0xffff_ffff
const maxFiles = 0xffff

/**
 * Level 3 is twice as fast as the default and 4 % longer. The high-water mark lets the compressor work while
 * the next bytes are produced.
 */
const deflateOptions: ZlibOptions & TransformOptions = {
  level: 3,
  chunkSize: 64 * 1024,
  writableHighWaterMark: 256 * 1024,
}

/**
 * Writes an archive to `out`; its files are dated `modified` (Unix seconds). fflate writes the structure.
 * Node does deflate and CRC, five times as fast and off this thread.
 */
export function zipInto(out: Output, modified: number): Zip {
  let chunks: Uint8Array[] = []
  let written = 0
  const names = new Set<string>()
  const archive = new Archive((error, chunk) => {
    // Of a file after `end`, or a name that is too long.
    if (error) throw error
    chunks.push(chunk)
  })

  async function flush(): Promise<void> {
    const ready = chunks
    chunks = []
    for (const chunk of ready) {
      written += chunk.length
      if (written > maxZipBytes) throw new RangeError('the zip archive would be longer than 4 GiB')
      if (chunk.length > 0) await out.write(chunk)
    }
  }

  return {
    async add(name, fill) {
      if (names.has(name)) throw new Error(`the zip archive already has a file ${name}`)
      if (names.size === maxFiles)
        throw new RangeError(`the zip archive would have more than ${maxFiles} files`)
      names.add(name)
      const entry: ZipInputFile = { filename: name, size: 0, crc: 0, compression: 8, mtime: modified * 1000 }
      archive.add(entry)
      const deflate = createDeflateRaw(deflateOptions)

      // `taken` rejects with the errors of the compressor and of the output.
      deflate.on('error', () => {})
      const taken = (async () => {
        for await (const chunk of deflate) {
          entry.ondata?.(null, chunk, false)
          await flush()
        }
      })()
      taken.catch(() => {})
      try {
        await fill({
          async write(bytes) {
            if (deflate.destroyed) await taken
            entry.size += bytes.length
            if (entry.size > maxZipBytes) throw new RangeError(`${name} would be longer than 4 GiB`)
            entry.crc = crc32(bytes, entry.crc)
            if (!deflate.write(bytes)) await Promise.race([once(deflate, 'drain'), taken])
          },
        })
        deflate.end()
      } catch (error) {
        deflate.destroy()
        // No write follows the rejection.
        await taken.catch(() => {})
        throw error
      }
      await taken
      entry.ondata?.(null, new Uint8Array(0), true)
      await flush()
    },

    async close() {
      archive.end()
      await flush()
    },
  }
}
