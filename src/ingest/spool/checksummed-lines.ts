import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { hasErrorCode } from '../../schema/error-code.ts'

/** Encodes an object as a line with its crc32. Begins with a line break, to end a line that was cut. */
export function encodeLine(value: object): string {
  const text = JSON.stringify(value)
  return `\n${crc32(text).toString(16)} ${text}\n`
}

/** Reads the lines that `encodeLine` wrote. Skips incomplete lines. A missing file has no lines. */
export function readLines<Line extends object>(path: string): { lines: Line[]; bytes: number } {
  const content = readIfPresent(path)
  const lines = content.split('\n').flatMap(line => {
    const space = line.indexOf(' ')
    const text = line.slice(space + 1)
    const isWhole = space !== -1 && crc32(text).toString(16) === line.slice(0, space)
    // The checksum is right, so `encodeLine` wrote this line.
    return isWhole ? [JSON.parse(text) as Line] : []
  })
  return { lines, bytes: Buffer.byteLength(content) }
}

function readIfPresent(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return ''
    throw error
  }
}
