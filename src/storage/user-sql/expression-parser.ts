import {
  castTypes,
  functions,
  intervals,
  operators,
  type SqlFunction,
  similarFunction,
  writtenFunctions,
} from './functions.ts'
import { refusal } from './refusal.ts'
import type { TokenReader } from './token-reader.ts'
import type { Call, Column, Expression, In, Literal, Order, Query, Tag, Window } from './tree.ts'

const maxDepth = 40
const maxNodes = 1_500
const maxListed = 1_000
const maxParameter = 10_000
const maxTextLength = 4_000

type Operator = keyof typeof operators

/** Reads expressions: of columns, tags, literals, operators, and the functions of the table. */
export class ExpressionParser {
  readonly #reader: TokenReader
  readonly #subquery: () => Query
  #depth = 0
  #nodes = 0
  #subqueries = 0

  /** `subquery` reads one behind its opening parenthesis. */
  constructor(reader: TokenReader, subquery: () => Query) {
    this.#reader = reader
    this.#subquery = subquery
  }

  expression(): Expression {
    return this.#nested(() =>
      this.#joined('OR', 'or', () => this.#joined('AND', 'and', () => this.#negation())),
    )
  }

  order(): Order {
    const expression = this.expression()
    const isDescending = this.#reader.take('DESC')
    if (!isDescending) this.#reader.take('ASC')
    return { expression, isDescending, nulls: this.#nulls() }
  }

  /** A column, with or without the alias of its source. */
  column(): Column {
    const found = this.#columnOrTag()
    if (found.kind === 'tag') throw refusal('A column is needed here, not a tag', this.#reader.end)
    return found
  }

  #nulls(): Order['nulls'] {
    if (!this.#reader.take('NULLS')) return undefined
    const { keyword } = this.#reader.token
    if (keyword !== 'FIRST' && keyword !== 'LAST') throw this.#reader.unexpected('FIRST or LAST')
    this.#reader.read()
    return keyword
  }

  #joined(keyword: 'AND' | 'OR', name: 'and' | 'or', part: () => Expression): Expression {
    const parts = [part()]
    while (this.#reader.take(keyword)) parts.push(part())
    const [first] = parts
    return first !== undefined && parts.length === 1 ? first : this.#call(writtenFunctions[name], parts)
  }

  #negation(): Expression {
    if (!this.#reader.take('NOT')) return this.#comparison()
    return this.#nested(() => this.#call(writtenFunctions.not, [this.#negation()]))
  }

  #comparison(): Expression {
    const before = { nodes: this.#nodes, subqueries: this.#subqueries }
    const subject = this.#sum()
    const reader = this.#reader
    if (reader.isSymbol('=', '==', '!=', '<>', '<', '<=', '>', '>='))
      return this.#operation(subject, () => this.#sum())
    if (reader.take('IS')) {
      const isNegated = reader.take('NOT')
      reader.expect('NULL')
      return this.#call(isNegated ? writtenFunctions.isNotNull : writtenFunctions.isNull, [subject])
    }
    const isNegated = reader.is('NOT')
    if (isNegated) {
      reader.read()
      if (!reader.is('IN', 'LIKE', 'ILIKE', 'BETWEEN')) throw reader.unexpected('IN, LIKE, ILIKE or BETWEEN')
    }
    if (reader.take('IN')) return this.#in(subject, isNegated)
    if (reader.take('LIKE')) return this.#like(subject, isNegated ? 'notLike' : 'like')
    if (reader.take('ILIKE')) return this.#like(subject, isNegated ? 'notILike' : 'ilike')
    if (!reader.take('BETWEEN')) return subject
    if (this.#subqueries > before.subqueries)
      throw refusal('What stands before BETWEEN has no subquery; use >= and <=', reader.end)
    return this.#between(subject, isNegated, this.#nodes - before.nodes)
  }

  /** The subject stands twice in what is written, and counts twice. It has no subquery: each would be read twice. */
  #between(subject: Expression, isNegated: boolean, nodes: number): Expression {
    this.#count(nodes)
    const from = this.#sum()
    this.#reader.expect('AND')
    const to = this.#sum()
    const within = this.#call(writtenFunctions.and, [
      this.#call(operators['>='], [subject, from]),
      this.#call(operators['<='], [subject, to]),
    ])
    return isNegated ? this.#call(writtenFunctions.not, [within]) : within
  }

  #like(subject: Expression, name: 'like' | 'notLike' | 'ilike' | 'notILike'): Call {
    const value = this.#reader.text('a pattern in quotes')
    return this.#call(writtenFunctions[name], [subject, { kind: 'literal', value }])
  }

  #in(subject: Expression, isNegated: boolean): In {
    this.#count(1)
    this.#reader.expectSymbol('(')
    const hasSubquery = this.#reader.is('SELECT', 'WITH')
    if (hasSubquery) this.#subqueries++
    const among = hasSubquery ? this.#subquery() : this.#reader.list(() => this.#literal())
    this.#reader.expectSymbol(')')
    if (Array.isArray(among) && among.length > maxListed)
      throw refusal(`A list has at most ${maxListed} values`, this.#reader.end)
    return { kind: 'in', isNegated, subject, among }
  }

  #sum(): Expression {
    return this.#chain(['+', '-', '||'], () => this.#chain(['*', '/', '%'], () => this.#sign()))
  }

  #chain(signs: readonly Operator[], part: () => Expression): Expression {
    let left = part()
    while (this.#reader.isSymbol(...signs)) left = this.#operation(left, part)
    return left
  }

  #operation(left: Expression, right: () => Expression): Call {
    // The caller has looked: it is an operator.
    const sign = this.#reader.read().text as Operator
    return this.#call(operators[sign], [left, right()])
  }

  #sign(): Expression {
    if (!this.#reader.takeSymbol('-')) return this.#indexed()
    return this.#nested(() => {
      const of = this.#sign()
      if (of.kind === 'literal' && typeof of.value === 'number') return { kind: 'literal', value: -of.value }
      return this.#call(writtenFunctions.negate, [of])
    })
  }

  #indexed(): Expression {
    let value = this.#primary()
    while (this.#reader.takeSymbol('[')) {
      const index = this.#reader.wholeNumber('a number from 1')
      if (index === 0) throw refusal('Arrays begin with 1', this.#reader.end)
      this.#reader.expectSymbol(']')
      value = this.#call(writtenFunctions.arrayElement, [value, { kind: 'literal', value: index }])
    }
    return value
  }

  #primary(): Expression {
    const reader = this.#reader
    const { token } = reader
    if (reader.takeSymbol('(')) {
      if (reader.is('SELECT', 'WITH'))
        throw refusal('A subquery is accepted after FROM, JOIN and IN, not as a value', token.start)
      const inner = this.expression()
      reader.expectSymbol(')')
      return inner
    }
    if (token.kind === 'number' || token.kind === 'text' || reader.is('NULL', 'TRUE', 'FALSE'))
      return this.#literal()
    if (reader.is('CASE')) return this.#case()
    if (reader.is('INTERVAL')) return this.#interval()
    if (token.kind === 'name' && reader.next.kind === 'symbol' && reader.next.text === '(')
      return reader.is('CAST') ? this.#cast() : this.#functionCall()
    return this.#columnOrTag()
  }

  #literal(): Literal {
    this.#count(1)
    const isNegative = this.#reader.takeSymbol('-')
    const { kind, keyword, text, start } = this.#reader.token
    if (kind === 'number') {
      this.#reader.read()
      const value = Number(text)
      if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
        throw refusal('The number is too large', start)
      return { kind: 'literal', value: isNegative ? -value : value }
    }
    if (isNegative) throw this.#reader.unexpected('a number')
    if (kind === 'text') {
      this.#reader.read()
      if (text.length > maxTextLength) throw refusal(`A text has at most ${maxTextLength} characters`, start)
      return { kind: 'literal', value: text }
    }
    if (this.#reader.take('NULL')) return { kind: 'literal', value: null }
    if (keyword !== 'TRUE' && keyword !== 'FALSE')
      throw this.#reader.unexpected('a number or a text in quotes')
    this.#reader.read()
    return { kind: 'literal', value: keyword === 'TRUE' }
  }

  /** CASE WHEN … THEN … ELSE … END. */
  #case(): Call {
    const reader = this.#reader
    reader.expect('CASE')
    if (!reader.is('WHEN')) throw reader.unexpected('WHEN')
    const parts: Expression[] = []
    while (reader.take('WHEN')) {
      parts.push(this.expression())
      reader.expect('THEN')
      parts.push(this.expression())
    }
    parts.push(reader.take('ELSE') ? this.expression() : { kind: 'literal', value: null })
    reader.expect('END')
    return this.#call(writtenFunctions.multiIf, parts)
  }

  #interval(): Call {
    const reader = this.#reader
    reader.expect('INTERVAL')
    const value = reader.wholeNumber('a whole number')
    const maker = intervals.get(reader.token.keyword)
    if (maker === undefined) throw reader.unexpected('SECOND, MINUTE, HOUR, DAY, WEEK, MONTH or YEAR')
    reader.read()
    return this.#call(maker, [{ kind: 'literal', value }])
  }

  #cast(): Expression {
    const reader = this.#reader
    this.#count(1)
    reader.expect('CAST')
    reader.expectSymbol('(')
    const subject = this.expression()
    reader.expect('AS')
    const type = castTypes.get(reader.token.keyword)
    if (type === undefined) throw reader.unexpected(`one of ${[...castTypes.keys()].join(', ')}`)
    reader.read()
    reader.expectSymbol(')')
    return { kind: 'cast', subject, type }
  }

  #functionCall(): Call {
    const reader = this.#reader
    const { text: name, start } = reader.read()
    const known = functions.get(name.toLowerCase())
    if (known === undefined) throw unknownFunction(name, start)
    const parameters = known.parameters === true ? this.#parameters(name) : []
    reader.expectSymbol('(')
    // count(*) is count().
    const isAll = known.engine === 'count' && reader.takeSymbol('*')
    const isDistinct = !isAll && reader.take('DISTINCT')
    if (isDistinct && known.engine !== 'count')
      throw refusal('DISTINCT is accepted in count() only', reader.end)
    const given = isAll || reader.isSymbol(')') ? [] : reader.list(() => this.expression())
    reader.expectSymbol(')')
    checkArguments(name, known, given, start)
    const over = reader.take('OVER') ? this.#window(known, name) : undefined
    if (known.kind === 'window' && over === undefined) throw refusal(`${name}() needs OVER (…)`, reader.end)
    if (isDistinct && given.length === 0) throw reader.unexpected('what is counted')
    return { ...this.#call(isDistinct ? 'uniqExact' : known.engine, given), parameters, over }
  }

  #parameters(name: string): Literal[] {
    this.#reader.expectSymbol('(')
    const parameters = this.#reader.list(() => this.#literal())
    this.#reader.expectSymbol(')')
    const isAllowed = ({ value }: Literal) => typeof value === 'number' && value >= 0 && value <= maxParameter
    if (parameters.length > 20 || !parameters.every(isAllowed))
      throw refusal(
        `${name} takes up to 20 numbers from 0 to ${maxParameter}, as in ${name}(…)(x)`,
        this.#reader.end,
      )
    return parameters
  }

  #window({ kind }: SqlFunction, name: string): Window {
    if (kind === 'scalar') throw refusal(`${name}() takes no OVER`, this.#reader.end)
    const reader = this.#reader
    reader.expectSymbol('(')
    let partitionBy: Expression[] = []
    if (reader.take('PARTITION')) {
      reader.expect('BY')
      partitionBy = reader.list(() => this.expression())
    }
    let orderBy: Order[] = []
    if (reader.take('ORDER')) {
      reader.expect('BY')
      orderBy = reader.list(() => this.order())
    }
    const frame = reader.take('ROWS') ? this.#frame() : ''
    reader.expectSymbol(')')
    return { partitionBy, orderBy, frame }
  }

  #frame(): string {
    if (!this.#reader.take('BETWEEN')) return `ROWS ${this.#frameEnd('PRECEDING')}`
    const from = this.#frameEnd('PRECEDING')
    this.#reader.expect('AND')
    return `ROWS BETWEEN ${from} AND ${this.#frameEnd('FOLLOWING')}`
  }

  #frameEnd(side: 'PRECEDING' | 'FOLLOWING'): string {
    const reader = this.#reader
    if (reader.take('CURRENT')) {
      reader.expect('ROW')
      return 'CURRENT ROW'
    }
    const distance = reader.take('UNBOUNDED')
      ? 'UNBOUNDED'
      : String(reader.wholeNumber('UNBOUNDED, CURRENT ROW or a number'))
    reader.expect(side)
    return `${distance} ${side}`
  }

  #columnOrTag(): Column | Tag {
    this.#count(1)
    const reader = this.#reader
    const first = reader.name('a value')
    const isQualified = reader.takeSymbol('.')
    const name = isQualified ? reader.name('a column') : first
    const source = isQualified ? first : undefined
    if (reader.isSymbol('.')) throw refusal('A column is name or alias.name', reader.token.start)
    if (name !== 'tags') return { kind: 'column', source, name }
    if (!reader.takeSymbol('[')) throw reader.unexpected("the name of a tag, as in tags['user']")
    const tag = reader.text("the name of a tag, as in tags['user']")
    reader.expectSymbol(']')
    return { kind: 'tag', source, name: tag }
  }

  #call(name: string, given: readonly Expression[]): Call {
    this.#count(1)
    return { kind: 'call', name, parameters: [], arguments: given, over: undefined }
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > maxDepth)
      throw refusal(`Expressions have at most ${maxDepth} levels`, this.#reader.token.start)
    try {
      return read()
    } finally {
      this.#depth--
    }
  }

  #count(nodes: number): void {
    this.#nodes += nodes
    if (this.#nodes > maxNodes) throw refusal('The statement is too large', this.#reader.token.start)
  }
}

function unknownFunction(name: string, at: number): Error {
  const closest = similarFunction(name)
  const proposal = closest === undefined ? '' : `; did you mean ${closest}?`
  return refusal(`There is no function ${name} for statements${proposal}`, at)
}

function checkArguments(
  name: string,
  { kind, min, max, literal, whole }: SqlFunction,
  given: readonly Expression[],
  at: number,
): void {
  if (given.length < min || given.length > max) {
    const wanted = min === max ? String(min) : `${min} to ${max}`
    throw refusal(`${name}() takes ${wanted} arguments, not ${given.length}`, at)
  }
  if (whole !== undefined && given.length > whole) checkWhole(name, kind, whole, given[whole], at)
  if (literal === undefined) return
  const fixed = given[literal]
  if (fixed?.kind !== 'literal' || typeof fixed.value !== 'string')
    throw refusal(`Argument ${literal + 1} of ${name}() is a text in quotes`, at)
}

/** Rows of a window are counted from 0; digits that are rounded to may lie before the point. */
function checkWhole(
  name: string,
  kind: SqlFunction['kind'],
  index: number,
  given: Expression | undefined,
  at: number,
): void {
  const [from, to] = kind === 'window' ? [0, maxParameter] : [-100, 100]
  const value = given?.kind === 'literal' ? given.value : undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < from || value > to)
    throw refusal(`Argument ${index + 1} of ${name}() is a whole number from ${from} to ${to}`, at)
}
