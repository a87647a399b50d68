import type { TokenPattern } from '../../filter/predicate/predicate.ts'
import { type CodeRange, classOf, soloClass } from '../../filter/words/solo-characters.ts'
import { text } from './literal.ts'
import { folded, spacedWords } from './normalise.ts'

/*
 * A phrase as an RE2 pattern over the folded message. It must accept exactly the messages in which
 * filter/words/tokens.ts finds these tokens next to each other. A token is a run of letters and digits or a
 * solo character. A solo character and its neighbours need no separator. For example, `login failed` becomes
 * `(?:^|[^a-z0-9])login[^a-z0-9]+failed(?:$|[^a-z0-9])` for messages of plain ASCII.
 */

const solo = soloClass('x')
/** With more Unicode classes, a pattern is matched in the normalised message. */
const maxClasses = 16
const soloCharacter = new RegExp(`^[${soloClass('u')}]$`, 'v')

/** Parts of patterns for one kind of text. */
interface Alphabet {
  /** A character inside a token of several: a letter or digit that is not a token of its own. */
  inner: string
  separator: string
  /** Before and after a token of several characters. */
  before: string
  after: string
}

const anyScript: Alphabet = {
  inner: `(?:[^\\P{L}${solo}]|[^\\P{N}${solo}])`,
  separator: '[^\\p{L}\\p{N}]',
  before: `(?:^|[^\\p{L}\\p{N}]|[${solo}])`,
  after: `(?:$|[^\\p{L}\\p{N}]|[${solo}])`,
}

const ascii: Alphabet = {
  inner: '[a-z0-9]',
  separator: '[^a-z0-9]',
  before: '(?:^|[^a-z0-9])',
  after: '(?:$|[^a-z0-9])',
}

/** Whether all tokens of a phrase are plain ASCII. */
export function isAscii(tokens: readonly TokenPattern[]): boolean {
  return tokens.every(({ text }) => /^[\u0000-\u007f]*$/.test(text))
}

/**
 * SQL of whether a message has one of the phrases. Callers pass phrases that are all plain ASCII, or none of
 * which is. Classes of all of Unicode make a pattern ten times as expensive, so ASCII messages have a pattern
 * of their own (the engine evaluates only the branch of `if` that applies). Long phrases and several phrases
 * are matched in the normalised message: the engine refuses patterns with hundreds of such classes, and takes
 * 5 ms to compile each.
 */
export function hasPhrase(phrases: readonly (readonly TokenPattern[])[]): string {
  const [only = []] = phrases
  const unicode =
    phrases.length > 1 || classesIn(only) > maxClasses
      ? hasNormalised(phrases)
      : `match(${folded('message')}, ${text(patternOf(only, anyScript))})`
  const patterns = phrases.filter(isAscii).map(tokens => patternOf(tokens, ascii))
  const plain = patterns.length > 0 ? `match(lower(message), ${text(patterns.join('|'))})` : '0'
  return `if(isValidASCII(message), ${plain}, ${unicode})`
}

/** The pattern of one phrase. */
function patternOf(tokens: readonly TokenPattern[], alphabet: Alphabet): string {
  const { inner, separator, before, after } = alphabet
  // Two neighbouring runs need a separator between them; a solo character needs none. `before` and `after`
  // are consumed only at the ends of the phrase, so they cannot consume a neighbour's separator.
  let out = ''
  let previousSolo = true
  for (const [index, token] of tokens.entries()) {
    const isSolo = isSoloCharacter(token)
    if (index === 0) out += isSolo ? '' : before
    else out += `${separator}${isSolo || previousSolo ? '*' : '+'}`
    out += tokenPattern(token, inner)
    previousSolo = isSolo
  }
  return previousSolo ? out : out + after
}

/**
 * As `patternOf`, for normalised(message) between two spaces: slower, but also correct for tokens that only
 * have wildcards, which may stand for a run or for a solo character.
 */
function normalisedPattern(tokens: readonly TokenPattern[]): string {
  const words = tokens.map(token =>
    token.wild && /^\*+$/.test(token.text) ? '[^ ]+' : tokenPattern(token, '[^ ]'),
  )
  return ` ${words.join(' ')} `
}

/** As `hasPhrase`, for any phrases: slower, but correct for all tokens. */
export function hasNormalised(phrases: readonly (readonly TokenPattern[])[]): string {
  return `match(${spacedWords('message')}, ${text(phrases.map(normalisedPattern).join('|'))})`
}

/** Number of Unicode classes in the pattern of a phrase: its separators, and its wildcards. */
function classesIn(tokens: readonly TokenPattern[]): number {
  return tokens.reduce((sum, { text, wild }) => sum + 1 + (wild ? (text.match(/[*?]/g)?.length ?? 0) : 0), 0)
}

/**
 * Whether a token is only wildcards (`*`, `??`). It may stand for a solo character, which hasPhrase cannot
 * match.
 */
export function needsNormalised(tokens: readonly TokenPattern[]): boolean {
  return tokens.some(token => token.wild && /^[*?]+$/.test(token.text))
}

/**
 * Tokens by which the index of words finds all matching rows. Leaves out tokens that parts of the table from
 * before version 8 may have joined with their neighbours in the phrase. (Parts that are not rewritten may
 * have joined the first or the last token with a neighbour outside of the phrase, and then do not find the
 * row.)
 */
export function wholeTokens(tokens: readonly TokenPattern[]): string[] {
  const isOnceJoinedAt = (at: number) => isOnceJoined(tokens[at]?.text ?? '')
  const whole: string[] = []
  for (const [i, token] of tokens.entries()) {
    // In `サーバーDOWN`, the older index joined `ー` and `DOWN`. Other solo characters never joined a neighbour.
    const mayBeJoined = !isSoloCharacter(token) && (isOnceJoinedAt(i - 1) || isOnceJoinedAt(i + 1))
    if (!token.wild && !isOnceJoinedAt(i) && !mayBeJoined) whole.push(token.text)
  }
  return whole
}

function isSoloCharacter(token: TokenPattern): boolean {
  return !token.wild && soloCharacter.test(token.text)
}

/** `inner`: what * repeats and ? matches. */
function tokenPattern(token: TokenPattern, inner: string): string {
  if (!token.wild) return quote(token.text)
  let out = ''
  for (const character of token.text) {
    if (character === '*') out += `${inner}*`
    else if (character === '?') out += inner
    else out += quote(character)
  }
  return out
}

/** Also escapes `/` and `-`, unlike quoteRegex: the text may stand in a class of the engine's patterns. */
function quote(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/**
 * Solo characters whose script is Common: `ー`, `ﾞ`, `〆`. Before version 8 of the tables they were parts of
 * runs, like letters of other scripts, and the index of words still has them that way in parts that are not
 * rewritten (store/tables/solo-words.ts).
 */
const onceJoined: readonly CodeRange[] = [
  [0x3006, 0x3006],
  [0x3031, 0x3035],
  [0x303c, 0x303c],
  [0x30fc, 0x30fc],
  [0x3192, 0x3195],
  [0x3220, 0x3229],
  [0x3280, 0x3289],
  [0xff70, 0xff70],
  [0xff9e, 0xff9f],
  [0x1d360, 0x1d371],
]
const onceJoinedCharacter = new RegExp(`^[${classOf(onceJoined, 'u')}]$`, 'u')

function isOnceJoined(token: string): boolean {
  return onceJoinedCharacter.test(token)
}

/** An RE2 pattern of such a character. */
export const onceJoinedPattern = `[${classOf(onceJoined, 'x')}]`
