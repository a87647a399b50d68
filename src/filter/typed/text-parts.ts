import { parseQuery } from '../qp/parser.ts'
import { printQuery } from '../qp/print-query.ts'
import type { Tree } from '../qp/tree.ts'
import { queryFault } from './query-fault.ts'

/** Splits a message search into parts that must all match. Empty for an empty or invalid search. */
export function textParts(text: string): string[] {
  if (text.trim() === '' || queryFault(text) !== undefined) return []
  return conjuncts(parseQuery(text)).map(printQuery)
}

/** Joins parts that must all match into one message search. */
export function joinTextParts(parts: readonly string[]): string {
  return parts.map(part => (parseQuery(part).kind === 'or' ? `(${part})` : part)).join(' ')
}

/** The operands of AND, also of nested ones. */
function conjuncts(tree: Tree): readonly Tree[] {
  return tree.kind === 'and' ? tree.of.flatMap(conjuncts) : [tree]
}
