import type { Predicate, TokenPattern } from './predicate.ts'
import { tokens } from './tokens.ts'

const ascii = /^[\u0000-\u007f]*$/

/**
 * Whether a message may fit, at a glance: false is certain. Words that are not even part of the message are no tokens of it, and
 * finding that out costs a tenth of taking it apart.
 */
export function precheck(predicate: Predicate): (message: string) => boolean {
  const look = compilePrecheck(predicate)
  if (look === undefined) return () => true
  // Other scripts have more pairs of cases than one: those are taken apart.
  return message => !ascii.test(message) || look(message.toLowerCase())
}

/** Of a message in lower case; undefined when there is nothing to look for. */
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

/** The text of a pattern that stands for itself. */
function requiredWord({ text, wild }: TokenPattern): string[] {
  return !wild && tokens(text)[0] === text ? [text] : []
}
