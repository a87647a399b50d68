import { tokens } from '../../../filter/words/tokens.ts'
import type { HintType } from '../../../schema/event/hint.ts'

/**
 * Matches of a pattern that are not part of a longer word and that `accepts` takes, without the `edges`
 * (punctuation) at both ends.
 */
export function runSpans(
  type: HintType,
  text: string,
  { pattern, edges, accepts }: { pattern: RegExp; edges: string; accepts: (run: string) => boolean },
): Span[] {
  const spans: Span[] = []
  for (const { 0: whole, index } of text.matchAll(pattern)) {
    let start = index
    let end = index + whole.length
    if (joinsBefore(text, start) || joinsAfter(text, end)) continue
    while (start < end && edges.includes(text.charAt(start))) start++
    while (end > start && edges.includes(text.charAt(end - 1))) end--
    if (accepts(text.slice(start, end))) spans.push({ type, start, end })
  }
  return spans
}

const asciiWord = /[0-9A-Za-z]/

/**
 * Whether a letter or digit at `at` belongs to the same word as the character before it; then no hint begins
 * there. Words are defined as in the message search, so that a search for a hint finds it.
 */
export function joinsBefore(text: string, at: number): boolean {
  if (at === 0) return false
  const unit = text.charCodeAt(at - 1)
  if (unit < 0x80) return asciiWord.test(text.charAt(at - 1))
  // After a low surrogate: the character begins one unit earlier.
  const from = unit >= 0xdc00 && unit <= 0xdfff ? Math.max(0, at - 2) : at - 1
  return tokens(`${text.slice(from, at)}a`).at(-1) !== 'a'
}

/** The same for a letter or digit before `at` and the character there: then no hint ends there. */
export function joinsAfter(text: string, at: number): boolean {
  const code = text.codePointAt(at)
  if (code === undefined) return false
  if (code < 0x80) return asciiWord.test(text.charAt(at))
  return tokens(`a${String.fromCodePoint(code)}`)[0] !== 'a'
}

/** An address or name in a text, in UTF-16 units, `end` exclusive. */
export interface Span {
  type: HintType
  start: number
  end: number
}
