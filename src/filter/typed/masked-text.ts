import type { Tree } from '../qp/tree.ts'
import type { InlineCondition } from './inline-conditions.ts'

/** Replaces a condition by one word of the same length, so that all positions stay valid. */
export function mask(text: string, start: number, end: number): string {
  const inside = text.slice(start, end)
  const word = Array.from(inside, character => (character.length === 1 ? 'x' : '𝒳')).join('')
  return text.slice(0, start) + word + text.slice(end)
}

/**
 * Returns a function that finds the condition of a term of the masked search. Terms count code points,
 * conditions count UTF-16 units.
 */
export function conditionFinder(text: string, conditions: readonly InlineCondition[]) {
  const toCodePoints = (units: number) => Array.from(text.slice(0, units)).length
  const byPosition = new Map(
    conditions.map(each => [`${toCodePoints(each.start)}-${toCodePoints(each.end)}`, each]),
  )
  return (tree: Tree) => (tree.kind === 'term' ? byPosition.get(`${tree.start}-${tree.end}`) : undefined)
}
