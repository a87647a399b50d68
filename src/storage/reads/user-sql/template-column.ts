import { placeholders } from '../../../schema/event/template.ts'
import { text } from '../../sql/literal.ts'

const { digits, hex, mixed } = placeholders

/**
 * SQL of the template of a row in the form of patternText (filter/templates/pattern-text.ts). The engine
 * computes it once per template and block.
 */
export const patternColumn = [
  // Text that would be read as a placeholder, and backslashes before it.
  [String.raw`(\\*)(<N>|<hex>|<id>)`, String.raw`\1\1\\\2`],
  [`(\\\\*)([${digits}${hex}${mixed}])`, String.raw`\1\1\2`],
  [digits, '<N>'],
  [hex, '<hex>'],
  [mixed, '<id>'],
].reduce(
  (column, [pattern = '', replacement = '']) =>
    `replaceRegexpAll(${column}, ${text(pattern)}, ${text(replacement)})`,
  'template',
)
