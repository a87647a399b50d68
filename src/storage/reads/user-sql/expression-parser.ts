import { checkAddressRange, isInRange } from './address-ranges.ts'
import { checkArguments, checkParameters, unknownFunction } from './check-arguments.ts'
import {
  castTypes,
  extractedParts,
  functions,
  operators,
  printedFunctions,
  type SqlFunction,
  withCondition,
} from './functions.ts'
import { readInterval, readLiteral } from './literal-parser.ts'
import { refusal } from './refusal.ts'
import type { TokenReader } from './token-reader.ts'
import type { Call, Column, Expression, In, Literal, Order, Query, Subquery, Tag, TagNames } from './tree.ts'
import { readWindow } from './window-parser.ts'

const maxDepth = 40
const maxNodes = 1_500
/** Maximum values in the list of an IN. */
const maxListed = 1_000

type Operator = keyof typeof operators

/** Reads expressions: columns, tags, literals, operators, and the known functions. */
export class ExpressionParser {
  readonly #reader: TokenReader
  readonly #subquery: () => Query
  /** Expressions around the current token. */
  #depth = 0
  /** Nodes of the statement so far, as printed: the printed statement may have a node several times. */
  #nodes = 0
  /** Subqueries in expressions so far. */
  #subqueries = 0

  /** `subquery` reads a subquery after its opening parenthesis. */
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

  /** A column without the alias of its source, as USING needs it. */
  plainColumn(): Column {
    const found = this.column()
    if (found.source !== undefined) throw refusal('Write the column without an alias here', found.at)
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
    return first !== undefined && parts.length === 1 ? first : this.#call(printedFunctions[name], parts)
  }

  #negation(): Expression {
    if (!this.#reader.take('NOT')) return this.#comparison()
    return this.#nested(() => this.#call(printedFunctions.not, [this.#negation()]))
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
      return this.#call(isNegated ? printedFunctions.isNotNull : printedFunctions.isNull, [subject])
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
    this.#countCopies(before, 1, 'The expression before BETWEEN must not contain a subquery; use >= and <=')
    return this.#between(subject, isNegated)
  }

  /**
   * The printed statement has the expression that was read since `before` this many more times: counts its
   * nodes again for each copy. A subquery in it is refused with `reason`, since it would run for each copy.
   */
  #countCopies(before: { nodes: number; subqueries: number }, copies: number, reason: string): void {
    this.#refuseSubquery(before, reason)
    this.#count((this.#nodes - before.nodes) * copies)
  }

  /** Refuses a subquery that was read since `before`. */
  #refuseSubquery(before: { subqueries: number }, reason: string): void {
    if (this.#subqueries > before.subqueries) throw refusal(reason, this.#reader.end)
  }

  #between(subject: Expression, isNegated: boolean): Expression {
    const from = this.#sum()
    this.#reader.expect('AND')
    const to = this.#sum()
    const within = this.#call(printedFunctions.and, [
      this.#call(operators['>='], [subject, from]),
      this.#call(operators['<='], [subject, to]),
    ])
    return isNegated ? this.#call(printedFunctions.not, [within]) : within
  }

  #like(subject: Expression, name: 'like' | 'notLike' | 'ilike' | 'notILike'): Call {
    const value = this.#reader.text('a pattern in quotes')
    return this.#call(printedFunctions[name], [subject, { kind: 'literal', value }])
  }

  #in(subject: Expression, isNegated: boolean): In {
    this.#count(1)
    this.#reader.expectSymbol('(')
    const hasSubquery = this.#reader.is('SELECT', 'WITH')
    const among = hasSubquery ? this.#query() : this.#reader.list(() => this.#literal())
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
    // The caller has checked that it is an operator.
    const sign = this.#reader.read().text as Operator
    return this.#call(operators[sign], [left, right()])
  }

  #sign(): Expression {
    if (!this.#reader.takeSymbol('-')) return this.#indexed()
    return this.#nested(() => {
      const operand = this.#sign()
      if (operand.kind === 'literal' && typeof operand.value === 'number')
        return { kind: 'literal', value: -operand.value }
      return this.#call(printedFunctions.negate, [operand])
    })
  }

  #indexed(): Expression {
    let value = this.#primary()
    while (this.#reader.takeSymbol('[')) {
      const index = this.#reader.wholeNumber('a number from 1')
      if (index === 0) throw refusal('Array indexes start at 1', this.#reader.end)
      this.#reader.expectSymbol(']')
      value = this.#call(printedFunctions.arrayElement, [value, { kind: 'literal', value: index }])
    }
    return value
  }

  #primary(): Expression {
    const reader = this.#reader
    const { token } = reader
    if (reader.takeSymbol('(')) {
      const inner = reader.is('SELECT', 'WITH') ? this.#subqueryValue(false) : this.expression()
      reader.expectSymbol(')')
      return inner
    }
    if (reader.take('EXISTS')) {
      reader.expectSymbol('(')
      const found = this.#subqueryValue(true)
      reader.expectSymbol(')')
      return found
    }
    if (token.kind === 'number' || token.kind === 'text' || reader.is('NULL', 'TRUE', 'FALSE'))
      return this.#literal()
    if (reader.is('CASE')) return this.#case()
    if (reader.is('INTERVAL')) return this.#interval()
    if (token.kind === 'name' && reader.tokenAfter.kind === 'symbol' && reader.tokenAfter.text === '(')
      return reader.is('CAST') ? this.#cast() : this.#functionCall()
    return this.#columnOrTag()
  }

  /** A subquery as a value, or after EXISTS, after its opening parenthesis. */
  #subqueryValue(isExists: boolean): Subquery {
    this.#count(1)
    return { kind: 'subquery', isExists, query: this.#query() }
  }

  #query(): Query {
    this.#subqueries++
    return this.#subquery()
  }

  #literal(): Literal {
    this.#count(1)
    return readLiteral(this.#reader)
  }

  /** CASE [subject] WHEN … THEN … ELSE … END. */
  #case(): Call {
    const reader = this.#reader
    reader.expect('CASE')
    const before = { nodes: this.#nodes, subqueries: this.#subqueries }
    const subject = reader.is('WHEN') ? undefined : this.expression()
    const subjectNodes = this.#nodes - before.nodes
    this.#refuseSubquery(before, 'The expression between CASE and WHEN must not contain a subquery')
    if (!reader.is('WHEN')) throw reader.unexpected('WHEN')
    const parts: Expression[] = []
    while (reader.take('WHEN')) {
      const value = this.expression()
      // The subject is written for each value; the first time is counted already.
      if (parts.length > 0) this.#count(subjectNodes)
      parts.push(subject === undefined ? value : this.#call(operators['='], [subject, value]))
      reader.expect('THEN')
      parts.push(this.expression())
    }
    parts.push(reader.take('ELSE') ? this.expression() : { kind: 'literal', value: null })
    reader.expect('END')
    return this.#call(printedFunctions.multiIf, parts)
  }

  #interval(): Call {
    const { maker, value } = readInterval(this.#reader)
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

  #functionCall(): Expression {
    const reader = this.#reader
    const before = { nodes: this.#nodes, subqueries: this.#subqueries }
    const { text: name, start } = reader.read()
    const known = functions.get(name.toLowerCase())
    if (known === undefined) throw unknownFunction(name, start)
    if (known.engine === 'mapKeys') return this.#tagNames()
    if (known.engine === 'extract' && reader.hasExtractedPart) return this.#extract()
    const parameters = known.parameters === true ? this.#parameters(name) : []
    reader.expectSymbol('(')
    // count(*) is count().
    const isAll = known.engine === 'count' && reader.takeSymbol('*')
    const isDistinct = !isAll && reader.take('DISTINCT')
    if (isDistinct && known.engine !== 'count') throw refusal('Only count() accepts DISTINCT', reader.end)
    const given = isAll || reader.isSymbol(')') ? [] : reader.list(() => this.expression())
    reader.expectSymbol(')')
    checkArguments(name, known, given, start)
    if (isDistinct && given.length === 0) throw reader.unexpected('what is counted')
    const [first, second] = given
    if (known.castsTo !== undefined && first !== undefined) {
      this.#count(1)
      return { kind: 'cast', subject: first, type: known.castsTo }
    }
    if (known.engine === 'isIPAddressInRange' && first !== undefined && second?.kind === 'literal') {
      checkAddressRange(second, reader.end)
      this.#countCopies(before, 3, `The address of ${name}() must not contain a subquery`)
      return isInRange(first, second)
    }
    const called = this.#filtered(this.#call(isDistinct ? 'uniqExact' : known.engine, given), known, name)
    const isOver = reader.take('OVER')
    if (isOver && known.kind === 'scalar') throw refusal(`${name}() takes no OVER`, reader.end)
    const over = isOver ? readWindow(reader, this) : undefined
    if (known.kind === 'window' && over === undefined) throw refusal(`${name}() needs OVER (…)`, reader.end)
    return { ...called, parameters, over }
  }

  /** FILTER (WHERE …) of an aggregate function. */
  #filtered(call: Call, { kind, engine }: SqlFunction, name: string): Call {
    const reader = this.#reader
    if (!reader.isFilter) return call
    if (kind !== 'aggregate' || engine.endsWith('If'))
      throw refusal(`${name}() takes no FILTER`, reader.token.start)
    reader.read()
    reader.expectSymbol('(')
    reader.expect('WHERE')
    const condition = this.expression()
    reader.expectSymbol(')')
    return { ...call, name: withCondition(call.name), arguments: [...call.arguments, condition] }
  }

  /** EXTRACT(HOUR FROM time), after its name. */
  #extract(): Call {
    const reader = this.#reader
    reader.expectSymbol('(')
    const part = extractedParts.get(reader.token.keyword)
    if (part === undefined) throw reader.unexpected(`one of ${[...extractedParts.keys()].join(', ')}`)
    reader.read()
    reader.expect('FROM')
    const time = this.expression()
    reader.expectSymbol(')')
    return this.#call(part, [time])
  }

  /** mapKeys(tags), after its name. */
  #tagNames(): TagNames {
    this.#count(1)
    const reader = this.#reader
    reader.expectSymbol('(')
    const { source, name } = this.#qualified()
    if (name !== 'tags') throw refusal('mapKeys() takes tags', reader.end)
    reader.expectSymbol(')')
    return { kind: 'tag-names', source }
  }

  #parameters(name: string): Literal[] {
    this.#reader.expectSymbol('(')
    const parameters = this.#reader.list(() => this.#literal())
    this.#reader.expectSymbol(')')
    checkParameters(name, parameters, this.#reader.end)
    return parameters
  }

  #columnOrTag(): Column | Tag {
    this.#count(1)
    const reader = this.#reader
    const { source, name, at } = this.#qualified()
    if (name !== 'tags') return { kind: 'column', source, name, at }
    if (!reader.takeSymbol('[')) throw reader.unexpected("the name of a tag, as in tags['user']")
    const tag = reader.text("the name of a tag, as in tags['user']")
    reader.expectSymbol(']')
    return { kind: 'tag', source, name: tag }
  }

  #qualified(): { source: string | undefined; name: string; at: number } {
    const reader = this.#reader
    const { start } = reader.token
    const first = reader.name('a value')
    const isQualified = reader.takeSymbol('.')
    const name = isQualified ? reader.name('a column') : first
    if (reader.isSymbol('.')) throw refusal('A column is name or alias.name', reader.token.start)
    return { source: isQualified ? first : undefined, name, at: start }
  }

  #call(name: string, given: readonly Expression[]): Call {
    this.#count(1)
    return { kind: 'call', name, parameters: [], arguments: given, over: undefined }
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > maxDepth)
      throw refusal(`Expressions may nest at most ${maxDepth} levels deep`, this.#reader.token.start)
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
