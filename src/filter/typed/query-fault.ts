import { parseQuery, QuerySyntaxError } from '../qp/parser.ts'

/** A syntax error: the text before it, the character at it, and what was expected. */
export interface QueryFault {
  before: string
  at: string
  expected: string
}

/** The first syntax error of a message search, found by the service's parser; undefined if it is valid. */
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
      at: characters[error.position] ?? ' ',
      expected: error.expected,
    }
  }
}
