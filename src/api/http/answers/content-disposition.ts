/** Maximum UTF-8 bytes of a file name without its extension. File systems allow 255 with it. */
const maxNameBytes = 230
/** Characters that some file systems forbid, and characters that reverse or hide text. */
const forbiddenInNames = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}"*/:<>?\\|]+/gu
/** Characters that encodeURIComponent does not encode although RFC 5987 (attr-char) forbids them. */
const leftByEncodeUri = /['()*]/g

/**
 * The requested file name with this extension, without characters that a file system forbids and not too long
 * for any. undefined if no valid character is left.
 */
export function downloadName(requestedName: string, extension: string): string | undefined {
  const ending = `.${extension}`
  const stem = requestedName.toLowerCase().endsWith(ending)
    ? requestedName.slice(0, -ending.length)
    : requestedName
  const plain = stem
    .replace(forbiddenInNames, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  const name = firstBytes(plain, maxNameBytes).replace(/[. ]+$/, '')
  return name === '' ? undefined : name + ending
}

/** The first characters of a text, of at most this many UTF-8 bytes. */
function firstBytes(text: string, maxBytes: number): string {
  let bytes = 0
  let length = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    length += character.length
  }
  return text.slice(0, length)
}

/** Content-Disposition of a download with this name (RFC 6266, RFC 5987). */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]+/g, '_').replace(/["\\%]/g, '_')
  const plain = `attachment; filename="${ascii}"`
  if (ascii === name) return plain
  const encoded = encodeURIComponent(name.toWellFormed()).replace(leftByEncodeUri, percentEncode)
  return `${plain}; filename*=UTF-8''${encoded}`
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
