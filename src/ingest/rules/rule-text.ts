import { parseDocument } from 'yaml'

export type RuleFormat = 'yaml' | 'json'

/** Size of one file of rules at most, characters. */
export const longestRuleText = 8 * 1024 * 1024

/** The format that a file's name says; undefined when it says none. */
export function ruleFormat(name: string): RuleFormat | undefined {
  if (name.endsWith('.json')) return 'json'
  return name.endsWith('.yaml') || name.endsWith('.yml') ? 'yaml' : undefined
}

/** What the text of a file of rules holds. Throws an Error that tells where it cannot be read. */
export function parseRuleText(text: string, format: RuleFormat): unknown {
  if (text.length > longestRuleText) throw new Error(`expected at most ${longestRuleText} characters`)
  if (format === 'json') return JSON.parse(text)
  // An unknown tag is how `op: !~` without quotes reads; the condition says what to do about it.
  const document = parseDocument(text, { schema: 'core', customTags: [], logLevel: 'silent' })
  const [fault] = document.errors
  if (fault !== undefined) throw new Error(fault.message)
  return document.toJS({ maxAliasCount: 100 })
}
