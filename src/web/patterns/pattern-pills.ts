import type { Pill } from '../../filter/typed/pill.ts'

type Op = '|>' | '!>'

/**
 * The filters plus one on a pattern: either only this pattern, or excluding it along with those excluded
 * before.
 */
export function withPattern(pills: readonly Pill[], op: Op, pattern: string): Pill[] {
  const isPattern = (pill: Pill, of: Op) => pill.field === 'message' && pill.op === of && !pill.off
  // Only one pattern is searched at a time: a message has only one.
  const otherPills = pills.filter(
    pill => !isPattern(pill, '|>') || (op === '!>' && !pill.values.includes(pattern)),
  )
  const index = op === '!>' ? otherPills.findIndex(pill => isPattern(pill, '!>')) : -1
  const own = otherPills[index]
  if (own === undefined) return [...otherPills, { field: 'message', op, values: [pattern], off: false }]
  return otherPills.with(index, { ...own, values: [...new Set([...own.values, pattern])] })
}
