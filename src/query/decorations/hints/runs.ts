import { tokens } from '../../../filter/words/tokens.ts'
import type { HintType } from '../../../schema/event/hint.ts'

/**
 * Finds hints of a type. A run is a match of `pattern` that is not part of a longer word, without the
 * punctuation (`edges`) at both ends. Each run that `accepts` returns true for is a hint.
 */
export function runSpans(
  type: HintType,
  text: string,
  { pattern, edges, accepts }: { pattern: RegExp; edges: string; accepts: (run: string) => boolean },
): Span[] {
  const spans: Span[] = []
  for (const { 0: matched, index } of text.matchAll(pattern)) {
    let start = index
    let end = index + matched.length
    if (joinsBefore(text, start) || joinsAfter(text, end)) continue
    while (start < end && edges.includes(text.charAt(start))) start++
    while (end > start && edges.includes(text.charAt(end - 1))) end--
    if (accepts(text.slice(start, end))) spans.push({ type, start, end })
  }
  return spans
}

const asciiWord = /[0-9A-Za-z]/

/**
 * Whether a word that begins at `at` would continue the word before it: then no hint may begin there.
 * Words end where they end for the message search, so that a search for the hint finds the event.
 */
export function joinsBefore(text: string, at: number): boolean {
  if (at === 0) return false
  const unit = text.charCodeAt(at - 1)
  if (unit < 0x80) return asciiWord.test(text.charAt(at - 1))
  // A low surrogate is the second unit of its character.
  const from = unit >= 0xdc00 && unit <= 0xdfff ? Math.max(0, at - 2) : at - 1
  return tokens(`${text.slice(from, at)}a`).at(-1) !== 'a'
}

/** Whether a word that ends at `at` would continue in the word after it: then no hint may end there. */
export function joinsAfter(text: string, at: number): boolean {
  const code = text.codePointAt(at)
  if (code === undefined) return false
  if (code < 0x80) return asciiWord.test(text.charAt(at))
  return tokens(`a${String.fromCodePoint(code)}`)[0] !== 'a'
}

/** Position of a hint in a text: UTF-16 units, `end` exclusive. */
export interface Span {
  type: HintType
  start: number
  end: number
}
