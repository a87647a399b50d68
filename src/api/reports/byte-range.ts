/** A part of a file: first and last byte, both inclusive. */
export interface ByteRange {
  from: number
  to: number
}

/**
 * The one range that a Range header asks for (RFC 9110, 14.1.2). undefined: the whole file is the answer, since there is no
 * header, it is not of bytes, cannot be read, or asks for several parts. null: the file has no such part.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | undefined | null {
  const [, first, last] = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? null : { from: size - length, to: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return undefined
  return from >= size ? null : { from, to }
}
