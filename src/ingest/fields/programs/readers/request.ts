import type { FieldsDraft } from '../patterns/fields-draft.ts'
import { convert } from './conversion.ts'
import { findClosingQuote } from './pair-cursor.ts'

/** Maximum length of a method. */
const maxMethodLength = 20
/** Maximum length of the scheme of an address, such as https. */
const maxSchemeLength = 8

/**
 * Adds method and path of a request line, `GET /a?b=1 HTTP/1.1`. Adds nothing for other texts, which
 * scanners send.
 */
export function addRequest(line: string, draft: FieldsDraft): void {
  const space = line.indexOf(' ')
  if (space <= 0 || space > maxMethodLength || !isMethod(line, space)) return
  const end = line.lastIndexOf(' ')
  // HTTP/0.9 has no protocol.
  const target =
    end > space && line.startsWith('HTTP/', end + 1) ? line.slice(space + 1, end) : line.slice(space + 1)
  draft.add('http.request.method', line.slice(0, space))
  addTarget(target, draft)
}

/** Adds the target of a request: a path; or an absolute address, whose host is added too. */
export function addTarget(target: string, draft: FieldsDraft): void {
  const schemeEnd = target.startsWith('/') ? -1 : target.indexOf('://')
  if (schemeEnd === -1 || schemeEnd > maxSchemeLength) {
    if (target.startsWith('/') || target === '*') draft.add('url.path', convert(target, 'path'))
    // A request CONNECT has host:port as its target.
    else draft.add('url.domain', hostOf(target))
    return
  }
  const hostStart = schemeEnd + 3
  const slash = target.indexOf('/', hostStart)
  const hostEnd = slash === -1 ? target.length : slash
  draft.add('url.domain', hostOf(target.slice(hostStart, hostEnd)))
  draft.add('url.path', slash === -1 ? '/' : convert(target.slice(slash), 'path'))
}

/** The host of `host:port`. */
export function hostOf(authority: string): string {
  const colon = authority.lastIndexOf(':')
  return colon === -1 || authority.endsWith(']') ? authority : authority.slice(0, colon)
}

/** Methods have capital letters; some of WebDAV also hyphens. */
function isMethod(text: string, end: number): boolean {
  if (text.charCodeAt(0) === 0x2d) return false
  for (let at = 0; at < end; at++) {
    const unit = text.charCodeAt(at)
    if ((unit < 0x41 || unit > 0x5a) && unit !== 0x2d) return false
  }
  return true
}

/** A text in double quotes. */
export interface Quoted {
  text: string
  /** The position after the closing quote. */
  end: number
}

/** The text in quotes that begin at `at`; undefined for none. Escapes stay as they are. */
export function quotedAt(text: string, at: number): Quoted | undefined {
  if (text.charCodeAt(at) !== 0x22) return undefined
  const close = findClosingQuote(text, at + 1)
  return close === -1 ? undefined : { text: text.slice(at + 1, close), end: close + 1 }
}
