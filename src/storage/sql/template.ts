import type { TokenPattern } from '../../filter/predicate.ts'
import { requiredPieces } from '../../filter/templates/template-text.ts'
import { placeholders } from '../../schema/template.ts'
import { text } from './literal.ts'
import { asciiWith, isAscii, patternOf, quote, tokenPattern } from './phrase.ts'

const { digits, hex, mixed } = placeholders
/** The characters themselves: the engine's own reading of patterns takes the digits of \x11 for digits. */
const alphabet = asciiWith(`${digits}-${mixed}`)
const plain = asciiWith('')
const minPieceLength = 2

/** A message without a template is not told about by it. */
const isKnown = "template != ''"
const isAsciiTemplate = 'isValidASCII(template)'

/** How much a template tells, as countCertain of filter/templates: what the column `told` holds. */
export const templateCertaintySql = `multiIf(template = '' OR NOT isValidASCII(template), 0, position(template, '${mixed}') > 0, 1, 2)`

/**
 * Conditions on the template, which the engine evaluates once for all rows of a block that share it, without reading their messages.
 * As filter/templates says it of one; templates that are not plain ASCII are left to the message, since patterns over all scripts
 * cost more than they save.
 */
export interface TemplateConditions {
  /** False when the message cannot fit. */
  may: string
  /** True when it fits for sure; undefined when that is never known. */
  sure: string | undefined
}

/** What the template says of any of these phrases: all plain ASCII, or none. */
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
  // When the two are one, each template that is known decides.
  return { may, sure: `(${sure === fitting ? isKnown : found(sure)} AND ${isAsciiTemplate})` }
}

/** A token of a template that may stand for one that fits. */
function templatePattern(token: TokenPattern): string {
  const literal = token.wild ? token.text.replace(/[*?]/g, '') : token.text
  const choices: string[] = []
  if (/^[0-9a-f]*$/.test(literal)) choices.push(hex)
  if (/^[0-9a-z]*$/.test(literal) && (token.wild || /[0-9]/.test(literal))) choices.push(mixed)
  if (token.wild) {
    // Its digits, and what ? stands for, may be among the digits of the token.
    const loose = { text: token.text.replace(/[0-9?]+/g, '*'), wild: true }
    choices.push(tokenPattern(loose, alphabet.inner, alphabet.inner))
  } else choices.push(quote(token.text.replace(/[0-9]+/g, digits)))
  const [only = ''] = choices
  return choices.length === 1 ? only : `(?:${choices.join('|')})`
}

/** A condition that holds where the message may contain one of these; '' when none would tell much. */
export function mayContainOneOf(literals: readonly string[], folded: boolean): string {
  const longest = literals.map(literal =>
    requiredPieces(literal).reduce((best, piece) => (piece.length > best.length ? piece : best), ''),
  )
  if (longest.length === 0 || longest.some(piece => piece.length < minPieceLength)) return ''
  const pattern = ['^$', mixed, ...longest.map(quote)].join('|')
  // Case has other pairs outside ASCII than these functions know.
  return folded
    ? `(match(lower(template), ${text(pattern)}) OR NOT ${isAsciiTemplate})`
    : `match(template, ${text(pattern)})`
}
