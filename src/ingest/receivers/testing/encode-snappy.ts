const minCopyLength = 4
const maxCopyLength = 64

/** A snappy block with literals and copies of all three kinds, found by plain search. Slow. */
export function encodeSnappy(input: Buffer): Buffer {
  const parts: Buffer[] = [varint(input.length)]
  let literal = 0
  for (let at = 0; at < input.length; ) {
    const { offset, length } = longestMatch(input, at)
    if (length < minCopyLength) {
      at++
      continue
    }
    if (at > literal) parts.push(literalOf(input.subarray(literal, at)))
    parts.push(copyOf(offset, length))
    at += length
    literal = at
  }
  if (literal < input.length) parts.push(literalOf(input.subarray(literal)))
  return Buffer.concat(parts)
}

function longestMatch(input: Buffer, at: number): { offset: number; length: number } {
  let best = { offset: 0, length: 0 }
  for (let offset = 1; offset <= at; offset++) {
    let length = 0
    while (
      length < maxCopyLength &&
      at + length < input.length &&
      input[at + length] === input[at + length - offset]
    )
      length++
    if (length > best.length) best = { offset, length }
  }
  return best
}

function literalOf(bytes: Buffer): Buffer {
  const size = bytes.length - 1
  if (size < 60) return Buffer.concat([Buffer.from([size << 2]), bytes])
  if (size < 256) return Buffer.concat([Buffer.from([60 << 2, size]), bytes])
  return Buffer.concat([Buffer.from([61 << 2, size & 255, size >> 8]), bytes])
}

/** The shortest kind possible for the copy; for long offsets sometimes the longest. */
function copyOf(offset: number, length: number): Buffer {
  if (length <= 11 && offset < 2_048) {
    return Buffer.from([((offset >> 8) << 5) | ((length - 4) << 2) | 1, offset & 255])
  }
  if (offset % 2 === 0) return Buffer.from([((length - 1) << 2) | 2, offset & 255, offset >> 8])
  return Buffer.from([((length - 1) << 2) | 3, offset & 255, offset >> 8, 0, 0])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let left = value
  for (; left > 0x7f; left >>>= 7) bytes.push((left & 0x7f) | 0x80)
  return Buffer.from([...bytes, left])
}
