import type { Predicate, TokenPattern } from '../predicate/predicate.ts'
import { tokens } from '../words/tokens.ts'

const ascii = /^[\u0000-\u007f]*$/

/**
 * Compiles a cheap test to run before the full predicate. It searches the message for the predicate's words
 * as substrings, in a tenth of the time of splitting the message into tokens. False: the predicate does not
 * match. True: it may match.
 */
export function precheck(predicate: Predicate): (message: string) => boolean {
  const test = compilePrecheck(predicate)
  if (test === undefined) return () => true
  // Messages beyond ASCII pass, since toLowerCase() may fold them differently from fold().
  return message => !ascii.test(message) || test(message.toLowerCase())
}

/** Compiles a test of messages in lower case; undefined if nothing can be tested. */
function compilePrecheck(predicate: Predicate): ((lower: string) => boolean) | undefined {
  switch (predicate.kind) {
    case 'all': {
      const tests = predicate.of.flatMap(part => compilePrecheck(part) ?? [])
      return tests.length === 0 ? undefined : lower => tests.every(test => test(lower))
    }
    case 'some': {
      const tests = predicate.of.map(compilePrecheck)
      const usable = tests.filter(test => test !== undefined)
      return usable.length < tests.length ? undefined : lower => usable.some(test => test(lower))
    }
    case 'phrase': {
      const words = predicate.tokens.flatMap(requiredWord)
      return words.length === 0 ? undefined : lower => words.every(word => lower.includes(word))
    }
    default:
      return undefined
  }
}

/** The text that a message must contain for a token; [] for patterns with wildcards. */
function requiredWord({ text, wild }: TokenPattern): string[] {
  return !wild && tokens(text)[0] === text ? [text] : []
}
