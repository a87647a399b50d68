import { exactNumber, shortNumber } from '../../charts/number-text.ts'

/** How a count changed since the previous period. */
export interface Growth {
  text: string
  /** At least doubled. */
  isStrong: boolean
}

const strongFactor = 2
/** From here a factor is easier to read than per cent. */
const minFactor = 3

/** undefined if the previous period had no events. */
export function growthOf(count: number, before: number): Growth | undefined {
  if (before <= 0) return undefined
  const factor = count / before
  if (factor >= minFactor) return { text: `×${shortNumber(factor)}`, isStrong: true }
  const percent = Math.round((factor - 1) * 100)
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return { text: `${sign}${exactNumber(Math.abs(percent))}%`, isStrong: factor >= strongFactor }
}

/** Sums neighbouring counts, so that at most `max` remain, for a small chart. */
export function sumNeighbours(counts: readonly number[], max: number): number[] {
  const size = Math.max(1, Math.ceil(counts.length / max))
  const sums: number[] = []
  for (let from = 0; from < counts.length; from += size)
    sums.push(counts.slice(from, from + size).reduce((sum, count) => sum + count, 0))
  return sums
}
