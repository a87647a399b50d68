import { regexSteps } from '../../filter/regex/regex-steps.ts'
import type { RuleFile } from '../../schema/intake/rule.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { isLuaName, luaFault, luaUnsupported } from './lua.ts'
import { readConditions } from './read-condition.ts'
import { readRule } from './read-rule.ts'
import { type RuleFault, RuleFaults } from './rule-faults.ts'
import { type RuleFormat, type RuleText, readRuleText, UnreadableRulesError } from './rule-text.ts'

/** Maximum rules of a file. */
export const maxRules = 20_000
const knownMembers = ['rewrite_rules', 'first_match_only', 'hc_tags', 'pre_match', 'comment']

/** A valid rule file with its warnings, or all of its faults. */
export type ReadRules = ({ file: RuleFile } | { faults: RuleFault[] }) & { warnings?: RuleFault[] }

/**
 * Reads and checks the text of a rule file. `content` is null for an unreadable text. For rules in Lua, the
 * fault says what to use instead.
 */
export function readRuleFileText(
  name: string,
  text: string,
  format: RuleFormat,
): ReadRules & { content: unknown } {
  if (isLuaName(name)) return { content: null, faults: [luaUnsupported] }
  try {
    const read = readRuleText(text, format)
    const fault = isObject(read.content) ? undefined : luaFault(text)
    if (fault !== undefined) return { content: null, faults: [fault] }
    return { content: read.content, ...readRuleFile(name, read.content, read) }
  } catch (error) {
    if (error instanceof UnreadableRulesError)
      return { content: null, faults: [luaFault(text) ?? error.fault] }
    throw error
  }
}

/** Checks the content of a rule file, as parsed from YAML or JSON. `text`: locates faults in the text. */
export function readRuleFile(name: string, content: unknown, text?: Omit<RuleText, 'content'>): ReadRules {
  const faults = new RuleFaults(text?.locator)
  const file: RuleFile = { name, preMatch: [], firstMatchOnly: false, hcTags: [], rules: [] }
  if (!isObject(content)) {
    faults.add('', 'expected an object with rewrite_rules')
    return { faults: faults.all }
  }
  // Checked before the rules are read, which compiles each expression.
  if (expressionSteps(content, maxExpressionSteps.file) > maxExpressionSteps.file) {
    faults.add('rewrite_rules', tooManySteps('file', maxExpressionSteps.file))
    return { faults: faults.all }
  }
  faults.addUnknownMembers(content, '', knownMembers)
  const { rewrite_rules: rules, first_match_only: firstOnly = false, hc_tags: hcTags = [] } = content
  if (content.pre_match !== undefined) file.preMatch = readConditions(content.pre_match, 'pre_match', faults)
  if (typeof firstOnly === 'boolean') file.firstMatchOnly = firstOnly
  else faults.add('first_match_only', 'expected true or false')
  if (Array.isArray(hcTags) && hcTags.every(tag => typeof tag === 'string'))
    file.hcTags = [...new Set(hcTags)]
  else faults.add('hc_tags', 'expected a list of names of tags')
  if (!Array.isArray(rules) || rules.length > maxRules)
    faults.add('rewrite_rules', `expected a list of at most ${maxRules} rules`)
  else {
    for (const [i, rule] of rules.entries()) {
      faults.rule = i + 1
      if (expressionSteps(rule, maxExpressionSteps.rule) <= maxExpressionSteps.rule)
        file.rules.push(readRule(rule, faults))
      else faults.add('', tooManySteps('rule', maxExpressionSteps.rule))
    }
  }
  const warnings = [...(text?.warnings ?? []), ...faults.warnings]
  return {
    ...(faults.all.length > 0 ? { faults: faults.all } : { file }),
    ...(warnings.length > 0 && { warnings }),
  }
}

function tooManySteps(unit: string, max: number): string {
  return `expected at most ${max} steps of regular expressions in one ${unit}, with their repetitions written out`
}

/** Maximum steps (regex-steps.ts) of all expressions of a rule or file. Compiling: about 1 µs per step. */
const maxExpressionSteps = { rule: 500_000, file: 20_000_000 } as const

/** Sum of the steps of all texts of a rule or file that may be expressions. Stops above `max`. */
export function expressionSteps(content: unknown, max: number): number {
  let steps = 0
  const uncheckedValues: unknown[] = [content]
  while (uncheckedValues.length > 0 && steps <= max) {
    const value = uncheckedValues.pop()
    if (typeof value !== 'object' || value === null) continue
    if (isObject(value)) {
      for (const text of [value.value].flat()) if (isExpression(value.op, text)) steps += regexSteps(text)
      if (typeof value.expr === 'string') steps += regexSteps(value.expr)
    }
    // Pushes one by one: very many arguments of one call would overflow the stack.
    for (const member of Object.values(value)) uncheckedValues.push(member)
  }
  return steps
}

/** Whether a value may be an expression. Without an operator it is one if the rule uses its captures. */
function isExpression(op: unknown, text: unknown): text is string {
  if (typeof text !== 'string') return false
  return op === '=~' || op === '!~' || ((op === undefined || op === null) && text.includes('('))
}
