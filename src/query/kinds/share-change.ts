/** Occurrences of a value in two ranges, and of all events. */
export interface TwoCounts {
  count: number
  before: number
  total: number
  totalBefore: number
}

/**
 * How much the share of a value moved, 0 to 1: its part of the Jensen–Shannon divergence of the two ranges,
 * in bits, times two. A value that is new or gone scores its share. Of shares p and q, others score less than
 * |p - q|: 40 % to 50 % scores 0.008, and 1 % to 11 % scores 0.07.
 */
export function shareScore({ count, before, total, totalBefore }: TwoCounts): number {
  const now = total === 0 ? 0 : count / total
  const then = totalBefore === 0 ? 0 : before / totalBefore
  const mean = (now + then) / 2
  // Rounding may make it negative.
  return Math.max(0, information(now, mean) + information(then, mean))
}

/** p log2(p / q), 0 for p = 0. */
function information(p: number, q: number): number {
  return p === 0 ? 0 : p * Math.log2(p / q)
}

/** The value of the chi-squared distribution of one degree that chance exceeds once in a thousand times. */
const chanceLimit = 10.83

/**
 * Whether chance explains the change of a share: by the G-test of the four counts, with p > 0.001. True if
 * one of the ranges has no events.
 */
export function mayBeChance({ count, before, total, totalBefore }: TwoCounts): boolean {
  const all = total + totalBefore
  const withValue = count + before
  const term = (observed: number, row: number, column: number): number =>
    observed === 0 ? 0 : observed * Math.log((observed * all) / (row * column))
  const g =
    2 *
    (term(count, withValue, total) +
      term(before, withValue, totalBefore) +
      term(total - count, all - withValue, total) +
      term(totalBefore - before, all - withValue, totalBefore))
  return g < chanceLimit
}
