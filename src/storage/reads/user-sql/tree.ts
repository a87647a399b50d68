/** A parsed statement: everything that it may contain. `print.ts` writes its SQL. */
export interface Query {
  /** The parts of a UNION, or a single one. */
  parts: readonly Select[]
  /** Whether the parts are joined by UNION DISTINCT. */
  isDistinct: boolean
  /** Number of reads of events, including all subqueries. */
  reads: number
  /** Levels of subqueries, including this query. */
  depth: number
}

export interface Select {
  isDistinct: boolean
  items: readonly Item[]
  from: Source
  joins: readonly Join[]
  where: Expression | undefined
  groupBy: readonly Expression[]
  having: Expression | undefined
  orderBy: readonly Order[]
  limitBy: LimitBy | undefined
  limit: number | undefined
  offset: number
}

/** Limits the rows per combination of values. */
export interface LimitBy {
  limit: number
  offset: number
  by: readonly Expression[]
}

/** A column of a SELECT; 'all' for `*`. */
export interface Item {
  expression: Expression | 'all'
  alias: string | undefined
  /** The original text: the name of the column in the answer. */
  text: string
}

/** Without `query`: the events that the reader may see. */
export interface Source {
  query: Query | undefined
  alias: string | undefined
}

export interface Join {
  kind: 'INNER' | 'LEFT'
  source: Source
  /** Pairs of equal columns, at least one; or names of columns on both sides. */
  on: readonly (readonly [Column, Column])[] | { using: readonly Column[] }
}

export interface Order {
  expression: Expression
  isDescending: boolean
  nulls: 'FIRST' | 'LAST' | undefined
}

export interface Column {
  kind: 'column'
  /** Alias of its source. */
  source: string | undefined
  name: string
  /** Index of its first character. */
  at: number
}

/** A tag of events: '' when the event lacks it. */
export interface Tag {
  kind: 'tag'
  source: string | undefined
  name: string
}

/** The names of the tags of an event. */
export interface TagNames {
  kind: 'tag-names'
  source: string | undefined
}

/** The single value of a subquery, or whether it has a row. */
export interface Subquery {
  kind: 'subquery'
  isExists: boolean
  query: Query
}

export interface Literal {
  kind: 'literal'
  value: string | number | boolean | null
}

/** A call of a known function or of an operator, by its name in the engine. */
export interface Call {
  kind: 'call'
  name: string
  /** Parameters of an aggregate function: `quantile(0.9)(x)`. */
  parameters: readonly Literal[]
  arguments: readonly Expression[]
  over: Window | undefined
}

export interface In {
  kind: 'in'
  isNegated: boolean
  subject: Expression
  /** A list is never empty. */
  among: readonly Literal[] | Query
}

export interface Cast {
  kind: 'cast'
  subject: Expression
  type: string
}

export type Expression = Column | Tag | TagNames | Literal | Call | In | Cast | Subquery

export interface Window {
  partitionBy: readonly Expression[]
  orderBy: readonly Order[]
  /** Made of our own keywords and numbers; '' for the engine's default. */
  frame: string
}

/** The expressions of a window. */
function windowParts({ partitionBy, orderBy }: Window): Expression[] {
  return [...partitionBy, ...orderBy.map(({ expression }) => expression)]
}

/** The child expressions of an expression, without expressions of its subqueries. */
export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'call':
      return [...expression.arguments, ...(expression.over ? windowParts(expression.over) : [])]
    case 'in':
    case 'cast':
      return [expression.subject]
    default:
      return []
  }
}

/** The expressions of a SELECT itself, without expressions of its sources. */
export function expressionsOf({ items, where, groupBy, having, orderBy, limitBy }: Select): Expression[] {
  const selected = items.map(({ expression }) => expression)
  const orders = orderBy.map(order => order.expression)
  const all = [...selected, where, ...groupBy, having, ...orders, ...(limitBy?.by ?? [])]
  return all.filter(one => one !== undefined && one !== 'all')
}

/** The queries directly in an expression, not in its children. */
export function queriesOf(expression: Expression): readonly Query[] {
  if (expression.kind === 'subquery') return [expression.query]
  return expression.kind === 'in' && 'parts' in expression.among ? [expression.among] : []
}

/** The distinct names of the tags in a query. */
export function tagsOf(query: Query): string[] {
  return [...new Set([...allExpressions(query)].flatMap(one => (one.kind === 'tag' ? [one.name] : [])))]
}

/** Whether a query reads the names of tags. */
export function usesTagNames(query: Query): boolean {
  return [...allExpressions(query)].some(({ kind }) => kind === 'tag-names')
}

function* allExpressions({ parts }: Query): Generator<Expression, void> {
  for (const part of parts) {
    for (const expression of expressionsOf(part)) yield* allWithin(expression)
    for (const { query } of [part.from, ...part.joins.map(({ source }) => source)])
      if (query !== undefined) yield* allExpressions(query)
  }
}

function* allWithin(expression: Expression): Generator<Expression, void> {
  yield expression
  for (const child of childrenOf(expression)) yield* allWithin(child)
  for (const query of queriesOf(expression)) yield* allExpressions(query)
}
