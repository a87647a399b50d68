import { checkExpansion } from './check-expansion.ts'
import { ExpressionParser } from './expression-parser.ts'
import { maxReads } from './limits.ts'
import { refusal } from './refusal.ts'
import { resolveNames } from './resolve-names.ts'
import { TokenReader } from './token-reader.ts'
import {
  type Column,
  childrenOf,
  type Expression,
  expressionsOf,
  type Item,
  type Join,
  type LimitBy,
  type Query,
  queriesOf,
  type Select,
  type Source,
} from './tree.ts'

const maxLevels = 12
const maxParts = 8
const maxItems = 100
const maxLimit = 1_000_000

/** The name that statements select from. */
const eventsName = 'events'

/** The tree of a statement. Throws a Fault sql_refused that reports where and why it is not accepted. */
export function parseStatement(sql: string): Query {
  return new StatementParser(sql).statement()
}

class StatementParser {
  readonly #reader: TokenReader
  readonly #expressions: ExpressionParser
  /** Queries of WITH that can be referenced here. */
  #named: ReadonlyMap<string, Query> = new Map()
  /** Reads of events in the current query so far. */
  #reads = 0
  /**
   * Levels of subqueries in the current query so far. A use of a query of WITH adds the levels of that query.
   */
  #depth = 0
  /** Number of queries around the current token, as written. */
  #levels = 0

  constructor(sql: string) {
    this.#reader = new TokenReader(sql)
    this.#expressions = new ExpressionParser(this.#reader, () => this.#use(this.#query()))
  }

  statement(): Query {
    const query = this.#query()
    if (this.#reader.token.kind !== 'end') throw this.#reader.unexpected('the end of the statement')
    const resolved = resolveNames(query)
    checkExpansion(resolved)
    return resolved
  }

  /** A query with its WITH. The caller adds its counts to the surrounding query (`#use`). */
  #query(): Query {
    if (++this.#levels > maxLevels)
      throw refusal(`Subqueries have at most ${maxLevels} levels`, this.#reader.token.start)
    const outside = { named: this.#named, reads: this.#reads, depth: this.#depth }
    if (this.#reader.take('WITH')) this.#reader.list(() => this.#nameQuery())
    this.#reads = 0
    this.#depth = 0
    const { parts, isDistinct } = this.#union()
    const query = { parts, isDistinct, reads: this.#reads, depth: this.#depth + 1 }
    this.#named = outside.named
    this.#reads = outside.reads
    this.#depth = outside.depth
    this.#levels--
    return query
  }

  /** One query of WITH: `name AS (SELECT …)`. */
  #nameQuery(): void {
    const reader = this.#reader
    const { start } = reader.token
    const name = reader.name('a name')
    if (name === eventsName || this.#named.has(name)) throw refusal(`The name ${name} is taken`, start)
    reader.expect('AS')
    reader.expectSymbol('(')
    const query = this.#query()
    reader.expectSymbol(')')
    this.#named = new Map([...this.#named, [name, query]])
  }

  #union(): Pick<Query, 'parts' | 'isDistinct'> {
    const parts = [this.#select()]
    let isDistinct: boolean | undefined
    while (this.#reader.take('UNION')) {
      const { start } = this.#reader.token
      const distinct = this.#reader.take('DISTINCT')
      if (!distinct) this.#reader.expect('ALL')
      if (isDistinct !== undefined && isDistinct !== distinct)
        throw refusal('A UNION is all of ALL or all of DISTINCT; subqueries separate them', start)
      isDistinct = distinct
      parts.push(this.#select())
    }
    if (parts.length > maxParts) throw refusal(`A UNION has at most ${maxParts} parts`, this.#reader.end)
    const ordered = parts.find(
      ({ orderBy, limitBy, limit }) => orderBy.length > 0 || limitBy || limit !== undefined,
    )
    if (parts.length > 1 && ordered !== undefined)
      throw refusal(
        'ORDER BY and LIMIT are not accepted in a UNION; SELECT … FROM (… UNION …) takes them',
        this.#reader.end,
      )
    return { parts, isDistinct: isDistinct === true }
  }

  #select(): Select {
    const reader = this.#reader
    reader.expect('SELECT')
    const isDistinct = reader.take('DISTINCT')
    const items = reader.list(() => this.#item())
    if (items.length > maxItems) throw refusal(`A SELECT has at most ${maxItems} columns`, reader.end)
    reader.expect('FROM')
    const from = this.#source()
    const joins: Join[] = []
    while (reader.is('JOIN', 'INNER', 'LEFT')) joins.push(this.#join())
    const where = reader.take('WHERE') ? this.#expressions.expression() : undefined
    const groupBy = this.#by('GROUP', () => this.#expressions.expression())
    const having = reader.take('HAVING') ? this.#expressions.expression() : undefined
    const orderBy = this.#by('ORDER', () => this.#expressions.order())
    const { limitBy, ...limits } = this.#limits()
    const select = { isDistinct, items, from, joins, where, groupBy, having, orderBy, limitBy, ...limits }
    checkAliases(select)
    return select
  }

  #by<T>(keyword: 'GROUP' | 'ORDER', item: () => T): T[] {
    if (!this.#reader.take(keyword)) return []
    this.#reader.expect('BY')
    return this.#reader.list(item)
  }

  /** LIMIT … BY …, and the LIMIT of all rows. */
  #limits(): Pick<Select, 'limitBy' | 'limit' | 'offset'> {
    const first = this.#limit()
    if (first === undefined) return { limitBy: undefined, limit: undefined, offset: 0 }
    if (!this.#reader.take('BY')) return { limitBy: undefined, ...first }
    const limitBy: LimitBy = { ...first, by: this.#reader.list(() => this.#expressions.expression()) }
    return { limitBy, limit: undefined, offset: 0, ...this.#limit() }
  }

  #limit(): { limit: number; offset: number } | undefined {
    if (!this.#reader.take('LIMIT')) return undefined
    const limit = this.#number()
    return { limit, offset: this.#reader.take('OFFSET') ? this.#number() : 0 }
  }

  #number(): number {
    const value = this.#reader.wholeNumber('a whole number')
    if (value > maxLimit) throw refusal(`LIMIT and OFFSET are at most ${maxLimit}`, this.#reader.end)
    return value
  }

  #item(): Item {
    const reader = this.#reader
    const { start } = reader.token
    const expression = reader.takeSymbol('*') ? 'all' : this.#expressions.expression()
    const text = reader.sql.slice(start, reader.end)
    return { expression, alias: expression === 'all' ? undefined : this.#alias(), text }
  }

  #alias(): string | undefined {
    if (this.#reader.take('AS')) return this.#reader.name('a name')
    return this.#reader.isName() ? this.#reader.name('a name') : undefined
  }

  #source(): Source {
    const reader = this.#reader
    if (reader.takeSymbol('(')) {
      if (!reader.is('SELECT', 'WITH')) throw reader.unexpected('SELECT')
      const query = this.#use(this.#query())
      reader.expectSymbol(')')
      return { query, alias: this.#alias() }
    }
    const { start } = reader.token
    const name = reader.name(`${eventsName}, or a subquery in parentheses`)
    if (reader.isSymbol('('))
      throw refusal(`${name}() is no source: statements select from ${eventsName}`, start)
    if (reader.isSymbol('.')) throw refusal(`Statements select from ${eventsName}, without a database`, start)
    const query = this.#named.get(name)
    if (name !== eventsName && query === undefined)
      throw refusal(`There is no table ${name}: statements select from ${eventsName}`, start)
    if (query === undefined) this.#addReads(1, 0)
    else this.#use(query)
    return { query, alias: this.#alias() ?? name }
  }

  #join(): Join {
    const reader = this.#reader
    const kind = reader.is('LEFT') ? 'LEFT' : 'INNER'
    if (reader.take('LEFT')) reader.take('OUTER')
    else reader.take('INNER')
    reader.expect('JOIN')
    const { start } = reader.token
    const source = this.#source()
    if (source.alias === undefined)
      throw refusal('A subquery that is joined needs a name: (…) AS name', start)
    if (reader.take('USING')) {
      reader.expectSymbol('(')
      const using = reader.list(() => this.#expressions.plainColumn())
      reader.expectSymbol(')')
      return { kind, source, on: { using } }
    }
    if (!reader.take('ON')) throw reader.unexpected('ON or USING')
    const on = [this.#equality()]
    while (reader.take('AND')) on.push(this.#equality())
    return { kind, source, on }
  }

  /**
   * A condition of ON. Only equalities are accepted: without one, a join would pair every row with every row.
   */
  #equality(): readonly [Column, Column] {
    const { start } = this.#reader.token
    const left = this.#expressions.column()
    if (!this.#reader.isSymbol('=', '==')) throw this.#reader.unexpected('= and the column of the other side')
    this.#reader.read()
    const right = this.#expressions.column()
    if (left.source === undefined || right.source === undefined || left.source === right.source)
      throw refusal('A JOIN is ON columns of both sides: a.host = b.host', start)
    return [left, right]
  }

  /** Adds the counts of a subquery to the query that uses it. */
  #use(query: Query): Query {
    this.#addReads(query.reads, query.depth)
    return query
  }

  #addReads(reads: number, depth: number): void {
    this.#reads += reads
    this.#depth = Math.max(this.#depth, depth)
    if (this.#reads > maxReads)
      throw refusal(`A statement reads ${eventsName} at most ${maxReads} times`, this.#reader.end)
    if (this.#depth > maxLevels)
      throw refusal(`Subqueries have at most ${maxLevels} levels`, this.#reader.end)
  }
}

/**
 * Refuses columns of a SELECT that use another column's alias. The engine replaces an alias by its
 * expression, so expressions of a few aliases that use each other would double at each step. GROUP BY, HAVING
 * and ORDER BY may use aliases, since no alias can use these clauses.
 */
function checkAliases({ items }: Select): void {
  const aliases = new Map(
    items.flatMap(({ alias }, index) => (alias === undefined ? [] : [[alias, index] as const])),
  )
  if (aliases.size === 0) return
  for (const [index, { expression }] of items.entries()) {
    if (expression === 'all') continue
    for (const name of namesIn(expression)) {
      const aliased = aliases.get(name)
      if (aliased !== undefined && aliased !== index)
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
