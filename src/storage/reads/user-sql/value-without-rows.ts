import { operators } from './functions.ts'
import type { Expression, Query } from './tree.ts'

/** Names of functions that return 0 without rows, such as countIf. */
const counts = /^(?:count|uniq|uniqExact)(?:If)?$/
const numberOperators: ReadonlySet<string> = new Set(
  (['+', '-', '*', '=', '!=', '<', '<=', '>', '>='] as const).map(sign => operators[sign]),
)

/**
 * The value of a subquery that finds no rows, if it is made of counts and numbers: an expression without
 * names. The engine returns NULL instead if the subquery names columns of the SELECT around it, so that
 * `(SELECT count() …) = 0` would never hold.
 */
export function valueWithoutRows({ parts: [part, ...others] }: Query): Expression | undefined {
  if (part === undefined || others.length > 0) return undefined
  const { items, groupBy, having, limit, limitBy, offset } = part
  const isWhole = limitBy === undefined && limit !== 0 && offset === 0
  const [item] = items
  if (!isWhole || groupBy.length > 0 || having !== undefined || items.length !== 1) return undefined
  return item === undefined || item.expression === 'all' ? undefined : findValue(item.expression)
}

function findValue(expression: Expression): Expression | undefined {
  if (expression.kind === 'literal') return typeof expression.value === 'number' ? expression : undefined
  if (expression.kind !== 'call' || expression.over !== undefined) return undefined
  if (counts.test(expression.name)) return { kind: 'literal', value: 0 }
  const values = expression.arguments.flatMap(one => findValue(one) ?? [])
  const hasAllValues = numberOperators.has(expression.name) && values.length === expression.arguments.length
  return hasAllValues ? { ...expression, arguments: values } : undefined
}
