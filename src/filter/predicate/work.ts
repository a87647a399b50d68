import { regexSteps } from '../regex/regex-steps.ts'
import type { Predicate, TextTest, TokenPattern } from './predicate.ts'

/**
 * Maximum work of evaluating a predicate on a text, in steps of some nanoseconds (comparing one character):
 * `once` for any text, plus `perCharacter` for each of its characters.
 */
export interface Work {
  readonly once: number
  readonly perCharacter: number
}

/** Steps of calling a test and reading its value. */
const callSteps = 10

const workByPredicate = new WeakMap<Predicate, Work>()

/** The work of a predicate, estimated once for each predicate. */
export function workOf(predicate: Predicate): Work {
  const cached = workByPredicate.get(predicate)
  if (cached !== undefined) return cached
  let once = 0
  let perCharacter = 0
  const add = (part: Predicate): void => {
    once += callSteps
    perCharacter += perCharacterOf(part)
    if (part.kind === 'not') add(part.of)
    else if (part.kind === 'all' || part.kind === 'some') for (const each of part.of) add(each)
  }
  add(predicate)
  const work = { once, perCharacter }
  workByPredicate.set(predicate, work)
  return work
}

/** Steps for this many characters of text. */
export function stepsFor({ once, perCharacter }: Work, characters: number): number {
  return once + perCharacter * characters
}

function perCharacterOf(part: Predicate): number {
  switch (part.kind) {
    case 'text':
      return perCharacterOfText(part.test)
    case 'phrase':
      return part.tokens.reduce((sum, token) => sum + perCharacterOfToken(token), 0)
    case 'in':
    case 'tag-number':
      return 1
    default:
      return 0
  }
}

function perCharacterOfText(test: TextTest): number {
  switch (test.kind) {
    case 'present':
      return 0
    case 'is':
      return 1
    case 'like':
      return perCharacterOfWildcard(test.pattern)
    case 'regex':
      return regexSteps(test.pattern)
  }
}

/** A plain token costs less than a step: it is compared once a token of the text, not once a character. */
function perCharacterOfToken({ text, wild }: TokenPattern): number {
  return wild ? perCharacterOfWildcard(text) : 0.25
}

/** The part after a `*` may be compared at each position of the text (wildcard.ts). */
function perCharacterOfWildcard(pattern: string): number {
  const [, ...followers] = pattern.split('*')
  return Math.max(1, ...followers.map(follower => follower.length))
}
