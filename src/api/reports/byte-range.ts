/** A range of bytes, both ends inclusive. */
export interface ByteRange {
  from: number
  to: number
}

/**
 * Parses a Range header (RFC 9110, 14.1.2). undefined: answer the whole file, since the header is missing,
 * invalid, in another unit or has several ranges. null: the range is not satisfiable.
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
