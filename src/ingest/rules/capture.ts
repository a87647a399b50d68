import { compileRegex, regexFault } from '../../filter/regex.ts'
import type { Rule } from '../../schema/rule.ts'
import { Template } from './template.ts'

/** The highest capture that the rule uses, 0 when it uses none. Those of `replace` are of its own expressions. */
export function capturesUsed({ rewrite, tag }: Pick<Rule, 'rewrite' | 'tag'>): number {
  const texts = [...Object.values(rewrite), ...Object.values(tag)]
  return Math.max(0, ...texts.map(text => new Template(text).captures))
}

/**
 * Which condition the captures of a rule are of: the one that says so; else the last `=~` that has any; if there is none, the first without an operator whose
 * value is an expression with captures. Undefined when the rule uses none, or has no such condition.
 */
export function captureCondition(rule: Pick<Rule, 'match' | 'rewrite' | 'tag'>): number | undefined {
  if (capturesUsed(rule) === 0) return undefined
  const { match } = rule
  const marked = match.findIndex(({ capture }) => capture)
  if (marked !== -1) return marked
  const said = match.findLastIndex(({ op, values }) => op === '=~' && capturesIn(values) > 0)
  if (said !== -1) return said
  const meant = match.findIndex(({ op, values }) => op === undefined && capturesIn(values) > 0)
  return meant === -1 ? undefined : meant
}

/** How many captures the expression with the most has. */
export function capturesIn(patterns: readonly string[]): number {
  return Math.max(0, ...patterns.map(countOf))
}

function countOf(pattern: string): number {
  if (!pattern.includes('(') || regexFault(pattern, false) !== undefined) return 0
  return compileRegex(pattern, false).groupCount()
}
