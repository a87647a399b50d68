import { placeholders } from '../../schema/template.ts'
import { text } from '../sql/literal.ts'

const { digits, hex, mixed } = placeholders

/** SQL of the template of a row as patternText (filter/templates/pattern-text.ts) writes it. The engine computes it once for each template of a block. */
export const patternColumn = [
  // What would be read as a placeholder, and backslashes before it.
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
