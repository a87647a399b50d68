import { isObject } from '../../schema/json-object.ts'
import type { RuleFile } from '../../schema/rule.ts'
import { isLuaName, luaFault, luaUnsupported } from './lua.ts'
import { readConditions } from './read-condition.ts'
import { readRule } from './read-rule.ts'
import { type RuleFault, RuleFaults } from './rule-faults.ts'
import { type RuleFormat, type RuleText, readRuleText, UnreadableRulesError } from './rule-text.ts'

/** Rules of one file at most. */
const maxRules = 20_000
const members = ['rewrite_rules', 'first_match_only', 'hc_tags', 'pre_match', 'comment']

/** A file of rules that was checked: the file, or all that is wrong with it; and what is warned of. */
export type ReadRules = ({ file: RuleFile } | { faults: RuleFault[] }) & { warnings?: RuleFault[] }

/** The text of a file of rules, checked; with its content, null when it cannot be read. Rules in Lua are told what to write instead. */
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

/** The content of a file of rules (what its YAML or JSON holds), checked; `text`: where it was read. */
export function readRuleFile(name: string, content: unknown, text?: Omit<RuleText, 'content'>): ReadRules {
  const faults = new RuleFaults(text?.locator)
  const file: RuleFile = { name, preMatch: [], firstMatchOnly: false, hcTags: [], rules: [] }
  if (!isObject(content)) {
    faults.add('', 'expected an object with rewrite_rules')
    return { faults: faults.all }
  }
  faults.addUnknownMembers(content, '', members)
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
      file.rules.push(readRule(rule, faults))
    }
  }
  const warnings = [...(text?.warnings ?? []), ...faults.warnings]
  return {
    ...(faults.all.length > 0 ? { faults: faults.all } : { file }),
    ...(warnings.length > 0 && { warnings }),
  }
}
