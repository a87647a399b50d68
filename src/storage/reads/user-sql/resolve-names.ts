import { type CodedField, codeNames, parseCodeName } from '../../../filter/predicate/severity-words.ts'
import { findClosestName } from '../../../schema/text/closest-name.ts'
import { operators } from './functions.ts'
import { refusal } from './refusal.ts'
import type { Column, Expression, Literal, Order, Query, Select, Source } from './tree.ts'
import { viewColumns } from './view.ts'

/** Columns by name, each with the field (severity, facility or status) whose codes it contains, if any. */
type Columns = ReadonlyMap<string, CodedField | undefined>

/** Meanings of names in a SELECT. */
interface NameScope {
  sources: readonly { alias: string | undefined; columns: Columns }[]
  /** Names that the SELECT assigns to its columns. */
  aliases: Columns
  /** Scope of the SELECT around a subquery used as a value. */
  outer: NameScope | undefined
}

const isCoded = (name: string): name is CodedField => Object.hasOwn(codeNames, name)
const eventColumns: Columns = new Map(
  viewColumns.map(([name]) => [name, isCoded(name) ? name : undefined] as const),
)
const comparisons: ReadonlySet<string> = new Set(
  (['=', '!=', '<', '<=', '>', '>='] as const).map(sign => operators[sign]),
)
/** Aggregate functions that return a code when given one. */
const keepCodes: ReadonlySet<string> = new Set(['min', 'max', 'any', 'minIf', 'maxIf', 'anyIf'])

/**
 * Replaces names of severities, facilities and statuses by their codes: `severity = 'error'` becomes
 * `severity = 3`. Throws a Fault sql_refused for an unknown column or name of a code.
 */
export function resolveNames(query: Query): Query {
  return resolveQuery(query, undefined).query
}

function resolveQuery(query: Query, outer: NameScope | undefined): { query: Query; columns: Columns } {
  const parts = query.parts.map(part => resolveSelect(part, outer))
  // The first part of a UNION names its columns.
  return {
    query: { ...query, parts: parts.map(({ select }) => select) },
    columns: parts[0]?.columns ?? new Map(),
  }
}

function resolveSelect(select: Select, outer: NameScope | undefined): { select: Select; columns: Columns } {
  const from = resolveSource(select.from, outer)
  const joined = select.joins.map(({ source }) => resolveSource(source, outer))
  const sources = [from, ...joined]
  // The names of the sources, without the SELECT's own aliases.
  const sourceScope: NameScope = { sources, aliases: new Map(), outer }
  const fieldsByAlias = select.items.flatMap(({ alias, expression }) =>
    alias === undefined || expression === 'all'
      ? []
      : [[alias, codedFieldOf(expression, sourceScope)] as const],
  )
  const scope: NameScope = { ...sourceScope, aliases: new Map(fieldsByAlias) }
  for (const { on } of select.joins)
    for (const column of 'using' in on ? on.using : on.flat()) requireColumn(column, sourceScope)
  const resolved = mapClauses(select, {
    changeItem: item => resolve(item, scope, sourceScope),
    changeClause: clause => resolve(clause, scope, scope),
  })
  const joins = select.joins.map((join, index) => ({ ...join, source: joined[index]?.source ?? join.source }))
  return { select: { ...resolved, from: from.source, joins }, columns: columnsOf(select, scope, sourceScope) }
}

function resolveSource(
  source: Source,
  outer: NameScope | undefined,
): { source: Source; alias: string | undefined; columns: Columns } {
  if (source.query === undefined) return { source, alias: source.alias, columns: eventColumns }
  const { query, columns } = resolveQuery(source.query, outer)
  return { source: { ...source, query }, alias: source.alias, columns }
}

/** The named result columns of a SELECT. */
function columnsOf({ items }: Select, { sources, aliases }: NameScope, sourceScope: NameScope): Columns {
  const columns = new Map<string, CodedField | undefined>()
  for (const { expression, alias } of items) {
    if (expression === 'all')
      for (const source of sources) for (const one of source.columns) columns.set(...one)
    else if (alias !== undefined) columns.set(alias, aliases.get(alias))
    else if (expression.kind === 'column') columns.set(expression.name, codedFieldOf(expression, sourceScope))
  }
  return columns
}

/**
 * Resolves the names in an expression. `scope`: all names that the expression may use. `codeScope`: the names
 * that say which codes a column contains; in a column of a SELECT, these are only the sources' names, not its
 * own alias.
 */
function resolve(expression: Expression, scope: NameScope, codeScope: NameScope): Expression {
  if (expression.kind === 'column') requireColumn(expression, scope)
  const resolved = mapParts(
    expression,
    child => resolve(child, scope, codeScope),
    query => resolveQuery(query, scope).query,
  )
  if (resolved.kind === 'in' && !('parts' in resolved.among)) {
    const field = codedFieldOf(resolved.subject, codeScope)
    if (field === undefined) return resolved
    return { ...resolved, among: resolved.among.map(literal => withCode(literal, field)) }
  }
  if (resolved.kind !== 'call' || !comparisons.has(resolved.name)) return resolved
  const fields = resolved.arguments.map(one => codedFieldOf(one, codeScope))
  const field = fields.find(one => one !== undefined)
  if (field === undefined) return resolved
  const given = resolved.arguments.map(one => (one.kind === 'literal' ? withCode(one, field) : one))
  return { ...resolved, arguments: given }
}

/** The code of a name, or the number written as a text. */
function withCode(literal: Literal, field: CodedField): Literal {
  const { value } = literal
  if (typeof value !== 'string') return literal
  const code = /^\d{1,3}$/.test(value) ? Number(value) : parseCodeName(field, value)
  if (code === undefined)
    throw refusal(`There is no ${field} '${value}': it is a number or one of ${codeNames[field].join(', ')}`)
  return { ...literal, value: code }
}

/** The coded field whose codes an expression returns, if any. */
function codedFieldOf(expression: Expression, scope: NameScope): CodedField | undefined {
  if (expression.kind === 'column') return findColumn(expression, scope)?.get(expression.name)
  if (expression.kind !== 'call' || !keepCodes.has(expression.name)) return undefined
  const [argument] = expression.arguments
  return argument && codedFieldOf(argument, scope)
}

/** The set of columns that contains a column; undefined if no set in the scope does. */
function findColumn({ source, name }: Column, scope: NameScope): Columns | undefined {
  for (let at: NameScope | undefined = scope; at !== undefined; at = at.outer) {
    if (source === undefined && at.aliases.has(name)) return at.aliases
    const found = at.sources.find(
      ({ alias, columns }) => (source === undefined || alias === source) && columns.has(name),
    )
    if (found !== undefined) return found.columns
  }
  return undefined
}

/** Throws a Fault sql_refused, with proposals, unless the scope has a column. */
function requireColumn(column: Column, scope: NameScope): void {
  if (findColumn(column, scope) !== undefined) return
  const { source, name, at } = column
  const candidates = scope.sources.filter(({ alias }) => source === undefined || alias === source)
  if (candidates.length === 0 && findSource(source, scope.outer) === undefined) {
    const aliases = scope.sources.flatMap(({ alias }) => alias ?? [])
    throw refusal(
      `There is no source ${source} here; sources are ${aliases.join(', ') || 'without names'}`,
      at,
    )
  }
  const outer = findSource(source, scope.outer)
  const among = outer === undefined ? candidates : [...candidates, outer]
  const known = [...new Set(among.flatMap(({ columns }) => [...columns.keys()]))]
  const closest = findClosestName(name, known)
  const proposal = closest === undefined ? '' : `; did you mean ${closest}?`
  const tags = among.some(({ columns }) => columns === eventColumns) ? ", and tags['name']" : ''
  throw refusal(
    `There is no column ${name}${proposal || '.'} Columns: ${known.join(', ') || 'none with a name'}${tags}`,
    at,
  )
}

function findSource(
  name: string | undefined,
  scope: NameScope | undefined,
): NameScope['sources'][number] | undefined {
  if (name === undefined || scope === undefined) return undefined
  return scope.sources.find(({ alias }) => alias === name) ?? findSource(name, scope.outer)
}

/** Maps the parts of an expression: its children, and its queries. */
function mapParts(
  expression: Expression,
  change: (child: Expression) => Expression,
  changeQuery: (query: Query) => Query,
): Expression {
  switch (expression.kind) {
    case 'call': {
      const { arguments: given, over } = expression
      const window = over && {
        ...over,
        partitionBy: over.partitionBy.map(change),
        orderBy: mapOrders(over.orderBy, change),
      }
      return { ...expression, arguments: given.map(change), over: window }
    }
    case 'in': {
      const { among } = expression
      return {
        ...expression,
        subject: change(expression.subject),
        among: 'parts' in among ? changeQuery(among) : among,
      }
    }
    case 'cast':
      return { ...expression, subject: change(expression.subject) }
    case 'subquery':
      return { ...expression, query: changeQuery(expression.query) }
    default:
      return expression
  }
}

/** Maps the expressions of a SELECT: its columns, and its other clauses. */
function mapClauses(
  select: Select,
  {
    changeItem,
    changeClause,
  }: {
    changeItem: (item: Expression) => Expression
    changeClause: (clause: Expression) => Expression
  },
): Select {
  const { items, where, groupBy, having, orderBy, limitBy } = select
  return {
    ...select,
    items: items.map(item =>
      item.expression === 'all' ? item : { ...item, expression: changeItem(item.expression) },
    ),
    where: where && changeClause(where),
    groupBy: groupBy.map(changeClause),
    having: having && changeClause(having),
    orderBy: mapOrders(orderBy, changeClause),
    limitBy: limitBy && { ...limitBy, by: limitBy.by.map(changeClause) },
  }
}

function mapOrders(orders: readonly Order[], change: (expression: Expression) => Expression): Order[] {
  return orders.map(order => ({ ...order, expression: change(order.expression) }))
}
