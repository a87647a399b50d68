const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  "'": "'",
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** Replaces the escapes in a quoted value; undefined if one is invalid. */
export function unquoteLogfmt(raw: string): string | undefined {
  let text = ''
  for (let at = 0; at < raw.length; ) {
    const next = raw.indexOf('\\', at)
    if (next === -1) return text + raw.slice(at)
    text += raw.slice(at, next)
    const kind = raw.charAt(next + 1)
    if (kind !== 'u') {
      const plain = escapes[kind]
      if (plain === undefined) return undefined
      text += plain
      at = next + 2
      continue
    }
    const unit = unitAt(raw, next)
    if (unit === undefined) return undefined
    const low = unit >= 0xd800 && unit < 0xdc00 ? unitAt(raw, next + 6) : undefined
    const isPair = low !== undefined && low >= 0xdc00 && low <= 0xdfff
    if (isPair) text += String.fromCharCode(unit, low)
    else text += unit >= 0xd800 && unit <= 0xdfff ? '\ufffd' : String.fromCharCode(unit)
    at = next + (isPair ? 12 : 6)
  }
  return text
}

/** The code of `\uXXXX` at an index. */
function unitAt(raw: string, at: number): number | undefined {
  const [, digits] = /^\\u([0-9A-Fa-f]{4})/.exec(raw.slice(at, at + 6)) ?? []
  return digits === undefined ? undefined : Number.parseInt(digits, 16)
}
