import { parseSeverity } from '../../../filter/predicate/severity-words.ts'
import type { Pill } from '../../../filter/typed/pill.ts'

/** Words of a text that are values of fields, as filters, and the text without them. */
export interface WordsMeant {
  text: string
  pills: readonly Pill[]
}

/**
 * The filters that a text was probably meant to be: in other products, a text also finds hosts and programs.
 * `values`: the values that occur, by field. Undefined if no word is such a value, or if the text has
 * operators such as OR.
 */
export function wordsMeant(
  text: string,
  values: ReadonlyMap<string, readonly string[]>,
): WordsMeant | undefined {
  // Words, and phrases in quotation marks.
  const words = text.match(/"[^"]*"|\S+/g) ?? []
  // Operators: `!a`, `-a`, `(a`, `a|`, `a)`, OR, NOT.
  if (words.some(word => /^[!|(-]|[|()]$|^(?:or|not)$/i.test(word))) return undefined
  const pills: Pill[] = []
  const otherWords: string[] = []
  for (const word of words) {
    const pill = meantPill(word.replace(/^"(.*)"$/, '$1').toLowerCase(), values)
    if (pill) pills.push(pill)
    else if (!/^(?:and|&+)$/i.test(word)) otherWords.push(word)
  }
  return pills.length === 0 ? undefined : { text: otherWords.join(' '), pills }
}

/** The filter for a word in lower case that is a value of a field or the name of a severity. */
function meantPill(word: string, values: ReadonlyMap<string, readonly string[]>): Pill | undefined {
  for (const [field, names] of values) {
    const value = names.find(name => name.toLowerCase() === word)
    if (value !== undefined) return { field, op: 'eq', values: [value], off: false }
  }
  // Digits and single letters are also severities, but occur as words in any message.
  const severity = /^[a-z]{3,}$/.test(word) ? parseSeverity(word) : -1
  return severity < 0 ? undefined : { field: 'severity', op: 'eq', values: [String(severity)], off: false }
}
