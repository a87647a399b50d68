import { LogqlError } from './logql-error.ts'

/** Escapes of one character in texts in quotation marks, as in Go. */
const escapes: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
}
const coded = /x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[0-7]{3}/y

/**
 * The text that begins at `start` with a quotation mark or a backquote, and the index after its end. Throws a
 * LogqlError.
 */
export function readString(text: string, start: number): { value: string; end: number } {
  const quote = text.charAt(start)
  if (quote === '`') {
    const end = text.indexOf('`', start + 1)
    if (end === -1) throw unterminated(text, start)
    return { value: text.slice(start + 1, end), end: end + 1 }
  }
  let value = ''
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '"') return { value, end: at + 1 }
    if (character === '\n') break
    if (character !== '\\') {
      value += character
      continue
    }
    const simple = escapes[text.charAt(at + 1)]
    if (simple !== undefined) {
      value += simple
      at++
      continue
    }
    coded.lastIndex = at + 1
    const [found = ''] = coded.exec(text) ?? []
    value += characterOf(found) ?? refuseEscape(text, at)
    at += found.length
  }
  throw unterminated(text, start)
}

/**
 * undefined when the code is not a character: half of a surrogate pair, or a byte above 127, which is part of
 * one.
 */
function characterOf(code: string): string | undefined {
  const isByte = code.startsWith('x') || /^\d/.test(code)
  const number = Number.parseInt(code.replace(/^[xuU]/, ''), /^\d/.test(code) ? 8 : 16)
  if (Number.isNaN(number) || number > (isByte ? 0x7f : 0x10ffff)) return undefined
  return number >= 0xd800 && number <= 0xdfff ? undefined : String.fromCodePoint(number)
}

function refuseEscape(text: string, at: number): never {
  throw new LogqlError('invalid char escape; in a regular expression write \\\\ or use backquotes', text, at)
}

function unterminated(text: string, at: number): LogqlError {
  return new LogqlError('literal not terminated', text, at)
}
