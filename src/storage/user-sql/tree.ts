/** A statement as it was read: all that it may ask for. `print.ts` writes SQL of it. */
export interface Query {
  /** Those of a UNION, or one. */
  parts: readonly Select[]
  isDistinct: boolean
  /** How often events are read, with all subqueries. */
  reads: number
  /** Levels of subqueries, itself among them. */
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
  limit: number | undefined
  offset: number
}

export interface Item {
  expression: Expression | 'all'
  alias: string | undefined
  /** As it was written: the name of the column in the answer. */
  text: string
}

/** `query` undefined: the events that the reader may see. */
export interface Source {
  query: Query | undefined
  alias: string | undefined
}

export interface Join {
  kind: 'INNER' | 'LEFT'
  source: Source
  /** Pairs of columns that are equal, at least one. */
  on: readonly (readonly [Column, Column])[]
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
}

/** A tag of events: '' when there is none. */
export interface Tag {
  kind: 'tag'
  source: string | undefined
  name: string
}

export interface Literal {
  kind: 'literal'
  value: string | number | boolean | null
}

/** A call of a function of ours or of an operator, by its name in the engine. */
export interface Call {
  kind: 'call'
  name: string
  /** Of an aggregate function: `quantile(0.9)(x)`. */
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

export type Expression = Column | Tag | Literal | Call | In | Cast

export interface Window {
  partitionBy: readonly Expression[]
  orderBy: readonly Order[]
  /** From keywords and numbers of ours; '' for that of the engine. */
  frame: string
}

/** The expressions of a window. */
function windowParts({ partitionBy, orderBy }: Window): Expression[] {
  return [...partitionBy, ...orderBy.map(({ expression }) => expression)]
}

/** The expressions that an expression is made of; those of subqueries are not among them. */
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

/** The expressions of a SELECT itself, without those of its sources. */
export function expressionsOf({ items, where, groupBy, having, orderBy }: Select): Expression[] {
  const selected = items.map(({ expression }) => expression)
  const all = [...selected, where, ...groupBy, having, ...orderBy.map(order => order.expression)]
  return all.filter(one => one !== undefined && one !== 'all')
}

/** The names of the tags in a query, each once. */
export function tagsOf(query: Query): string[] {
  return [...new Set(tagsInQuery(query))]
}

function* tagsInQuery({ parts }: Query): Generator<string> {
  for (const part of parts) {
    for (const expression of expressionsOf(part)) yield* tagsInExpression(expression)
    for (const { query } of [part.from, ...part.joins.map(({ source }) => source)])
      if (query !== undefined) yield* tagsInQuery(query)
  }
}

function* tagsInExpression(expression: Expression): Generator<string> {
  if (expression.kind === 'tag') yield expression.name
  for (const child of childrenOf(expression)) yield* tagsInExpression(child)
  if (expression.kind === 'in' && 'parts' in expression.among) yield* tagsInQuery(expression.among)
}
