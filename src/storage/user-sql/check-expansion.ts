import { refusal } from './refusal.ts'
import { childrenOf, type Expression, expressionsOf, type Query, type Select } from './tree.ts'

const maxExpanded = 20_000

/** Nodes of expressions when those of subqueries stand where their columns are named. */
interface Expanded {
  /** Of the largest column that a query answers. */
  column: number
  /** Of the whole query. */
  all: number
}

/**
 * Refuses a statement whose columns use each other so often, through its levels of subqueries, that they would be too much written out: to
 * plan it would take the engine as long, and no limit of time ends that.
 */
export function checkExpansion(query: Query): void {
  if (expandedQuery(query).all > maxExpanded)
    throw refusal('Columns of subqueries are used too often: their expressions multiply from level to level')
}

function expandedQuery({ parts }: Query): Expanded {
  const each = parts.map(expandedSelect)
  return {
    column: Math.max(...each.map(({ column }) => column)),
    all: each.reduce((sum, { all }) => sum + all, 0),
  }
}

function expandedSelect(select: Select): Expanded {
  const sources = [select.from, ...select.joins.map(({ source }) => source)].map(({ query }) =>
    query === undefined ? { column: 1, all: 1 } : expandedQuery(query),
  )
  const below = Math.max(...sources.map(({ column }) => column))
  const items = select.items.map(({ expression }) =>
    expression === 'all' ? below : expandedExpression(expression, below),
  )
  const column = Math.max(...items)
  // A name in its other clauses may be an alias of an item.
  const clauses = expressionsOf({ ...select, items: [] })
  const others = clauses.map(one => expandedExpression(one, Math.max(below, column)))
  return {
    column,
    all: [...sources.map(({ all }) => all), ...items, ...others].reduce((sum, one) => sum + one),
  }
}

function expandedExpression(expression: Expression, column: number): number {
  if (expression.kind === 'column') return column
  const children = childrenOf(expression).map(child => expandedExpression(child, column))
  const among =
    expression.kind === 'in' && 'parts' in expression.among ? expandedQuery(expression.among).all : 0
  return children.reduce((sum, child) => sum + child, 1 + among)
}
