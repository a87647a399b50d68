import type { Pill } from '../../filter/typed/pill.ts'

type Op = '|>' | '!>'

/**
 * Adds a pattern to the filters: `|>` finds only messages of this pattern, `!>` excludes it. All excluded
 * patterns are in one filter.
 */
export function withPattern(pills: readonly Pill[], op: Op, pattern: string): Pill[] {
  const isPattern = (pill: Pill, op: Op) => pill.field === 'message' && pill.op === op && !pill.off
  // A message has only one pattern: `|>` replaces an earlier `|>`, and `!>` one for the same pattern.
  const otherPills = pills.filter(
    pill => !isPattern(pill, '|>') || (op === '!>' && !pill.values.includes(pattern)),
  )
  const index = op === '!>' ? otherPills.findIndex(pill => isPattern(pill, '!>')) : -1
  const excluded = otherPills[index]
  if (excluded === undefined) return [...otherPills, { field: 'message', op, values: [pattern], off: false }]
  return otherPills.with(index, { ...excluded, values: [...new Set([...excluded.values, pattern])] })
}
