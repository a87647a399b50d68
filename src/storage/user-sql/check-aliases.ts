import { refusal } from './refusal.ts'
import { childrenOf, type Expression, expressionsOf, queriesOf, type Select } from './tree.ts'

/**
 * Refuses what names the alias of another column of its SELECT: the engine puts the expression in its place, and a few that use each other
 * would double each time. GROUP BY, HAVING, ORDER BY may name them: there it ends.
 */
export function checkAliases({ items }: Select): void {
  const aliases = new Map(
    items.flatMap(({ alias }, index) => (alias === undefined ? [] : [[alias, index] as const])),
  )
  if (aliases.size === 0) return
  for (const [index, { expression }] of items.entries()) {
    if (expression === 'all') continue
    for (const name of namesIn(expression)) {
      const of = aliases.get(name)
      if (of !== undefined && of !== index)
        throw refusal(
          `The name ${name} is given in this SELECT: its other columns cannot use it; a subquery can`,
        )
    }
  }
}

/** Names of columns without a source, those of subqueries among them. */
function* namesIn(expression: Expression): Generator<string> {
  if (expression.kind === 'column' && expression.source === undefined) yield expression.name
  for (const child of childrenOf(expression)) yield* namesIn(child)
  for (const { parts } of queriesOf(expression))
    for (const part of parts) for (const inner of expressionsOf(part)) yield* namesIn(inner)
}
