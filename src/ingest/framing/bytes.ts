// Bytes that begin and end frames, and readers of them.

export const NUL = 0
export const LF = 0x0a
export const CR = 0x0d
export const SPACE = 0x20
export const LESS = 0x3c
export const GREATER = 0x3e

/** The end of a frame without trailing NUL, CR and LF bytes, which senders add as delimiters or padding. */
export function trimmedEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = end
  while (at > start) {
    const last = bytes[at - 1]
    if (last !== LF && last !== CR && last !== NUL) break
    at--
  }
  return at
}

/** Whether a frame consists of delimiters only: its bytes are counted, but it is no event. */
export function isEmptyFrame(bytes: Uint8Array, start: number, end: number): boolean {
  return trimmedEnd(bytes, start, end) === start
}

/** Position of the first `byte` at or after `from`; the end of the chunk for none. */
export function positionOf(chunk: Buffer, byte: number, from: number): number {
  const at = chunk.indexOf(byte, from)
  return at === -1 ? chunk.length : at
}
