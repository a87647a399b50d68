import { isConditionOn, isGroupPill, type Pill } from '../../filter/typed/pill.ts'

/** The operators for messages of a pattern, and for all others. */
type Op = '|>' | '!>'

/**
 * Adds a pattern to the filters: `|>` finds only messages of this pattern, `!>` excludes it. All excluded
 * patterns are in one filter.
 */
export function withPattern(pills: readonly Pill[], op: Op, pattern: string): Pill[] {
  // A message has only one pattern: `|>` replaces an earlier `|>`, and `!>` one for the same pattern.
  const otherPills = pills.filter(
    pill =>
      pill.off || !isConditionOn(pill, 'message', '|>') || (op === '!>' && !pill.values.includes(pattern)),
  )
  const index =
    op === '!>' ? otherPills.findIndex(pill => !pill.off && isConditionOn(pill, 'message', '!>')) : -1
  const excluded = otherPills[index]
  if (excluded === undefined || isGroupPill(excluded))
    return [...otherPills, { field: 'message', op, values: [pattern], off: false }]
  return otherPills.with(index, { ...excluded, values: [...new Set([...excluded.values, pattern])] })
}
