import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { errorReason } from '../command/error-message.ts'

const chunkBytes = 65_536
const maxLineBytes = 1_048_576
const LF = 10
const CR = 13

/** Consecutive lines of one file, without line ends. */
export interface Lines {
  file: string
  /** Number of the first line, from 1. */
  number: number
  lines: Buffer[]
}

/**
 * Reads the lines of files in order, as many at once as a read returns; unpacks `.gz` and `.zst`; `-` is standard input. Empty
 * lines are empty buffers. Throws an Error with the name of the file, and the line if it is too long.
 */
export async function* linesOf(files: readonly string[]): AsyncGenerator<Lines> {
  for (const file of files) {
    try {
      yield* linesOfOne(file)
    } catch (error) {
      throw new Error(`${file}: ${errorReason(error)}`)
    }
  }
}

async function* linesOfOne(file: string): AsyncGenerator<Lines> {
  let rest: Buffer = Buffer.alloc(0)
  let number = 1
  for await (const chunk of open(file)) {
    // A stream without an encoding yields buffers.
    const bytes = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer])
    const lines: Buffer[] = []
    const first = number
    let start = 0
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      lines.push(bytes.subarray(start, endOfLine(bytes, start, end)))
      start = end + 1
      number++
    }
    rest = bytes.subarray(start)
    if (rest.length > maxLineBytes) throw new Error(`line ${number} is longer than ${maxLineBytes} bytes`)
    if (lines.length > 0) yield { file, number: first, lines }
  }
  if (rest.length > 0) yield { file, number, lines: [rest.subarray(0, endOfLine(rest, 0, rest.length))] }
}

function endOfLine(bytes: Buffer, start: number, end: number): number {
  return end > start && bytes[end - 1] === CR ? end - 1 : end
}

function open(file: string): Readable {
  const source = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: chunkBytes })
  const unpack = file.endsWith('.gz')
    ? createGunzip()
    : file.endsWith('.zst')
      ? createZstdDecompress()
      : undefined
  if (unpack === undefined) return source
  source.once('error', (error: Error) => unpack.destroy(error))
  return source.pipe(unpack)
}
