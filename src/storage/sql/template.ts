import type { TokenPattern } from '../../filter/predicate.ts'
import { requiredPieces } from '../../filter/templates/template-text.ts'
import { placeholders } from '../../schema/template.ts'
import { text } from './literal.ts'
import { asciiWith, isAscii, patternOf, quote, tokenPattern } from './phrase.ts'

const { digits, hex, mixed } = placeholders
/** As characters: the engine reads the digits of \x11 as digits. */
const alphabet = asciiWith(`${digits}-${mixed}`)
const plain = asciiWith('')
const minPieceLength = 2

const isKnown = "template != ''"
const isAsciiTemplate = 'isValidASCII(template)'

/** Certainty of a template, as in filter/templates: the value of the column `told`. */
export const templateCertaintySql = `multiIf(template = '' OR NOT isValidASCII(template), 0, position(template, '${mixed}') > 0, 1, 2)`

/**
 * Conditions on the template, which the engine evaluates once for all rows of a block that share it, without reading their messages; they
 * agree with filter/templates. Templates that are not plain ASCII decide nothing, since patterns over all scripts cost more than they save.
 */
export interface TemplateConditions {
  /** False when the message cannot fit. */
  may: string
  /** True when the message fits for sure; undefined when that is never known. */
  sure: string | undefined
}

/** The phrases are all plain ASCII, or none. */
export function phraseTemplate(phrases: readonly (readonly TokenPattern[])[]): TemplateConditions {
  if (!phrases.every(isAscii)) return { may: `NOT (${isAsciiTemplate} AND ${isKnown})`, sure: undefined }
  const found = (pattern: string) => `match(lower(template), ${text(pattern)})`
  const fitting = phrases.map(tokens => patternOf(tokens, alphabet, templatePattern)).join('|')
  const may = `(${found(`^$|${fitting}`)} OR NOT ${isAsciiTemplate})`
  const sure = phrases
    .filter(tokens => !tokens.some(token => /[0-9]/.test(token.text)))
    .map(tokens => patternOf(tokens, alphabet, token => tokenPattern(token, alphabet.inner, plain.inner)))
    .join('|')
  if (sure === '') return { may, sure: undefined }
  // With equal patterns each known template decides.
  return { may, sure: `(${sure === fitting ? isKnown : found(sure)} AND ${isAsciiTemplate})` }
}

/** Pattern of the tokens of templates that may stand for a token that fits. */
function templatePattern(token: TokenPattern): string {
  const literal = token.wild ? token.text.replace(/[*?]/g, '') : token.text
  const choices: string[] = []
  if (/^[0-9a-f]*$/.test(literal)) choices.push(hex)
  if (/^[0-9a-z]*$/.test(literal) && (token.wild || /[0-9]/.test(literal))) choices.push(mixed)
  if (token.wild) {
    // Its digits, and those that ? stands for, may be part of one placeholder.
    const loose = { text: token.text.replace(/[0-9?]+/g, '*'), wild: true }
    choices.push(tokenPattern(loose, alphabet.inner, alphabet.inner))
  } else choices.push(quote(token.text.replace(/[0-9]+/g, digits)))
  const [only = ''] = choices
  return choices.length === 1 ? only : `(?:${choices.join('|')})`
}

/** Whether the message may contain one of these; '' when that is not worth a condition. */
export function mayContainOneOf(literals: readonly string[], folded: boolean): string {
  const longest = literals.map(literal =>
    requiredPieces(literal).reduce((best, piece) => (piece.length > best.length ? piece : best), ''),
  )
  if (longest.length === 0 || longest.some(piece => piece.length < minPieceLength)) return ''
  const pattern = ['^$', mixed, ...longest.map(quote)].join('|')
  // Outside ASCII, fold() differs from lower().
  return folded
    ? `(match(lower(template), ${text(pattern)}) OR NOT ${isAsciiTemplate})`
    : `match(template, ${text(pattern)})`
}
