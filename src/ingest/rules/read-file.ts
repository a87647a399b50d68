import type { RuleFile } from '../../schema/rule.ts'
import { readConditions } from './read-condition.ts'
import { readRule } from './read-rule.ts'
import { isObject, type RuleFault, RuleFaults } from './rule-faults.ts'

/** Rules of one file at most. */
const mostRules = 20_000
const members = ['rewrite_rules', 'first_match_only', 'hc_tags', 'pre_match', 'comment']

/** The content of a file of rules (what its YAML or JSON holds), checked: the file, or all that is wrong with it. */
export function readRuleFile(name: string, content: unknown): { file: RuleFile } | { faults: RuleFault[] } {
  const faults = new RuleFaults()
  const file: RuleFile = { name, preMatch: [], firstMatchOnly: false, hcTags: [], rules: [] }
  if (!isObject(content)) {
    faults.add('', 'expected an object with rewrite_rules')
    return { faults: faults.all }
  }
  faults.strangers(content, '', members)
  const { rewrite_rules: rules, first_match_only: firstOnly = false, hc_tags: hcTags = [] } = content
  if (content.pre_match !== undefined) file.preMatch = readConditions(content.pre_match, 'pre_match', faults)
  if (typeof firstOnly === 'boolean') file.firstMatchOnly = firstOnly
  else faults.add('first_match_only', 'expected true or false')
  if (Array.isArray(hcTags) && hcTags.every(tag => typeof tag === 'string'))
    file.hcTags = [...new Set(hcTags)]
  else faults.add('hc_tags', 'expected a list of names of tags')
  if (!Array.isArray(rules) || rules.length > mostRules)
    faults.add('rewrite_rules', `expected a list of at most ${mostRules} rules`)
  else {
    for (const [i, rule] of rules.entries()) {
      faults.rule = i + 1
      file.rules.push(readRule(rule, faults))
    }
  }
  return faults.all.length > 0 ? { faults: faults.all } : { file }
}
