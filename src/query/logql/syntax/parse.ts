import { parseDuration } from './duration.ts'
import type {
  AggregationFunction,
  BinaryExpression,
  Expression,
  Grouping,
  LogExpression,
  MetricExpression,
  RangeExpression,
  RangeFunction,
  Unwrap,
} from './expression.ts'
import { LogqlTokenReader } from './logql-token-reader.ts'
import { parseLog, parseSelector, parseStages, parseUnwrappedLog } from './parse-log.ts'
import {
  aggregationFunctions,
  eitherFunctions,
  lineFunctions,
  rangeFunctions,
  refusedFunctions,
  refusedModifiers,
  setOperators,
  ungroupedFunctions,
} from './subset.ts'

/** Precedence of operators; a higher number binds tighter. */
const precedence: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  unless: 2,
  '==': 3,
  '!=': 3,
  '>': 3,
  '>=': 3,
  '<': 3,
  '<=': 3,
  '+': 4,
  '-': 4,
  '*': 5,
  '/': 5,
  '%': 5,
  '^': 6,
}
/** Maximum labels of a grouping, since the store reads each of them. */
export const maxGroupLabels = 50
const comparisonPrecedence = 3
const powerPrecedence = 6

/**
 * Parses an expression of the supported subset. Throws a LogqlError, which says what was expected where, or
 * what is not supported.
 */
export function parseLogql(text: string): Expression {
  const reader = new LogqlTokenReader(text)
  if (reader.next.kind === 'end') throw reader.error('syntax error: unexpected end of the expression')
  const expression = parseBinary(reader, 0)
  reader.expectEnd()
  return expression
}

/** Parses a stream selector, optionally with the stages of a pipeline. */
export function parseLogqlSelector(text: string): LogExpression {
  const reader = new LogqlTokenReader(text)
  const log = parseLog(reader)
  reader.expectEnd()
  return log
}

/** Parses operands and the operators between them whose precedence is at least `minLevel`. */
function parseBinary(reader: LogqlTokenReader, minLevel: number): Expression {
  let left = parseOperand(reader)
  for (;;) {
    const { kind, text: op, at } = reader.next
    const isOperator = kind === 'sign' || (kind === 'name' && setOperators.some(name => name === op))
    const level = isOperator ? precedence[op] : undefined
    if (level === undefined || level < minLevel) return left
    reader.takeOperator()
    const returnsBool = reader.isName('bool')
    if (returnsBool && level !== comparisonPrecedence)
      throw reader.error('bool is allowed for comparisons only')
    if (returnsBool) reader.take()
    if (reader.next.kind === 'name' && refusedModifiers.has(reader.next.text))
      reader.refuseByName(`"${reader.next.text}"`, 'series meet when all of their labels are equal')
    // Only `^` is right-associative.
    const right = reader.nested(() => parseBinary(reader, level === powerPrecedence ? level : level + 1))
    left = binary(reader, { op, at, returnsBool }, left, right)
  }
}

function binary(
  reader: LogqlTokenReader,
  { op, at, returnsBool }: { op: string; at: number; returnsBool: boolean },
  left: Expression,
  right: Expression,
): BinaryExpression {
  if (left.kind === 'log' || right.kind === 'log')
    throw reader.error(`unexpected log query beside the operator ${op}; expecting numbers`, at)
  // From the table of precedence, which contains only these operators.
  return { kind: 'binary', op: op as BinaryExpression['op'], returnsBool, left, right, at }
}

function parseOperand(reader: LogqlTokenReader): Expression {
  const { kind, text, at } = reader.next
  if (reader.is('{')) return parseLog(reader)
  if (reader.is('(')) {
    reader.take()
    const inner = reader.nested(() => parseBinary(reader, 0))
    reader.expect(')')
    return inner
  }
  if (reader.is('-', '+') || kind === 'number') return { kind: 'number', value: parseNumber(reader), at }
  if (kind !== 'name') reader.refuse('a selector, a function or a number')
  if (reader.afterNext.text !== '(' && !isGrouping(reader.afterNext.text)) reader.refuse('a function or "{"')
  const range = rangeFunctions.find(name => name === text)
  if (range !== undefined) return parseRange(reader, range)
  const aggregation = aggregationFunctions.find(name => name === text)
  if (aggregation !== undefined) return parseAggregation(reader, aggregation)
  if (text === 'sort' || text === 'sort_desc') {
    reader.take()
    reader.expect('(')
    const of = parseMetric(reader, text)
    reader.expect(')')
    return { kind: 'sort', fn: text, of, at }
  }
  if (text === 'label_replace') return parseLabelReplace(reader)
  if (text === 'vector') {
    reader.take()
    reader.expect('(')
    const value = parseNumber(reader)
    reader.expect(')')
    return { kind: 'vector', value, at }
  }
  if (refusedFunctions.has(text)) reader.refuseByName(`the function ${text}()`)
  return reader.refuse('a function')
}

function parseNumber(reader: LogqlTokenReader): number {
  const sign = reader.skip('-') ? -1 : 1
  if (sign === 1) reader.skip('+')
  return sign * Number(reader.expectKind('number', 'a number').text)
}

function parseRange(reader: LogqlTokenReader, fn: RangeFunction): MetricExpression {
  const { at } = reader.take()
  reader.expect('(')
  const parameter = parseParameter(reader, fn)
  const ranged = reader.nested(() => parseLogRange(reader))
  reader.expect(')')
  checkUnwrap(reader, { fn, at, unwrap: ranged.unwrap })
  if (ungroupedFunctions.has(fn) && isGrouping(reader.next.text))
    reader.refuseByName(`"${reader.next.text}" of the function ${fn}()`, `write sum ${reader.next.text} (…)`)
  const grouping = parseGrouping(reader)
  return {
    kind: 'range',
    fn,
    at,
    ...ranged,
    ...(parameter !== undefined && { parameter }),
    ...(grouping && { grouping }),
  }
}

/** Parses the number before the range of a quantile. */
function parseParameter(reader: LogqlTokenReader, fn: RangeFunction): number | undefined {
  const { kind, text, at } = reader.next
  if (fn === 'quantile_over_time') {
    if (kind !== 'number' && !reader.is('-', '+'))
      throw reader.error(`parameter required for operation ${fn}`, at)
    const parameter = parseNumber(reader)
    reader.expect(',')
    return parameter
  }
  if (kind === 'number') throw reader.error(`parameter ${text} not supported for operation ${fn}`, at)
  return undefined
}

/** Throws unless the function and its range agree about `unwrap`. */
function checkUnwrap(
  reader: LogqlTokenReader,
  { fn, at, unwrap }: { fn: RangeFunction; at: number; unwrap: Unwrap | undefined },
): void {
  if (eitherFunctions.has(fn) || lineFunctions.has(fn) === (unwrap === undefined)) return
  throw reader.error(`invalid aggregation ${fn} ${unwrap === undefined ? 'without' : 'with'} unwrap`, at)
}

/** Parses a selector and pipeline with a range, which may precede or follow the pipeline. */
function parseLogRange(reader: LogqlTokenReader): LogRange {
  if (reader.skip('(')) {
    const ranged = reader.nested(() => parseUnwrappedLog(reader))
    reader.expect(')')
    return { ...ranged, ...parseInterval(reader) }
  }
  const { at } = reader.next
  const matchers = parseSelector(reader)
  const leadingInterval = reader.is('[') ? parseInterval(reader) : undefined
  const { stages, unwrap } = parseStages(reader)
  const interval = leadingInterval ?? parseInterval(reader)
  return { log: { kind: 'log', at, matchers, stages }, ...(unwrap && { unwrap }), ...interval }
}

type LogRange = Pick<RangeExpression, 'log' | 'unwrap' | 'range' | 'offset'>

/** Parses `[5m] offset 1h` into microseconds. */
function parseInterval(reader: LogqlTokenReader): { range: number; offset: number } {
  reader.expect('[')
  const { at } = reader.next
  const range = parseMicros(reader)
  if (range === 0) throw reader.error('expected a duration above 0', at)
  // `[1h:5m]`
  if (reader.is(':')) reader.refuseByName('a subquery')
  reader.expect(']')
  if (reader.is('@')) reader.refuseByName('the modifier "@"')
  if (!reader.skipName('offset')) return { range, offset: 0 }
  const sign = reader.skip('-') ? -1 : 1
  return { range, offset: sign * parseMicros(reader) }
}

function parseMicros(reader: LogqlTokenReader): number {
  const { text, at } = reader.expectKind('duration', 'a duration as 5m')
  const micros = parseDuration(text)
  if (micros === undefined)
    throw reader.error('expected whole microseconds, and at most a century, for a duration', at)
  return micros
}

function parseAggregation(reader: LogqlTokenReader, fn: AggregationFunction): MetricExpression {
  const { at } = reader.take()
  const leadingGrouping = parseGrouping(reader)
  reader.expect('(')
  const ranks = fn === 'topk' || fn === 'bottomk'
  let parameter: number | undefined
  if (ranks) {
    const nextToken = reader.next
    parameter = parseNumber(reader)
    if (!Number.isInteger(parameter) || parameter < 1)
      throw reader.error(`invalid parameter (must be greater than 0) ${fn}(${nextToken.text}`, nextToken.at)
    reader.expect(',')
  }
  const of = parseMetric(reader, fn)
  reader.expect(')')
  const grouping = leadingGrouping ?? parseGrouping(reader)
  return {
    kind: 'aggregation',
    fn,
    of,
    at,
    ...(parameter !== undefined && { parameter }),
    ...(grouping && { grouping }),
  }
}

/** Parses the argument of a function of numbers. */
function parseMetric(reader: LogqlTokenReader, fn: string): MetricExpression {
  const { at } = reader.next
  const expression = reader.nested(() => parseBinary(reader, 0))
  if (expression.kind === 'log') throw reader.error(`unexpected log query, expecting numbers for ${fn}()`, at)
  return expression
}

function parseLabelReplace(reader: LogqlTokenReader): MetricExpression {
  const { at } = reader.take()
  reader.expect('(')
  const of = parseMetric(reader, 'label_replace')
  const [target = '', replacement = '', source = '', pattern = ''] = [0, 1, 2, 3].map(() => {
    reader.expect(',')
    return reader.expectKind('text', 'a text in quotation marks').text
  })
  reader.expect(')')
  return { kind: 'label-replace', of, target, replacement, source, pattern, at }
}

function isGrouping(text: string): text is Grouping['kind'] {
  return text === 'by' || text === 'without'
}

function parseGrouping(reader: LogqlTokenReader): Grouping | undefined {
  const { kind: token, text: kind } = reader.next
  if (token !== 'name' || !isGrouping(kind)) return undefined
  reader.take()
  reader.expect('(')
  const labels: string[] = []
  while (!reader.is(')')) {
    if (labels.length > 0) reader.expectComma(')')
    if (labels.length === maxGroupLabels) throw reader.error(`expected at most ${maxGroupLabels} labels`)
    labels.push(reader.expectKind('name', 'the name of a label or ")"').text)
  }
  reader.expect(')')
  return { kind, labels }
}
