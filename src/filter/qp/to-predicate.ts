import type { Predicate } from '../predicate/predicate.ts'
import type { Tree } from './tree.ts'

/** The predicate of a parsed message search. */
export function toPredicate(tree: Tree): Predicate {
  switch (tree.kind) {
    case 'term':
      return { kind: 'phrase', tokens: tree.tokens }
    case 'not':
      return { kind: 'not', of: toPredicate(tree.of) }
    case 'and':
      return { kind: 'all', of: tree.of.map(toPredicate) }
    case 'or':
      return { kind: 'some', of: tree.of.map(toPredicate) }
  }
}
