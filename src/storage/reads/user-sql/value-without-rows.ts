import { operators } from './functions.ts'
import type { Expression, Query } from './tree.ts'

/** Names of the engine's functions that return 0 without rows: `count`, `uniqExactIf`. */
const countFunction = /^(?:count|uniq|uniqExact)(?:If)?$/
/** The engine's functions of operators whose value is known if their operands are. */
const numberOperators: ReadonlySet<string> = new Set(
  (['+', '-', '*', '=', '!=', '<', '<=', '>', '>='] as const).map(sign => operators[sign]),
)

/**
 * The value that a subquery has if it finds no rows, as an expression: `0 + 1` for `(SELECT count() + 1 …)`.
 * Undefined unless the subquery returns one row, made of counts, numbers and operators. Such a subquery
 * counts to 0, but the engine returns NULL for it if it names columns of the SELECT around it, and then
 * `(SELECT count() …) = 0` would never hold. Others are rightly NULL without rows.
 */
export function valueWithoutRows({ parts: [part, ...others] }: Query): Expression | undefined {
  if (part === undefined || others.length > 0) return undefined
  const { items, groupBy, having, limit, limitBy, offset } = part
  const isWhole = limitBy === undefined && limit !== 0 && offset === 0
  const [item] = items
  if (!isWhole || groupBy.length > 0 || having !== undefined || items.length !== 1) return undefined
  // Without a count, as in `SELECT 1`, the subquery returns a row for each row that it finds: none.
  if (item === undefined || item.expression === 'all' || !hasCount(item.expression)) return undefined
  return withoutRows(item.expression)
}

function hasCount(expression: Expression): boolean {
  return (
    expression.kind === 'call' && (countFunction.test(expression.name) || expression.arguments.some(hasCount))
  )
}

/** The expression with 0 in place of counts; undefined if it has anything besides numbers and operators. */
function withoutRows(expression: Expression): Expression | undefined {
  if (expression.kind === 'literal') return typeof expression.value === 'number' ? expression : undefined
  if (expression.kind !== 'call' || expression.over !== undefined) return undefined
  if (countFunction.test(expression.name)) return { kind: 'literal', value: 0 }
  const operands = expression.arguments.flatMap(one => withoutRows(one) ?? [])
  const hasAllOperands = operands.length === expression.arguments.length
  return numberOperators.has(expression.name) && hasAllOperands
    ? { ...expression, arguments: operands }
    : undefined
}
