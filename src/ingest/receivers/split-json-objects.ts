const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/**
 * Cuts bytes that hold JSON objects one behind the other, with white space or commas between them or with nothing, or one
 * list of objects: answers each object's text. The last one may be cut short, and what stands between objects and is
 * none is answered as a text of its own up to its line's end: the reader finds it out. Never fails.
 */
export function* splitJsonObjects(bytes: Buffer): Iterable<string> {
  let at = skipSpace(bytes, 0)
  let end = bytes.length
  if (bytes[at] === openBracket) {
    at++
    const last = lastByte(bytes)
    if (bytes[last] === closeBracket) end = last
  }
  for (;;) {
    at = skipSpace(bytes, at)
    if (at >= end) return
    const stop = bytes[at] === openBrace ? endOfObject(bytes, at, end) : endOfLine(bytes, at, end)
    yield bytes.toString('utf8', at, stop)
    at = stop
  }
}

function endOfObject(bytes: Buffer, from: number, end: number): number {
  let depth = 0
  let at = from
  while (at < end) {
    const byte = bytes[at++]
    if (byte === quote) at = endOfString(bytes, at, end)
    else if (byte === openBrace || byte === openBracket) depth++
    else if (byte === closeBrace || byte === closeBracket) {
      if (--depth === 0) return at
    }
  }
  return end
}

/** Behind the closing quote of a string whose content begins at `from`. */
function endOfString(bytes: Buffer, from: number, end: number): number {
  for (let at = from; ; ) {
    const close = bytes.indexOf(quote, at)
    if (close === -1 || close >= end) return end
    let slashes = 0
    while (close - 1 - slashes >= from && bytes[close - 1 - slashes] === backslash) slashes++
    if (slashes % 2 === 0) return close + 1
    at = close + 1
  }
}

function endOfLine(bytes: Buffer, from: number, end: number): number {
  const newline = bytes.indexOf(0x0a, from)
  return newline === -1 || newline > end ? end : newline
}

/** White space and commas. */
function skipSpace(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    const byte = bytes[at]
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09 && byte !== 0x2c) return at
    at++
  }
}

function lastByte(bytes: Buffer): number {
  let at = bytes.length - 1
  while (at > 0 && (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09))
    at--
  return at
}
