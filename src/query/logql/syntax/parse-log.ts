import { parseNanos } from './duration.ts'
import type {
  ComparisonOperator,
  Extraction,
  LabelCondition,
  LabelFormat,
  LabelPick,
  LineFilter,
  LogExpression,
  Matcher,
  MatchOperator,
  Stage,
  Unwrap,
} from './expression.ts'
import { GoValueError, parseByteSize } from './go-values.ts'
import type { LogqlTokenReader } from './logql-token-reader.ts'
import { refusedStages } from './subset.ts'

const matchOperators: readonly string[] = ['=', '!=', '=~', '!~'] satisfies MatchOperator[]
const lineOperators: readonly string[] = ['|=', '!=', '|~', '!~'] satisfies LineFilter['op'][]
const comparisons: readonly string[] = ['==', '!=', '>', '>=', '<', '<='] satisfies ComparisonOperator[]

/** Parses a selector `{…}` and its pipeline. */
export function parseLog(reader: LogqlTokenReader): LogExpression {
  const { log, unwrap } = parseUnwrappedLog(reader)
  if (unwrap === undefined) return log
  throw reader.error('unwrap is allowed in functions of a range only', unwrap.at)
}

/** Parses a selector and its pipeline, and the label to unwrap, if any. */
export function parseUnwrappedLog(reader: LogqlTokenReader): { log: LogExpression; unwrap?: Unwrap } {
  const { at } = reader.next
  const matchers = parseSelector(reader)
  const { stages, unwrap } = parseStages(reader)
  return { log: { kind: 'log', at, matchers, stages }, ...(unwrap && { unwrap }) }
}

/** Parses label matchers in braces: `{host="a", program=~"b.*"}`. */
export function parseSelector(reader: LogqlTokenReader): Matcher[] {
  reader.expect('{')
  const matchers: Matcher[] = []
  while (!reader.is('}')) {
    if (matchers.length > 0) reader.expectComma('}')
    if (reader.is('}')) break
    matchers.push(parseMatcher(reader))
  }
  reader.expect('}')
  return matchers
}

function parseMatcher(reader: LogqlTokenReader): Matcher {
  const { text: label, at } = reader.expectKind('name', 'the name of a label or "}"')
  if (!reader.is(...matchOperators)) reader.refuse('"=", "!=", "=~" or "!~"')
  // Only operators have these signs.
  const op = reader.take().text as MatchOperator
  const { text: value } = reader.expectKind('text', 'a text in quotation marks')
  return { label, op, value, at }
}

/** Parses the stages after a selector, and the label to unwrap after them. */
export function parseStages(reader: LogqlTokenReader): { stages: Stage[]; unwrap?: Unwrap } {
  const stages: Stage[] = []
  for (;;) {
    if (reader.is(...lineOperators)) stages.push(parseLineFilter(reader))
    else if (reader.is('|>', '!>'))
      reader.refuseByName(`the pattern filter "${reader.next.text}"`, 'write |~ with a regular expression')
    else if (reader.skip('|')) {
      if (reader.isName('unwrap') && !isLabelFilter(reader)) return { stages, unwrap: parseUnwrap(reader) }
      stages.push(parsePipe(reader))
    } else return { stages }
  }
}

function parseLineFilter(reader: LogqlTokenReader): LineFilter {
  const { text, at } = reader.take()
  const values: string[] = []
  do {
    if (reader.isName('ip')) reader.refuseByName('the filter ip()')
    values.push(reader.expectKind('text', 'a text in quotation marks').text)
  } while (reader.skipName('or'))
  // The caller has seen one of these signs.
  return { kind: 'line', op: text as LineFilter['op'], values, at }
}

function parsePipe(reader: LogqlTokenReader): Stage {
  const { kind, text } = reader.next
  if (kind === 'name' && !isLabelFilter(reader)) {
    if (text === 'drop' || text === 'keep') return parsePicks(reader, text)
    if (text === 'json') return { kind: 'json', at: reader.take().at, extractions: parseExtractions(reader) }
    if (text === 'logfmt') return parseLogfmt(reader)
    if (text === 'label_format') return parseLabelFormat(reader)
    if (text === 'pattern' || text === 'regexp') {
      const { at } = reader.take()
      return {
        kind: text,
        at,
        expression: reader.expectKind('text', 'an expression in quotation marks').text,
      }
    }
    if (text === 'line_format') {
      const { at } = reader.take()
      return { kind: text, at, template: reader.expectKind('text', 'a template in quotation marks').text }
    }
    if (refusedStages.has(text)) reader.refuseByName(`the stage "${text}"`)
  }
  return { kind: 'labels', condition: parseCondition(reader) }
}

/** Whether a label filter follows; a label may have the name of a stage. */
function isLabelFilter({ afterNext: { kind, text } }: LogqlTokenReader): boolean {
  return kind === 'sign' && (matchOperators.includes(text) || comparisons.includes(text))
}

const conversions = ['bytes', 'duration', 'duration_seconds'] as const

function parseUnwrap(reader: LogqlTokenReader): Unwrap {
  const { at } = reader.take()
  const conversion = reader.afterNext.text === '(' ? conversions.find(name => reader.isName(name)) : undefined
  if (conversion !== undefined) {
    reader.take()
    reader.expect('(')
  }
  const { text: label } = reader.expectKind('name', 'the name of a label')
  if (conversion !== undefined) reader.expect(')')
  const filters: LabelCondition[] = []
  while (reader.skip('|')) filters.push(parseCondition(reader))
  return { label, filters, at, ...(conversion && { conversion }) }
}

/** Parses the labels of `drop` or `keep`, each as a name or a matcher. */
function parsePicks(reader: LogqlTokenReader, kind: 'drop' | 'keep'): Stage {
  reader.take()
  const labels: LabelPick[] = []
  do {
    if (isLabelFilter(reader)) labels.push(parseMatcher(reader))
    else {
      const { text: label, at } = reader.expectKind('name', 'the name of a label')
      labels.push({ label, at })
    }
  } while (reader.skip(','))
  return { kind, labels }
}

/** Parses labels, each with the expression for its value; without one, the name is the expression. */
function parseExtractions(reader: LogqlTokenReader): Extraction[] {
  const extractions: Extraction[] = []
  if (reader.next.kind !== 'name') return extractions
  do {
    const { text: label, at } = reader.expectKind('name', 'the name of a label')
    const expression = reader.skip('=') ? reader.expectKind('text', 'a text in quotation marks').text : label
    extractions.push({ label, expression, at })
  } while (reader.skip(','))
  return extractions
}

function parseLabelFormat(reader: LogqlTokenReader): Stage {
  const { at } = reader.take()
  const formats: LabelFormat[] = []
  do {
    const { text: label, at: labelAt } = reader.expectKind('name', 'the name of a label')
    reader.expect('=')
    const { kind, text } = reader.next
    if (kind !== 'name' && kind !== 'text') reader.refuse('a label, or a template in quotation marks')
    reader.take()
    formats.push({ label, at: labelAt, from: kind === 'name' ? { label: text } : { template: text } })
  } while (reader.skip(','))
  return { kind: 'label_format', at, formats }
}

function parseLogfmt(reader: LogqlTokenReader): Stage {
  const { at } = reader.take()
  let strict = false
  let keepEmpty = false
  while (reader.next.kind === 'flag') {
    const { text } = reader.next
    if (text === '--strict') strict = true
    else if (text === '--keep-empty') keepEmpty = true
    else reader.refuse('"--strict" or "--keep-empty"')
    reader.take()
  }
  return { kind: 'logfmt', at, strict, keepEmpty, extractions: parseExtractions(reader) }
}

/** Whether the label holds an error of a stage. It is empty until a stage fails. */
export function isErrorLabel(label: string): boolean {
  return label === '__error__' || label === '__error_details__'
}

/**
 * Parses conditions joined by `and` (or a comma, or nothing), or by `or`. A mixture needs parentheses, since
 * Loki's documentation and grammar disagree on the precedence.
 */
function parseCondition(reader: LogqlTokenReader): LabelCondition {
  const parts = [parseSingle(reader)]
  let joined: 'both' | 'either' | undefined
  for (;;) {
    const { at } = reader.next
    const isOr = reader.isName('or')
    const isAnd = reader.isName('and') || reader.is(',') || reader.is('(') || reader.next.kind === 'name'
    if (!isOr && !isAnd) break
    const kind = isOr ? 'either' : 'both'
    if (joined !== undefined && joined !== kind)
      throw reader.error('"and" and "or" beside each other are not supported; use parentheses', at)
    joined = kind
    if (isOr || reader.isName('and') || reader.is(',')) reader.take()
    parts.push(parseSingle(reader))
  }
  const [only] = parts
  return joined === undefined && only !== undefined ? only : { kind: joined ?? 'both', of: parts }
}

/** Parses one condition, such as `level="error"` or `size > 1KB`, or conditions in parentheses. */
function parseSingle(reader: LogqlTokenReader): LabelCondition {
  if (reader.skip('(')) {
    const condition = reader.nested(() => parseCondition(reader))
    reader.expect(')')
    return condition
  }
  const { text: label, at } = reader.expectKind('name', 'the name of a label, a parser or "("')
  const op = reader.next.text
  if (!reader.is(...matchOperators, ...comparisons)) reader.refuse('an operator')
  reader.take()
  const value = reader.next
  if (value.kind === 'text' && matchOperators.includes(op)) {
    reader.take()
    // `matchOperators` includes the operator.
    return { kind: 'matches', matcher: { label, op: op as MatchOperator, value: value.text, at } }
  }
  if (value.kind === 'name' && value.text === 'ip') reader.refuseByName('the filter ip()')
  if (op === '=~' || op === '!~') reader.refuse('a text in quotation marks')
  // Before a number, `=` means `==`; the other signs are comparison operators.
  const comparison = (op === '=' ? '==' : op) as ComparisonOperator
  if (value.kind === 'duration' || value.kind === 'bytes') {
    const { kind: unit, text } = value
    reader.take()
    const amount = unit === 'bytes' ? bytesOf(text) : parseNanos(text)
    if (amount === undefined) throw reader.error(`the ${unit} ${text} is too large`, value.at)
    return { kind: 'compares', label, op: comparison, value: amount, unit, text, at }
  }
  if (value.kind === 'text') reader.refuse(`a number, a duration or bytes after ${op}`)
  const isNegative = reader.skip('-')
  const wanted = isNegative ? 'a number' : 'a number, a duration, bytes or a text in quotation marks'
  const sign = isNegative ? -1 : 1
  const number = reader.expectKind('number', wanted)
  return { kind: 'compares', label, op: comparison, value: sign * Number(number.text), at }
}

/** Undefined above 2^64 bytes. */
function bytesOf(text: string): number | undefined {
  try {
    return parseByteSize(text)
  } catch (error) {
    if (error instanceof GoValueError) return undefined
    throw error
  }
}
