/**
 * Decodes a raw block of Snappy (github.com/google/snappy, format_description.txt). Undefined if the block is
 * invalid. 'tooLarge' if its header claims more than `limit` bytes; then nothing is allocated.
 */
export function decodeSnappy(block: Uint8Array, limit: number): Buffer | 'tooLarge' | undefined {
  let at = 0
  let length = 0
  // The length: a varint of at most 5 bytes.
  for (let factor = 1; ; factor *= 128) {
    const byte = block[at++]
    if (byte === undefined || at > 5) return undefined
    length += (byte & 0x7f) * factor
    if (byte < 0x80) break
  }
  if (length > limit) return 'tooLarge'
  // A copy element of 3 bytes expands to at most 64 bytes, a factor of less than 22.
  if (length > block.length * 22) return undefined
  const output = Buffer.allocUnsafe(length)
  let written = 0
  while (at < block.length) {
    const tag = block[at++] ?? 0
    // A literal: bytes to copy from the block. Sizes above 60 are in the 1 to 4 bytes after the tag.
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
    // A copy of earlier output. Its element type (1, 2, 3) says that the offset has 1, 2 or 4 bytes; with
    // type 1, the tag has three more bits of the offset.
    const type = tag & 3
    const offsetBytes = type === 3 ? 4 : type
    if (at + offsetBytes > block.length) return undefined
    const size = type === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1
    const offset = type === 1 ? ((tag >> 5) << 8) | (block[at] ?? 0) : littleEndian(block, at, offsetBytes)
    at += offsetBytes
    if (offset === 0 || offset > written || size > length - written) return undefined
    if (offset >= size) output.copyWithin(written, written - offset, written - offset + size)
    // An overlapping copy repeats the bytes that it has just written.
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
