import type { Tree } from './tree.ts'

/** Precedence by kind of node. A part needs parentheses unless it binds tighter than its parent. */
const binding: Readonly<Record<Tree['kind'], number>> = { or: 1, and: 2, not: 3, term: 4 }

/** The shortest message search that parses to the same tree, apart from positions. */
export function printQuery(tree: Tree): string {
  switch (tree.kind) {
    case 'term':
      return tree.quoted ? `"${tree.text}"` : tree.text
    case 'not':
      // A negation within a negation needs no parentheses: `!!a`.
      return `!${part(tree.of, tree.of.kind === 'not' ? 0 : binding.not)}`
    case 'and':
      return tree.of.map(each => part(each, binding.and)).join(' ')
    case 'or':
      return tree.of.map(each => part(each, binding.or)).join(' | ')
  }
}

function part(tree: Tree, parentBinding: number): string {
  const text = printQuery(tree)
  return binding[tree.kind] > parentBinding ? text : `(${text})`
}
