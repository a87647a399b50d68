import { refusal } from './refusal.ts'
import {
  childrenOf,
  type Expression,
  expressionsOf,
  type Query,
  queriesOf,
  type Select,
  tagsOf,
} from './tree.ts'
import { viewColumns } from './view.ts'

/** Maximum nodes of a statement whose columns of subqueries are replaced by their expressions. */
const maxExpandedNodes = 20_000
/** Maximum columns of one SELECT, including all columns that a `*` stands for. */
const maxColumns = 400

/** The size of a query, in expression nodes, with columns of subqueries replaced by their expressions. */
interface Expanded {
  /** Number of result columns of a query. */
  columns: number
  /** Nodes of the largest of these columns. */
  maxColumnNodes: number
  /** Nodes of the whole query. */
  totalNodes: number
}

/**
 * Refuses a statement that is too large when expanded, because its columns use each other often, through its
 * levels of subqueries. Planning it would take the engine long, and no time limit ends planning. Many `*`
 * have the same effect, since each stands for all columns below it.
 */
export function checkExpansion(query: Query): void {
  const events = { columns: viewColumns.length + tagsOf(query).length, maxColumnNodes: 1, totalNodes: 1 }
  if (new Expansion(events).query(query).totalNodes > maxExpandedNodes)
    throw refusal('Columns of subqueries are used too often: their expressions multiply from level to level')
}

/** Computes the expanded sizes of queries over events of this size. */
class Expansion {
  readonly #events: Expanded

  constructor(events: Expanded) {
    this.#events = events
  }

  /**
   * `outside`: for a subquery used as a value, nodes of the largest column of the SELECT around it. The
   * subquery may name that column.
   */
  query({ parts }: Query, outside = 1): Expanded {
    const each = parts.map(part => this.#select(part, outside))
    return {
      columns: Math.max(...each.map(({ columns }) => columns)),
      maxColumnNodes: Math.max(...each.map(({ maxColumnNodes }) => maxColumnNodes)),
      totalNodes: each.reduce((sum, { totalNodes }) => sum + totalNodes, 0),
    }
  }

  #select(select: Select, outside: number): Expanded {
    const sources = [select.from, ...select.joins.map(({ source }) => source)].map(({ query }) =>
      query === undefined ? this.#events : this.query(query),
    )
    const below = Math.max(outside, ...sources.map(({ maxColumnNodes }) => maxColumnNodes))
    const columnsBelow = sources.reduce((sum, { columns }) => sum + columns, 0)
    const stars = select.items.filter(({ expression }) => expression === 'all').length
    const columns = select.items.length + stars * (columnsBelow - 1)
    if (columns > maxColumns)
      throw refusal(`A SELECT has at most ${maxColumns} columns, all that * stands for among them`)
    const items = select.items.map(({ expression }) =>
      expression === 'all' ? below : this.#expression(expression, below),
    )
    const maxColumnNodes = Math.max(...items)
    // A name in the other clauses of the SELECT may be an alias of an item.
    const clauses = expressionsOf({ ...select, items: [] })
    const others = clauses.map(clause => this.#expression(clause, Math.max(below, maxColumnNodes)))
    // `items` has each * as one column.
    let totalNodes = stars * (columnsBelow - 1) * below
    for (const source of sources) totalNodes += source.totalNodes
    for (const nodes of [...items, ...others]) totalNodes += nodes
    return { columns, maxColumnNodes, totalNodes }
  }

  /** The nodes of an expression whose columns have `columnNodes` each. */
  #expression(expression: Expression, columnNodes: number): number {
    if (expression.kind === 'column') return columnNodes
    const children = childrenOf(expression).map(child => this.#expression(child, columnNodes))
    const queries = queriesOf(expression).map(query => this.query(query, columnNodes).totalNodes)
    return [...children, ...queries].reduce((sum, child) => sum + child, 1)
  }
}
