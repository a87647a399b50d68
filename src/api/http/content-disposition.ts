/** Code points of a name before its extension. */
const maxNameLength = 150
/** Characters that one or the other system does not have in names of files, and what text is turned around or hidden with. */
const forbiddenInNames = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}"*/:<>?\\|]+/gu
/** attr-char of RFC 5987; encodeURIComponent leaves these others alone. */
const leftByEncodeUri = /['()*]/g

/**
 * A name that a caller wishes for a file, as every system takes it, with this extension. undefined when nothing is left of
 * it.
 */
export function downloadName(requestedName: string, extension: string): string | undefined {
  const ending = `.${extension}`
  const named = requestedName.toLowerCase().endsWith(ending)
    ? requestedName.slice(0, -ending.length)
    : requestedName
  const plain = named
    .replace(forbiddenInNames, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  const name = [...plain]
    .slice(0, maxNameLength)
    .join('')
    .replace(/[. ]+$/, '')
  return name === '' ? undefined : name + ending
}

/** Content-Disposition of a file to be kept under this name, for readers old and new (RFC 6266, RFC 5987). */
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
