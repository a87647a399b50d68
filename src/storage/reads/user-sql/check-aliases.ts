import { refusal } from './refusal.ts'
import { childrenOf, type Expression, expressionsOf, queriesOf, type Select } from './tree.ts'

/**
 * Refuses uses of another column's alias within a SELECT: the engine replaces an alias by its expression, and
 * a few aliases that use each other would double at each step. GROUP BY, HAVING and ORDER BY may use aliases:
 * nothing can build on these.
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

/** Names of columns without a source, including names in subqueries. */
function* namesIn(expression: Expression): Generator<string> {
  if (expression.kind === 'column' && expression.source === undefined) yield expression.name
  for (const child of childrenOf(expression)) yield* namesIn(child)
  for (const { parts } of queriesOf(expression))
    for (const part of parts) for (const inner of expressionsOf(part)) yield* namesIn(inner)
}
