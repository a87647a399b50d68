/**
 * The end of a frame without its trailing NUL, CR and LF bytes, which senders add as delimiters or padding.
 */
export function trimmedEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = end
  while (at > start) {
    const last = bytes[at - 1]
    if (last !== 0x0a && last !== 0x0d && last !== 0) break
    at--
  }
  return at
}

/** A frame of delimiters only is not a message: receivers count it and do not parse it. */
export function isEmptyFrame(bytes: Uint8Array, start: number, end: number): boolean {
  return trimmedEnd(bytes, start, end) === start
}

/** Position of the first such byte at or after `from`, else the end of the chunk. */
export function positionOf(chunk: Buffer, byte: number, from: number): number {
  const at = chunk.indexOf(byte, from)
  return at === -1 ? chunk.length : at
}
