import type { BodyText } from './body-text.ts'
import { skipSpace } from './measure-json.ts'

/** Yields the lines of a body, without LF or CR LF. Skips lines of white space. */
export function* splitLines(body: BodyText): Iterable<string> {
  const { text } = body
  for (let at = 0; at < text.length; ) {
    // Skips all empty lines at once: a body may have millions.
    const first = skipSpace(text, at)
    if (first === text.length) return
    const start = Math.max(at, text.lastIndexOf('\n', first) + 1)
    const newline = text.indexOf('\n', first)
    const end = newline === -1 ? text.length : newline
    yield body.slice(start, text.charCodeAt(end - 1) === 0x0d ? end - 1 : end)
    at = end + 1
  }
}
