import { parseQuery, QuerySyntaxError } from '../qp/parser.ts'

/** A syntax error of a search, as the page and the terminal show it. */
export interface QueryFault {
  /** The text before the error. */
  before: string
  /** The character where the error is; a space at the end of the text. */
  character: string
  /** What was expected there, such as `a word, a phrase or "("`. */
  expected: string
}

/** The first syntax error of a message search; undefined if the service would accept it. */
export function queryFault(text: string): QueryFault | undefined {
  if (text.trim() === '') return undefined
  try {
    parseQuery(text)
    return undefined
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error
    // Positions count characters, not UTF-16 units.
    const characters = Array.from(text)
    return {
      before: characters.slice(0, error.position).join(''),
      character: characters[error.position] ?? ' ',
      expected: error.expected,
    }
  }
}
