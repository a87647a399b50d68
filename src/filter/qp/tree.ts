import type { TokenPattern } from '../predicate/predicate.ts'

/** Position of a node, without parentheses around it, in code points: `start` inclusive, `end` exclusive. */
interface Span {
  start: number
  end: number
}

/** A word, a wildcard or a phrase: consecutive tokens. */
export interface Term extends Span {
  kind: 'term'
  /** As written, without the quotation marks. */
  text: string
  quoted: boolean
  /** At least one token. */
  tokens: readonly TokenPattern[]
}

interface Negation extends Span {
  kind: 'not'
  of: Tree
}

/** `and` or `or` of two or more parts. Not flattened: a (b c) is an `and` within an `and`. */
interface Junction extends Span {
  kind: 'and' | 'or'
  of: readonly Tree[]
}

/** A parsed message search expression. */
export type Tree = Term | Negation | Junction

/** Limits of an expression; the parser refuses larger ones. */
export const limits = { characters: 10_000, terms: 1_000, nesting: 100 } as const
