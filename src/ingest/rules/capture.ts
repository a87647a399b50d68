import { LRUCache } from 'lru-cache'
import { compileRegex, regexFault } from '../../filter/regex/regex.ts'
import type { Rule } from '../../schema/intake/rule.ts'
import { checkOnlyBudget } from './regex/rule-steps.ts'
import { ValueTemplate } from './value-template.ts'

/** The highest capture that `rewrite` and `tag` use: 0 is the whole match, -1 none. */
export function highestCaptureUsed({ rewrite, tag }: Pick<Rule, 'rewrite' | 'tag'>): number {
  const texts = [...Object.values(rewrite), ...Object.values(tag)]
  return Math.max(-1, ...texts.map(text => new ValueTemplate(text).highestCapture))
}

/**
 * The condition whose captures a rule uses: the marked one, otherwise the last `=~` with captures, otherwise
 * the first condition without an operator whose value is an expression with captures. If the rule uses only
 * the whole match: also the last `=~` without captures. Undefined if the rule uses no captures or has no such
 * condition.
 */
export function findCaptureCondition(rule: Pick<Rule, 'match' | 'rewrite' | 'tag'>): number | undefined {
  const used = highestCaptureUsed(rule)
  if (used === -1) return undefined
  const { match } = rule
  const marked = match.findIndex(({ capture }) => capture)
  if (marked !== -1) return marked
  const regexWithCaptures = match.findLastIndex(({ op, values }) => op === '=~' && maxCaptures(values) > 0)
  if (regexWithCaptures !== -1) return regexWithCaptures
  const firstWithCaptures = match.findIndex(({ op, values }) => op === undefined && maxCaptures(values) > 0)
  if (firstWithCaptures !== -1) return firstWithCaptures
  const wholeMatchIndex = used === 0 ? match.findLastIndex(({ op }) => op === '=~') : -1
  return wholeMatchIndex === -1 ? undefined : wholeMatchIndex
}

/** The largest number of captures in any of these expressions. */
export function maxCaptures(patterns: readonly string[]): number {
  return Math.max(0, ...patterns.map(countCaptures))
}

/** Cached: reading a rule needs the same few expressions several times, and compiling one is slow. */
const counts = new LRUCache<string, number>({
  max: 256,
  memoMethod: pattern =>
    regexFault(pattern, false, checkOnlyBudget) === undefined
      ? compileRegex(pattern, false, checkOnlyBudget).groupCount
      : 0,
})

function countCaptures(pattern: string): number {
  return pattern.includes('(') ? counts.memo(pattern) : 0
}
