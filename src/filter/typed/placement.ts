import type { Tree } from '../qp/tree.ts'
import { alternativesIn } from './condition-groups.ts'
import type { InlineCondition } from './inline-conditions.ts'

/** The place of a condition in the tree of a search, which says whether it can become a filter. */
export interface Placement {
  /** Whether an odd number of NOT stands before it. */
  isNegated: boolean
  /** The largest part with OR or NOT around it; for a word that is a name at least the word itself. */
  within?: Tree
  /** The alternatives that begin with it, as in `host:a | host:b`, and the tree that has them. */
  alternatives?: readonly InlineCondition[]
  either?: Tree
}

/**
 * The places of the conditions in a tree, in the order of the search. Alternatives that become one filter
 * have one place, of the first of them. `conditionAt`: the condition that a term stands for.
 */
export function placementsIn(
  tree: Tree,
  conditionAt: (tree: Tree) => InlineCondition | undefined,
): ReadonlyMap<InlineCondition, Placement> {
  const placements = new Map<InlineCondition, Placement>()
  const collect = (part: Tree, placement: Placement): void => {
    const { isNegated, within } = placement
    switch (part.kind) {
      case 'term': {
        const condition = conditionAt(part)
        if (condition)
          placements.set(condition, condition.fields ? { within: part, ...placement } : placement)
        return
      }
      case 'not':
        collect(part.of, { ...placement, isNegated: !isNegated, within: within ?? part })
        return
      case 'and':
        for (const operand of part.of) collect(operand, placement)
        return
      case 'or': {
        const alternatives = within === undefined ? alternativesIn(part.of.map(conditionAt)) : undefined
        const [first] = alternatives ?? []
        if (alternatives && first) placements.set(first, { ...placement, alternatives, either: part })
        else for (const operand of part.of) collect(operand, { ...placement, within: within ?? part })
      }
    }
  }
  collect(tree, { isNegated: false })
  return placements
}
