import { decimalNumber } from '../../filter/values.ts'
import { hasWildcard, matchesWildcard, simplerWildcard } from '../../filter/wildcard.ts'
import type { ParsedEvent } from '../../schema/event.ts'
import type { RuleCondition, RuleOp } from '../../schema/rule.ts'
import { type Anchor, equalAnchors, literalAnchors, numberAnchors, presentAnchors } from './anchor.ts'
import { type NumberedKind, numberedValue, type RuleField, ruleField, textOf } from './field.ts'
import { type Found, RuleRegex } from './regex/regex.ts'

/** A condition ready to be asked. */
export interface Condition {
  test(event: ParsedEvent): boolean
  /** Whatever event it holds for has one of these; undefined when nothing is known. */
  anchors: readonly Anchor[] | undefined
}

/** A condition whose captures the rule uses: where the first of its expressions is found. */
export interface Capture {
  find(event: ParsedEvent): Found | undefined
  anchors: readonly Anchor[] | undefined
}

/** The condition has been checked: its field can be looked at, its expressions are RE2's. */
export function compileCondition({ field: name, op = 'eq', values }: RuleCondition): Condition {
  const field = knownField(name)
  if (op === '=~' || op === '!~') {
    const regexes = values.map(value => new RuleRegex(value, false))
    const found = (event: ParsedEvent): boolean => {
      const text = textOf(field, event)
      return regexes.some(regex => regex.test(text))
    }
    if (op === '!~') return { test: event => !found(event), anchors: undefined }
    return { test: found, anchors: regexAnchors(field, regexes) }
  }
  if (op === '=*' || op === '!*') return contained(field, values, op === '!*')
  if (isNumbered(field)) return numbered(field.kind, op, values)
  if (op === 'eq' || op === 'ne') {
    return field.kind === 'message'
      ? messageHas(field, values, op === 'ne')
      : equal(field, values, op === 'ne')
  }
  const compare = comparisons[op]
  const bounds = values.map(Number)
  return {
    test: event => {
      const number = decimalNumber(textOf(field, event))
      return number !== undefined && bounds.some(bound => compare(number, bound))
    },
    anchors: presentAnchors(field),
  }
}

export function compileCapture({ field: name, values }: RuleCondition): Capture {
  const field = knownField(name)
  const regexes = values.map(value => new RuleRegex(value, false))
  return {
    find(event) {
      const text = textOf(field, event)
      for (const regex of regexes) {
        const found = regex.exec(text)
        if (found !== undefined) return found
      }
      return undefined
    },
    anchors: regexAnchors(field, regexes),
  }
}

const comparisons: Readonly<Record<'gt' | 'ge' | 'lt' | 'le', (a: number, b: number) => boolean>> = {
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
}

function contained(field: RuleField, values: readonly string[], negated: boolean): Condition {
  const holds = (event: ParsedEvent): boolean => {
    const text = textOf(field, event)
    return values.some(value => text.includes(value))
  }
  if (negated) return { test: event => !holds(event), anchors: undefined }
  return { test: holds, anchors: literalAnchors(field, values, false) ?? presentAnchors(field) }
}

function equal(field: RuleField, values: readonly string[], negated: boolean): Condition {
  const plain = new Set(values.filter(value => !hasWildcard(value)))
  const patterns = values.filter(hasWildcard).map(simplerWildcard)
  const holds = (event: ParsedEvent): boolean => {
    const text = textOf(field, event)
    return plain.has(text) || patterns.some(pattern => matchesWildcard(pattern, text))
  }
  if (negated) return { test: event => !holds(event), anchors: undefined }
  const ofPlain = plain.has('') ? undefined : equalAnchors(field, [...plain])
  const ofPatterns = patterns.length === 0 ? [] : literalAnchors(field, patterns.map(longestPiece), false)
  return { test: holds, anchors: ofPlain && ofPatterns && [...ofPlain, ...ofPatterns] }
}

/** On a message `eq` asks for a part of it; for nothing, when the value is ''. */
function messageHas(field: RuleField, values: readonly string[], negated: boolean): Condition {
  const patterns = values.map(value => (hasWildcard(value) ? simplerWildcard(`*${value}*`) : undefined))
  const holds = ({ message }: ParsedEvent): boolean =>
    values.some((value, i) => {
      const pattern = patterns[i]
      if (pattern !== undefined) return matchesWildcard(pattern, message)
      return value === '' ? message === '' : message.includes(value)
    })
  if (negated) return { test: event => !holds(event), anchors: undefined }
  return { test: holds, anchors: literalAnchors(field, values.map(longestPiece), false) }
}

function numbered(
  kind: NumberedKind,
  op: Exclude<RuleOp, '=~' | '!~' | '=*' | '!*'>,
  values: readonly string[],
): Condition {
  const wanted = values.map(value => numberedValue(kind, value) ?? -1)
  const holds: boolean[] = []
  for (let number = 0; number < 24; number++) {
    if (op === 'eq' || op === 'ne') holds.push(wanted.includes(number) === (op === 'eq'))
    else holds.push(wanted.some(bound => comparisons[op](number, bound)))
  }
  return {
    test: event => holds[event[kind]] === true,
    anchors: numberAnchors(kind, holds),
  }
}

function regexAnchors(field: RuleField, regexes: readonly RuleRegex[]): Anchor[] | undefined {
  const anchors: Anchor[] = []
  for (const regex of regexes) {
    const { needs, fold } = regex
    const ofOne =
      field.kind === 'message' && regex.onlyEmpty
        ? equalAnchors(field, [''])
        : needs && literalAnchors(field, needs, fold)
    if (ofOne === undefined) return regexes.some(one => one.test('')) ? undefined : presentAnchors(field)
    anchors.push(...ofOne)
  }
  return anchors
}

function longestPiece(pattern: string): string {
  return pattern
    .split(/[*?]/)
    .reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '')
}

function isNumbered(field: RuleField): field is Extract<RuleField, { kind: NumberedKind }> {
  return field.kind === 'severity' || field.kind === 'facility' || field.kind === 'status'
}

function knownField(name: string): RuleField {
  const field = ruleField(name)
  if (field === undefined) throw new Error(`a rule that was checked looks at ${name}`)
  return field
}
