import { placeholders } from '../../schema/template.ts'
import { fold } from '../tokens.ts'

/**
 * How much a template tells: 0, nothing for sure (there is none, or its text is not plain ASCII, where the case of letters and the
 * scripts make patterns dear); 1, of words without digits; 2, of parts of words, too.
 */
export function templateCertainty(template: string): 0 | 1 | 2 {
  if (template === '' || /[^\u0000-\u007f]/.test(template)) return 0
  return template.includes(placeholders.mixed) ? 1 : 2
}

const anyPlaceholder = /[\u0011-\u0013]/
const token = /[[\p{L}\p{N}\u0011-\u0013]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]]+|[\p{L}\p{N}]/gv

/** True when the text stands for more than itself. */
export function hasPlaceholder(template: string): boolean {
  return anyPlaceholder.test(template)
}

const maxCachedTemplates = 8_192
const tokenCache = new Map<string, readonly string[]>()
/** A filter of a thousand parts asks about one template a thousand times in a row. */
let lastTokens: { template: string; tokens: readonly string[] } = { template: '', tokens: [] }

/** The tokens of all messages of a template, folded, with their placeholders. Remembered: each question asks about the same templates. */
export function templateTokens(template: string): readonly string[] {
  if (template === lastTokens.template) return lastTokens.tokens
  let tokens = tokenCache.get(template)
  if (tokens === undefined) {
    tokens = fold(template).match(token) ?? []
    if (tokenCache.size >= maxCachedTemplates) tokenCache.clear()
    tokenCache.set(template, tokens)
  }
  lastTokens = { template, tokens }
  return tokens
}

/**
 * False when no message of the template can contain the literal: some of its text that never becomes a placeholder is missing.
 * With `folded` both are compared in lower case.
 */
export function mayContain(template: string, literal: string, folded: boolean): boolean {
  if (template.includes(placeholders.mixed)) return true
  // Case has other pairs there than fold() knows: sigma, the long s.
  if (folded && /[^\u0000-\u007f]/.test(template)) return true
  const text = folded ? fold(template) : template
  return requiredPieces(folded ? fold(literal) : literal).every(piece => text.includes(piece))
}

/**
 * The pieces of a literal that stand in the template of each message with the literal, as long as that has no `mixed`: runs with a
 * letter that is no hexadecimal digit, with digits replaced, and what stands between these.
 */
export function requiredPieces(literal: string): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const part of literal.match(/[0-9A-Za-z]+|[^0-9A-Za-z]+/g) ?? []) {
    const isKept = !/^[0-9A-Fa-f]+$/.test(part)
    if (isKept) piece += part.replace(/[0-9]+/g, placeholders.digits)
    else {
      pieces.push(piece)
      piece = ''
    }
  }
  return [...pieces, piece].filter(text => text !== '')
}
