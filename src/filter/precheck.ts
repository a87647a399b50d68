import type { Predicate, TokenPattern } from './predicate.ts'
import { tokens } from './tokens.ts'

const ascii = /^[\u0000-\u007f]*$/

/**
 * Compiles a cheap test that never excludes a matching message: a word that is no substring of the message is no token of it.
 * Finding that out costs a tenth of splitting the message into tokens.
 */
export function precheck(predicate: Predicate): (message: string) => boolean {
  const look = compilePrecheck(predicate)
  if (look === undefined) return () => true
  // toLowerCase() does not fold all other scripts as fold() does: such messages pass.
  return message => !ascii.test(message) || look(message.toLowerCase())
}

/** Tests a message in lower case; undefined if nothing can be tested. */
function compilePrecheck(predicate: Predicate): ((lower: string) => boolean) | undefined {
  switch (predicate.kind) {
    case 'all': {
      const looks = predicate.of.flatMap(part => compilePrecheck(part) ?? [])
      return looks.length === 0 ? undefined : lower => looks.every(look => look(lower))
    }
    case 'some': {
      const looks = predicate.of.map(compilePrecheck)
      const known = looks.filter(look => look !== undefined)
      return known.length < looks.length ? undefined : lower => known.some(look => look(lower))
    }
    case 'phrase': {
      const words = predicate.tokens.flatMap(requiredWord)
      return words.length === 0 ? undefined : lower => words.every(word => lower.includes(word))
    }
    default:
      return undefined
  }
}

/** The text of a pattern that matches only itself. */
function requiredWord({ text, wild }: TokenPattern): string[] {
  return !wild && tokens(text)[0] === text ? [text] : []
}
