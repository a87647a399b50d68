import type { TokenPattern } from '../predicate/predicate.ts'
import { fold, foldedTokens } from '../words/tokens.ts'
import { matchesWildcard } from '../words/wildcard.ts'

/** A message that is tested for many phrases: folded at once, split into tokens when a phrase needs it. */
export class PhraseText {
  readonly folded: string
  #tokens: readonly string[] | undefined

  constructor(message: string) {
    this.folded = fold(message)
  }

  get tokens(): readonly string[] {
    this.#tokens ??= foldedTokens(this.folded)
    return this.#tokens
  }
}

/** A token whose end only these characters decide. */
const asciiToken = /^[0-9a-z]+$/

/** Compiles a test whether consecutive tokens match these patterns. */
export function compilePhrase(patterns: readonly TokenPattern[]): (text: PhraseText) => boolean {
  const hasPhrase = ({ tokens }: PhraseText): boolean => {
    const last = tokens.length - patterns.length
    for (let start = 0; start <= last; start++) {
      if (patterns.every((pattern, i) => matchesToken(pattern, tokens[start + i] ?? ''))) return true
    }
    return false
  }
  if (!patterns.every(({ text, wild }) => !wild && asciiToken.test(text))) return hasPhrase
  const words = patterns.map(({ text }) => text)
  return text => findWords(text.folded, words) ?? hasPhrase(text)
}

function matchesToken(pattern: TokenPattern, token: string): boolean {
  return pattern.wild ? matchesWildcard(pattern.text, token) : pattern.text === token
}

/**
 * Whether these tokens follow each other in a folded text. undefined: a character beyond ASCII next to one of
 * them decides.
 */
function findWords(text: string, words: readonly string[]): boolean | undefined {
  const first = words[0] ?? ''
  for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + 1)) {
    const before = kindAt(text, at - 1)
    if (before === beyondAscii) return undefined
    if (before === inToken) continue
    const found = followAt(text, words, at)
    if (found !== false) return found
  }
  return false
}

/** Whether the tokens follow each other from `at` on, where the first is known to begin. */
function followAt(text: string, words: readonly string[], at: number): boolean | undefined {
  let end = at + (words[0] ?? '').length
  for (let i = 1; i < words.length; i++) {
    const word = words[i] ?? ''
    const gap = end
    let kind = kindAt(text, end)
    while (kind === separator && end < text.length) kind = kindAt(text, ++end)
    if (kind === beyondAscii) return undefined
    if (end === gap || !text.startsWith(word, end)) return false
    end += word.length
  }
  const after = kindAt(text, end)
  return after === beyondAscii ? undefined : after === separator
}

const separator = 0
const inToken = 1
const beyondAscii = 2

/**
 * The kind of the unit at this place of a folded text; the places before and after the text are separators.
 */
function kindAt(text: string, at: number): 0 | 1 | 2 {
  if (at < 0 || at >= text.length) return separator
  const unit = text.charCodeAt(at)
  if (unit >= 0x80) return beyondAscii
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) ? inToken : separator
}
