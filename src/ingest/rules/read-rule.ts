import type { CodedField } from '../../filter/predicate/severity-words.ts'
import { compileRegex } from '../../filter/regex/regex.ts'
import {
  type RewritableField,
  type Rule,
  type RuleKeyValue,
  type RuleReplace,
  type RuleTokenize,
  rewritableFields,
} from '../../schema/intake/rule.ts'
import { maxNameLength } from '../../schema/name-length.ts'
import { expectedRetentionClass, readRetentionClass } from '../../schema/store/retention.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { findCaptureCondition, highestCaptureUsed, maxCaptures } from './capture.ts'
import { expectedCodes, findRuleField, parseCode } from './field.ts'
import { defaultPairs } from './pairs.ts'
import { parseScalar } from './parse-scalar.ts'
import { patternFault, readConditions } from './read-condition.ts'
import { checkOnlyBudget } from './regex/rule-steps.ts'
import type { RuleFaults } from './rule-faults.ts'
import { ValueTemplate } from './value-template.ts'

/** Members that do something with an event. `update` is the old name of `rewrite`. */
const actionMembers = ['rewrite', 'update', 'tag', 'retention', 'drop', 'replace', 'kv', 'tokenize']
const members = ['comment', 'match', ...actionMembers]
/** Maximum tags that one rule sets. */
const maxRuleTags = 100
const maxReplacements = 100
const maxTemplateLength = 10_000
/** Maximum tokens that `tokenize` names. */
const maxTokens = 1_000
const maxSeparatorLength = 10
/** Names that tags must not have: names of fields, and `__proto__`. */
const reservedNames = [
  'first_occurrence',
  'last_occurrence',
  'counter',
  'message',
  'host',
  'program',
  'cisco_mnemonic',
  'severity',
  'facility',
  'status',
  'type',
  '__proto__',
]

/** Reads one rule of `rewrite_rules`. The result is valid only if it adds no faults. */
export function readRule(value: unknown, faults: RuleFaults): Rule {
  const rule: Rule = { comment: '', match: [], rewrite: {}, tag: {}, drop: false, replace: [] }
  if (!isObject(value)) {
    faults.add('', 'expected a rule: an object with match and what is to be done')
    return rule
  }
  faults.addUnknownMembers(value, '', members)
  rule.comment = readComment(value.comment)
  if (value.match !== undefined) rule.match = readConditions(value.match, 'match', faults)
  // If both set a field, `rewrite` wins.
  for (const name of ['update', 'rewrite']) {
    if (value[name] !== undefined) Object.assign(rule.rewrite, readRewrite(value[name], name, faults))
  }
  if (value.tag !== undefined) rule.tag = readTags(value.tag, faults)
  if (value.retention !== undefined) {
    const name = readRetentionClass(value.retention)
    if (name === undefined) faults.add('retention', `expected ${expectedRetentionClass}, or default`)
    else rule.retention = name
  }
  if (value.replace !== undefined) rule.replace = readReplacements(value.replace, faults)
  if (value.kv !== undefined) rule.kv = readKeyValue(value.kv, faults)
  if (value.tokenize !== undefined) rule.tokenize = readTokenize(value.tokenize, faults)
  rule.drop = readBoolean(value.drop, false, 'drop', faults)
  checkDrop(rule, value, faults)
  if (rule.kv !== undefined && rule.tokenize !== undefined)
    faults.add('tokenize', 'expected either kv or tokenize, not both')
  checkCaptures(rule, faults)
  return rule
}

function readComment(value: unknown): string {
  const lines = Array.isArray(value) ? value : [value]
  return lines.map(line => parseScalar(line) ?? '').join('\n')
}

function readRewrite(
  value: unknown,
  at: string,
  faults: RuleFaults,
): Partial<Record<RewritableField, string>> {
  const rewrite: Partial<Record<RewritableField, string>> = {}
  if (!isObject(value)) {
    faults.add(at, 'expected an object of fields and their new values')
    return rewrite
  }
  faults.addUnknownMembers(value, at, rewritableFields)
  for (const field of rewritableFields) {
    if (value[field] === undefined) continue
    const text = readTemplateText(value[field], `${at}.${field}`, faults)
    rewrite[field] = text
    if (field === 'severity' || field === 'facility' || field === 'status') {
      const fault = constantFault(field, text)
      if (fault !== undefined) faults.add(`${at}.${field}`, fault)
    }
  }
  return rewrite
}

/** The fault of a template without variables; undefined for others, whose values depend on the event. */
function constantFault(field: CodedField, text: string): string | undefined {
  const isConstant = new ValueTemplate(text).parts.every(({ kind }) => kind === 'text')
  if (!isConstant || parseCode(field, text) !== undefined) return undefined
  return `expected ${expectedCodes(field)}`
}

function readTags(value: unknown, faults: RuleFaults): Record<string, string> {
  const tags: Record<string, string> = {}
  if (!isObject(value) || Object.keys(value).length > maxRuleTags) {
    faults.add('tag', `expected an object of at most ${maxRuleTags} tags and their values`)
    return tags
  }
  for (const name of Object.keys(value)) {
    const at = `tag.${name.slice(0, 100)}`
    if (reservedNames.includes(name)) faults.add(at, 'is a reserved name; expected another name')
    else if (name === '' || name.length > maxNameLength)
      faults.add(at, `expected a name of 1 to ${maxNameLength} characters`)
    else tags[name] = readTemplateText(value[name], at, faults)
  }
  return tags
}

function readTemplateText(value: unknown, at: string, faults: RuleFaults): string {
  const text = parseScalar(value)
  if (text !== undefined && text.length <= maxTemplateLength) return text
  faults.add(at, `expected a text of at most ${maxTemplateLength} characters`)
  return ''
}

function readReplacements(value: unknown, faults: RuleFaults): RuleReplace[] {
  const list = Array.isArray(value) ? value : [value]
  if (list.length > maxReplacements) {
    faults.add('replace', `expected at most ${maxReplacements} replacements`)
    return []
  }
  return list.map((one: unknown, i) =>
    readReplace(one, Array.isArray(value) ? `replace[${i}]` : 'replace', faults),
  )
}

function readReplace(value: unknown, at: string, faults: RuleFaults): RuleReplace {
  const replace: RuleReplace = { field: '', expr: '', fmt: '', ignoreCase: true, firstOnly: false }
  if (!isObject(value)) {
    faults.add(at, 'expected an object with field, expr and fmt')
    return replace
  }
  faults.addUnknownMembers(value, at, ['field', 'expr', 'fmt', 'ignore_case', 'first_only', 'comment'])
  replace.field = parseScalar(value.field) ?? ''
  const field = findRuleField(replace.field)
  const isText = field !== undefined && ['message', 'host', 'program', 'mnemonic', 'tag'].includes(field.kind)
  if (!isText)
    faults.add(`${at}.field`, 'expected message, host, program, cisco_mnemonic or the name of a user tag')
  replace.ignoreCase = readBoolean(value.ignore_case, true, `${at}.ignore_case`, faults)
  replace.firstOnly = readBoolean(value.first_only, false, `${at}.first_only`, faults)
  replace.expr = readTemplateText(value.expr, `${at}.expr`, faults)
  replace.fmt = readTemplateText(value.fmt, `${at}.fmt`, faults)
  const fault = patternFault(replace.expr, replace.ignoreCase)
  if (fault !== undefined) {
    faults.add(`${at}.expr`, fault)
    return replace
  }
  const captures = compileRegex(replace.expr, false, checkOnlyBudget).groupCount
  const used = new ValueTemplate(replace.fmt).highestCapture
  if (used > captures)
    faults.add(`${at}.fmt`, `$${used} does not exist: the expression has ${captures} captures`)
  return replace
}

function readBoolean(value: unknown, defaultValue: boolean, at: string, faults: RuleFaults): boolean {
  if (value === undefined) return defaultValue
  if (typeof value === 'boolean') return value
  faults.add(at, 'expected true or false')
  return defaultValue
}

function readKeyValue(value: unknown, faults: RuleFaults): RuleKeyValue {
  const kv: RuleKeyValue = { ...defaultPairs }
  if (value === true) return kv
  if (!isObject(value)) {
    faults.add('kv', 'expected an object with separator, delimiter and pair_separator')
    return kv
  }
  faults.addUnknownMembers(value, 'kv', ['separator', 'delimiter', 'pair_separator'])
  kv.separator = readSeparator(value.separator, kv.separator, 'kv.separator', faults)
  kv.delimiter = readSeparator(value.delimiter, kv.delimiter, 'kv.delimiter', faults)
  kv.pairSeparator = readSeparator(value.pair_separator, kv.pairSeparator, 'kv.pair_separator', faults)
  if (kv.separator === '') faults.add('kv.separator', 'expected a text that is not empty')
  if (kv.delimiter === '' && kv.pairSeparator === '')
    faults.add('kv', 'expected a delimiter or a pair_separator that is not empty')
  return kv
}

function readTokenize(value: unknown, faults: RuleFaults): RuleTokenize {
  const tokenize: RuleTokenize = { separator: ',', fields: [] }
  const fields: unknown = isObject(value) ? value.fields : undefined
  if (!isObject(value) || !Array.isArray(fields) || fields.length > maxTokens) {
    faults.add('tokenize', `expected an object with separator and a list of at most ${maxTokens} fields`)
    return tokenize
  }
  faults.addUnknownMembers(value, 'tokenize', ['separator', 'fields'])
  tokenize.separator = readSeparator(value.separator, ',', 'tokenize.separator', faults)
  if (tokenize.separator === '') faults.add('tokenize.separator', 'expected a text that is not empty')
  // A position whose name is null or '' is skipped.
  tokenize.fields = fields.map((name: unknown) => parseScalar(name) ?? '')
  return tokenize
}

function readSeparator(value: unknown, defaultValue: string, at: string, faults: RuleFaults): string {
  if (value === undefined) return defaultValue
  const text = parseScalar(value)
  if (text !== undefined && text.length <= maxSeparatorLength) return text
  faults.add(at, `expected a text of at most ${maxSeparatorLength} characters`)
  return defaultValue
}

/** Adds faults of `drop` without a match, or with actions that would do nothing. */
function checkDrop(rule: Rule, value: Record<string, unknown>, faults: RuleFaults): void {
  if (!rule.drop) return
  const isMatchEmpty = Array.isArray(value.match) && value.match.length === 0
  if (value.match === undefined || isMatchEmpty)
    faults.add('drop', 'expected a match: without one every event would be dropped')
  const uselessMembers = actionMembers.filter(name => name !== 'drop' && value[name] !== undefined)
  if (uselessMembers.length > 0)
    faults.add(
      'drop',
      `can be combined only with match and comment; ${uselessMembers.join(', ')} would do nothing`,
    )
}

/** Adds faults of captures that are used in `rewrite` and `tag` but do not exist. */
function checkCaptures(rule: Rule, faults: RuleFaults): void {
  const used = highestCaptureUsed(rule)
  if (used === -1) return
  const conditionIndex = findCaptureCondition(rule)
  const captures = conditionIndex === undefined ? 0 : maxCaptures(rule.match[conditionIndex]?.values ?? [])
  if (conditionIndex === undefined)
    faults.add(
      'match',
      `$${used} is used, but no condition is a regular expression${used === 0 ? '' : ' with captures'}`,
    )
  else if (used > captures)
    faults.add('match', `$${used} is used, but the regular expression has ${captures} captures`)
  else {
    // The condition with the captures may have no operator; readConditions checks only =~ and !~.
    for (const value of rule.match[conditionIndex]?.values ?? []) {
      const fault = patternFault(value, false)
      if (fault !== undefined) faults.add('match', fault)
    }
  }
}
