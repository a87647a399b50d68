import { list, number, text } from '../../sql/literal.ts'
import { castFunction, growingFunctions, notConstantFunction, printedFunctions } from './functions.ts'
import { maxReads } from './limits.ts'
import { tagColumn, tagNamesColumn } from './tag-columns.ts'
import {
  type Call,
  type Cast,
  type Column,
  type Expression,
  type In,
  type Item,
  type Join,
  type LimitBy,
  type Literal,
  type Order,
  type Query,
  type Select,
  type Source,
  type Subquery,
  type Tag,
  type TagNames,
  tagsOf,
  usesTagNames,
  type Window,
} from './tree.ts'
import { valueWithoutRows } from './value-without-rows.ts'

/** A statement in the engine's SQL. */
export interface PrintedStatement {
  /** The statement, with this SQL as the source of events (for FROM). */
  sql(events: string): string
  /**
   * Names of the tags that the statement reads. The SQL of events must have a column `tagColumn(index)` for
   * each.
   */
  tags: readonly string[]
  /** Whether the statement reads the names of tags, in the column `tagNamesColumn`. */
  usesTagNames: boolean
}

/**
 * Writes the SQL of a statement. Only names, which are letters, digits and underscores within quotes, and
 * values, which are literals (sql/literal.ts), come from the user's text. Operators are written as calls, so
 * that precedence does not matter.
 */
export function printStatement(query: Query): PrintedStatement {
  const tags = tagsOf(query)
  return { sql: events => new Printer(events, tags).query(query), tags, usesTagNames: usesTagNames(query) }
}

class Printer {
  readonly #events: string
  readonly #tags: readonly string[]
  #reads = 0

  constructor(events: string, tags: readonly string[]) {
    this.#events = events
    this.#tags = tags
  }

  query({ parts, isDistinct }: Query): string {
    const selects = parts.map(part => this.#select(part))
    const [only = ''] = selects
    if (selects.length === 1) return only
    return selects.map(select => `(${select})`).join(isDistinct ? ' UNION DISTINCT ' : ' UNION ALL ')
  }

  #select({
    isDistinct,
    items,
    from,
    joins,
    where,
    groupBy,
    having,
    orderBy,
    limitBy,
    limit,
    offset,
  }: Select): string {
    const clauses = [
      `SELECT ${isDistinct ? 'DISTINCT ' : ''}${list(items.map(item => this.#item(item)))}`,
      `FROM ${this.#source(from)}`,
      ...joins.map(join => this.#join(join)),
      ...(where === undefined ? [] : [`WHERE ${this.#expression(where)}`]),
      ...(groupBy.length === 0 ? [] : [`GROUP BY ${list(groupBy.map(one => this.#expression(one)))}`]),
      ...(having === undefined ? [] : [`HAVING ${this.#expression(having)}`]),
      ...(orderBy.length === 0 ? [] : [`ORDER BY ${this.#orders(orderBy)}`]),
      ...(limitBy === undefined ? [] : [this.#limitBy(limitBy)]),
      ...(limit === undefined ? [] : [`LIMIT ${number(limit)} OFFSET ${number(offset)}`]),
    ]
    return clauses.join(' ')
  }

  #item({ expression, alias }: Item): string {
    if (expression === 'all') return '*'
    const as = alias === undefined ? '' : ` AS ${name(alias)}`
    return `${this.#expression(expression)}${as}`
  }

  #source({ query, alias }: Source): string {
    // The parser has checked this too, but an expression may be in its tree twice.
    if (query === undefined && ++this.#reads > maxReads) throw new RangeError('the statement reads too often')
    const from = query === undefined ? this.#events : `(${this.query(query)})`
    return alias === undefined ? from : `${from} AS ${name(alias)}`
  }

  #join({ kind, source, on }: Join): string {
    const joined = `${kind} JOIN ${this.#source(source)}`
    if ('using' in on) return `${joined} USING (${list(on.using.map(column => this.#column(column)))})`
    const equal = on.map(([left, right]) => `${this.#column(left)} = ${this.#column(right)}`)
    return `${joined} ON ${equal.join(' AND ')}`
  }

  #limitBy({ limit, offset, by }: LimitBy): string {
    return `LIMIT ${number(limit)} OFFSET ${number(offset)} BY ${list(by.map(one => this.#expression(one)))}`
  }

  #orders(orders: readonly Order[]): string {
    return list(
      orders.map(({ expression, isDescending, nulls }) => {
        const direction = isDescending ? ' DESC' : ' ASC'
        return `${this.#expression(expression)}${direction}${nulls === undefined ? '' : ` NULLS ${nulls}`}`
      }),
    )
  }

  #expression(expression: Expression): string {
    switch (expression.kind) {
      case 'column':
        return this.#column(expression)
      case 'tag':
        return this.#tag(expression)
      case 'tag-names':
        return this.#tagNames(expression)
      case 'subquery':
        return this.#subquery(expression)
      case 'literal':
        return literal(expression)
      case 'call':
        return this.#call(expression)
      case 'cast':
        return this.#cast(expression)
      case 'in':
        return this.#in(expression)
    }
  }

  #column({ source, name: column }: Pick<Column, 'source' | 'name'>): string {
    return source === undefined ? name(column) : `${name(source)}.${name(column)}`
  }

  #tag({ source, name: tag }: Tag): string {
    return this.#column({ source, name: tagColumn(this.#tags.indexOf(tag)) })
  }

  #tagNames({ source }: TagNames): string {
    return this.#column({ source, name: tagNamesColumn })
  }

  #subquery({ isExists, query }: Subquery): string {
    const value = `(${this.query(query)})`
    if (isExists) return `${printedFunctions.exists}${value}`
    const emptyValue = valueWithoutRows(query)
    if (emptyValue === undefined) return value
    return `${printedFunctions.ifNull}(${value}, ${this.#expression(emptyValue)})`
  }

  #call({ name: called, parameters, arguments: given, over }: Call): string {
    const fixed = parameters.length === 0 ? '' : `(${list(parameters.map(literal))})`
    const values = given.map(one => this.#expression(one))
    // Without this, the engine computes constants while it plans, which no time limit ends (functions.ts).
    if (growingFunctions.has(called)) values[0] = `${notConstantFunction}(${values[0]})`
    const call = `${called}${fixed}(${list(values)})`
    return over === undefined ? call : `${call} OVER (${this.#window(over)})`
  }

  /** A CAST to String may lengthen a value, as `growingFunctions` do. */
  #cast({ subject, type }: Cast): string {
    const value = this.#expression(subject)
    const written = type === 'String' ? `${notConstantFunction}(${value})` : value
    return `${castFunction}(${written}, ${text(type)})`
  }

  #window({ partitionBy, orderBy, frame }: Window): string {
    const parts = [
      ...(partitionBy.length === 0
        ? []
        : [`PARTITION BY ${list(partitionBy.map(one => this.#expression(one)))}`]),
      ...(orderBy.length === 0 ? [] : [`ORDER BY ${this.#orders(orderBy)}`]),
      ...(frame === '' ? [] : [frame]),
    ]
    return parts.join(' ')
  }

  /** The right side is a list of literals or a subquery. The engine would take a name for a table. */
  #in({ subject, isNegated, among }: In): string {
    const right = 'parts' in among ? this.query(among) : list(among.map(literal))
    return `(${this.#expression(subject)} ${isNegated ? 'NOT IN' : 'IN'} (${right}))`
  }
}

/** A quoted name. The parser accepts only letters, digits and underscores in names (token-reader.ts). */
function name(plain: string): string {
  if (!/^\w+$/.test(plain)) throw new RangeError(`not a name: ${plain}`)
  return `\`${plain}\``
}

function literal({ value }: Literal): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  return typeof value === 'number' ? number(value) : text(value)
}
