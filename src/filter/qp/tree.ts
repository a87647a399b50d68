import type { TokenPattern } from '../predicate.ts'

/** Where a node stands in the text: characters (code points), `start` inclusive, `end` exclusive, parentheses left out. */
interface Span {
  start: number
  end: number
}

/** A word, a wildcard, a phrase: tokens next to each other. */
export interface Term extends Span {
  kind: 'term'
  /** As written, without the quotation marks. */
  text: string
  quoted: boolean
  /** What the text means; at least one. */
  tokens: readonly TokenPattern[]
}

interface Negation extends Span {
  kind: 'not'
  of: Tree
}

/** `and`, `or`: two parts or more. Parentheses that repeat the kind stay: a (b c) has an `and` within an `and`. */
interface Junction extends Span {
  kind: 'and' | 'or'
  of: readonly Tree[]
}

/** A message search expression, read. */
export type Tree = Term | Negation | Junction

/** More is refused: see parser.ts. */
export const limits = { characters: 10_000, terms: 1_000, nesting: 100 } as const
