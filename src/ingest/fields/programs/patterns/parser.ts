import type { FieldName } from './field-names.ts'
import type { FieldsDraft } from './fields-draft.ts'
import { type ConstantFields, Pattern } from './pattern.ts'

/**
 * Reads a message from `at` on into the draft. Returns false for a text of another form; the caller then
 * clears the draft, which may have some fields already. Never throws; takes time linear in the text.
 */
export type Reader = (text: string, at: number, draft: FieldsDraft) => boolean

/** Pattern of a line (see pattern.ts), and fields that all such lines have. */
export type LinePattern = readonly [pattern: string, constants?: ConstantFields]

/** A row of the table of parsers. */
export interface Parser {
  /** Product and kind of line, as in the documentation. */
  product: string
  /** Names of programs in lower case; parsersOfProgram says which other names count as the same. */
  programs: readonly string[]
  /** Each character that may begin a message of this form from any other program. */
  startsWith?: string
  /** A message as the product writes it, for the documentation. */
  example: string
  read: Reader
  /** The fields that `read` may add. */
  fields: readonly FieldName[]
}

/** Parsers of products of one kind, with a heading for the documentation. */
export interface ParserFamily {
  title: string
  parsers: readonly Parser[]
}

/** Longer first words of a line are not looked up; no pattern begins with one. */
const maxWordLength = 64

/** A reader of lines of any of these forms, and the fields that it may add. */
export function linesOf(lines: readonly LinePattern[]): Pick<Parser, 'read' | 'fields'> {
  const patterns = lines.map(([text, constants]) => new Pattern(text, constants))
  return { read: readerOf(patterns), fields: [...new Set(patterns.flatMap(({ fields }) => fields))] }
}

/**
 * Looks up the patterns that begin with the first word of the line, and tries them first. Tries patterns that
 * do not begin with a whole word for every line.
 */
function readerOf(patterns: readonly Pattern[]): Reader {
  const byWord = new Map<string, Pattern[]>()
  const others: Pattern[] = []
  for (const pattern of patterns) {
    const end = pattern.lead.indexOf(' ')
    if (end <= 0) others.push(pattern)
    else {
      const word = pattern.lead.slice(0, end)
      byWord.set(word, [...(byWord.get(word) ?? []), pattern])
    }
  }
  return (text, at, draft) => {
    const end = text.indexOf(' ', at)
    if (end > at && end - at <= maxWordLength) {
      const found = byWord.get(text.slice(at, end))
      if (found !== undefined && readAny(found, text, at, draft)) return true
    }
    return readAny(others, text, at, draft)
  }
}

function readAny(patterns: readonly Pattern[], text: string, at: number, draft: FieldsDraft): boolean {
  for (let i = 0; i < patterns.length; i++) if (patterns[i]?.read(text, at, draft) === true) return true
  return false
}

/** Reads with the first reader that fits. */
export function firstOf(...readers: readonly Reader[]): Reader {
  return (text, at, draft) => {
    for (const read of readers) {
      if (read(text, at, draft)) return true
      draft.clear()
    }
    return false
  }
}
