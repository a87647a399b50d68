/**
 * Decodes the raw block format of Snappy (github.com/google/snappy, format_description.txt). Returns
 * 'tooLarge', without allocating, when the block claims more than `limit` bytes; undefined when it is
 * invalid.
 */
export function decodeSnappy(block: Uint8Array, limit: number): Buffer | 'tooLarge' | undefined {
  let at = 0
  let length = 0
  for (let factor = 1; ; factor *= 128) {
    const byte = block[at++]
    if (byte === undefined || at > 5) return undefined
    length += (byte & 0x7f) * factor
    if (byte < 0x80) break
  }
  if (length > limit) return 'tooLarge'
  // An element makes at most 64 bytes of 3.
  if (length > block.length * 22) return undefined
  const output = Buffer.allocUnsafe(length)
  let written = 0
  while (at < block.length) {
    const tag = block[at++] ?? 0
    if ((tag & 3) === 0) {
      let size = tag >> 2
      if (size >= 60) {
        const bytes = size - 59
        if (at + bytes > block.length) return undefined
        size = littleEndian(block, at, bytes)
        at += bytes
      }
      size++
      if (size > block.length - at || size > length - written) return undefined
      output.set(block.subarray(at, at + size), written)
      at += size
      written += size
      continue
    }
    const kind = tag & 3
    const extra = kind === 3 ? 4 : kind
    if (at + extra > block.length) return undefined
    const size = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1
    const offset = kind === 1 ? ((tag >> 5) << 8) | (block[at] ?? 0) : littleEndian(block, at, extra)
    at += extra
    if (offset === 0 || offset > written || size > length - written) return undefined
    if (offset >= size) output.copyWithin(written, written - offset, written - offset + size)
    else for (let i = 0; i < size; i++) output[written + i] = output[written + i - offset] ?? 0
    written += size
  }
  return written === length ? output : undefined
}

function littleEndian(bytes: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let i = count - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0)
  return value
}
