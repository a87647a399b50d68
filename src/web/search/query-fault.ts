import { parseQuery } from '../../filter/qp/parser.ts'
import { QuerySyntaxError } from '../../filter/qp/syntax-error.ts'

/** Where an expression cannot be read: `before`, the character or end at fault, and what was expected there. */
export interface QueryFault {
  before: string
  at: string
  expected: string
}

/** Reads a message search expression with the very parser that the service uses; undefined when it is right or empty. */
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
