import { isUtf8 } from 'node:buffer'

const quote = 0x22
const backslash = 0x5c
const objectStart = 0x7b
const objectEnd = 0x7d
const listStart = 0x5b
const listEnd = 0x5d

/** Maximum bytes of an object; events of the service are shorter. */
const maxObjectBytes = 64 * 1024 * 1024

/**
 * The objects of the first list in a JSON text, one by one as they arrive, for exports of any length. Throws
 * an Error if the text ends within the list, or has an object that is too large or not UTF-8.
 */
export async function* objectsOfList(chunks: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  let isInList = false
  /** Depth of nested objects; 0 between the objects of the list. */
  let depth = 0
  let isInText = false
  let isEscaped = false
  /** The parts of the current object that previous chunks contained. */
  let parts: Uint8Array[] = []
  let partBytes = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      if (isEscaped) isEscaped = false
      else if (isInText) {
        if (byte === backslash) isEscaped = true
        else if (byte === quote) isInText = false
      } else if (byte === quote) isInText = true
      else if (!isInList) isInList = byte === listStart
      else if (byte === objectStart) {
        if (depth++ === 0) from = at
      } else if (byte === objectEnd && --depth === 0) {
        yield textOf([...parts, chunk.subarray(from, at + 1)])
        parts = []
        partBytes = 0
      } else if (byte === listEnd && depth === 0) return
    }
    if (depth === 0) continue
    parts.push(chunk.subarray(from))
    partBytes += chunk.length - from
    if (partBytes > maxObjectBytes)
      throw new Error('The export of the service has an object larger than 64 MiB.')
  }
  throw new Error('The export of the service ended too soon.')
}

function textOf(parts: readonly Uint8Array[]): string {
  const bytes = Buffer.concat(parts)
  if (!isUtf8(bytes)) throw new Error('The export of the service is not UTF-8.')
  return bytes.toString('utf8')
}
