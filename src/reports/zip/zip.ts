import { once } from 'node:events'
import type { TransformOptions } from 'node:stream'
import { crc32, createDeflateRaw, type ZlibOptions } from 'node:zlib'
import { Zip as Archive, type ZipInputFile } from 'fflate'
import type { Output } from '../document/job.ts'

/** A zip archive that is being written: a workbook, or the files of a dashboard. One file after the other. */
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
 * Maximum bytes of a file and of the archive, and maximum files. More would need the 64-bit extension
 * (Zip64), which spreadsheet programs do not read reliably.
 */
const maxZipBytes = 0xffff_ffff
const maxFiles = 0xffff

/** The number of deflate in the headers of a zip archive. */
const deflateMethod = 8
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
 * Writes an archive to `out`; its files are dated `modified` (Unix seconds). Bytes of a file go through
 * Node's compressor, which is five times as fast as fflate's and runs off this thread, then through fflate,
 * which adds headers and the directory, then to `out`.
 */
export function zipInto(out: Output, modified: number): Zip {
  /** Bytes of the archive that `flush` has not written yet. */
  let unwritten: Uint8Array[] = []
  let archiveBytes = 0
  const names = new Set<string>()
  const archive = new Archive((error, chunk) => {
    // For example, a name is too long.
    if (error) throw error
    unwritten.push(chunk)
  })

  async function flush(): Promise<void> {
    const chunks = unwritten
    unwritten = []
    for (const chunk of chunks) {
      archiveBytes += chunk.length
      if (archiveBytes > maxZipBytes) throw new RangeError('the zip archive would be longer than 4 GiB')
      if (chunk.length > 0) await out.write(chunk)
    }
  }

  return {
    async add(name, fill) {
      if (names.has(name)) throw new Error(`the zip archive already has a file ${name}`)
      if (names.size === maxFiles)
        throw new RangeError(`the zip archive would have more than ${maxFiles} files`)
      names.add(name)
      // fflate writes `size` (before compression) and `crc` behind the bytes of the file.
      const entry: ZipInputFile = {
        filename: name,
        size: 0,
        crc: 0,
        compression: deflateMethod,
        mtime: modified * 1000,
      }
      archive.add(entry)
      const deflate = createDeflateRaw(deflateOptions)
      /** Passes compressed bytes on. Rejects with the error of the compressor or of the output. */
      const passOn = async () => {
        for await (const chunk of deflate) {
          entry.ondata?.(null, chunk, false)
          await flush()
        }
      }
      const passedOn = passOn()
      passedOn.catch(() => {})
      deflate.on('error', () => {})
      try {
        await fill({
          async write(bytes) {
            // The output failed: throws its error.
            if (deflate.destroyed) await passedOn
            entry.size += bytes.length
            if (entry.size > maxZipBytes) throw new RangeError(`${name} would be longer than 4 GiB`)
            entry.crc = crc32(bytes, entry.crc)
            if (!deflate.write(bytes)) await Promise.race([once(deflate, 'drain'), passedOn])
          },
        })
        deflate.end()
      } catch (error) {
        deflate.destroy()
        // After the rejection of `add`, nothing is written to `out` any more.
        await passedOn.catch(() => {})
        throw error
      }
      await passedOn
      entry.ondata?.(null, new Uint8Array(0), true)
      await flush()
    },

    async close() {
      archive.end()
      await flush()
    },
  }
}
