import { LRUCache } from 'lru-cache'
import { placeholders } from '../../schema/event/template.ts'
import { tokenPattern } from '../words/solo-characters.ts'
import { fold } from '../words/tokens.ts'

/**
 * Which searches a template decides for all of its messages. 0: none, because there is no template or it is
 * not plain ASCII. 1: searches for words without digits, since a `mixed` placeholder may stand for letters
 * beside digits. 2: also searches for parts of words.
 */
export function templateCertainty(template: string): 0 | 1 | 2 {
  if (template === '' || /[^\u0000-\u007f]/.test(template)) return 0
  return template.includes(placeholders.mixed) ? 1 : 2
}

const anyPlaceholder = /[\u0011-\u0013]/
const token = tokenPattern('\\u0011-\\u0013')

/** Whether a text has a placeholder, so that several messages share it. */
export function hasPlaceholder(template: string): boolean {
  return anyPlaceholder.test(template)
}

/** Cached, since every filter asks about the same templates. */
const tokenCache = new LRUCache<string, readonly string[]>({
  max: 8_192,
  memoMethod: template => fold(template).match(token) ?? [],
})
/** The last template: a filter of a thousand parts tests the same one a thousand times in a row. */
let last: { template: string; tokens: readonly string[] } = { template: '', tokens: [] }

/** The folded tokens that all messages of a template have, with placeholders in them. */
export function templateTokens(template: string): readonly string[] {
  if (template !== last.template) last = { template, tokens: tokenCache.memo(template) }
  return last.tokens
}

/** Facts about the last template, for filters that look for many texts in it one after the other. */
let lastFacts = { template: '', folded: '', hasMixed: false, isAscii: true }

function factsOf(template: string): typeof lastFacts {
  if (template !== lastFacts.template) {
    const hasMixed = template.includes(placeholders.mixed)
    lastFacts = { template, folded: fold(template), hasMixed, isAscii: !/[^\u0000-\u007f]/.test(template) }
  }
  return lastFacts
}

/**
 * Compiles a test of templates. False: no message of the template contains the literal. True: some may. It
 * looks for the parts of the literal that no placeholder replaces.
 */
export function compileContainment(literal: string, ignoreCase: boolean): (template: string) => boolean {
  const pieces = requiredPieces(ignoreCase ? fold(literal) : literal)
  return template => {
    const { folded, hasMixed, isAscii } = factsOf(template)
    // Beyond ASCII, regular expressions fold more letters than fold() does: sigma, the long s.
    if (hasMixed || (ignoreCase && !isAscii)) return true
    const text = ignoreCase ? folded : template
    return pieces.every(piece => text.includes(piece))
  }
}

/**
 * The parts of a literal that a template contains if one of its messages contains the literal: runs of ASCII
 * letters and digits with a letter beyond a-f (digits replaced by the placeholder), and the text between
 * runs. Not valid for templates with a `mixed` placeholder.
 */
function requiredPieces(literal: string): string[] {
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
