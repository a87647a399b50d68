import { exactNumber, shortNumber } from '../../charts/number-text.ts'

/** How a count changed since the previous period. */
export interface Growth {
  text: string
  /** Whether the count has at least doubled. */
  isStrong: boolean
}

const strongFactor = 2
/** From this factor on, the change is shown as a factor (×4), which is easier to read than +300%. */
const minShownFactor = 3

/** The change of a count from `before`; undefined if the previous period had no events. */
export function growthOf(count: number, before: number): Growth | undefined {
  if (before <= 0) return undefined
  const factor = count / before
  if (factor >= minShownFactor) return { text: `×${shortNumber(factor)}`, isStrong: true }
  const percent = Math.round((factor - 1) * 100)
  const amount = `${exactNumber(Math.abs(percent))}%`
  const isStrong = factor >= strongFactor
  if (percent === 0) return { text: amount, isStrong }
  return { text: percent > 0 ? `+${amount}` : `−${amount}`, isStrong }
}

/** Sums neighbouring counts, so that at most `max` remain, for a small chart. */
export function sumNeighbours(counts: readonly number[], max: number): number[] {
  const size = Math.max(1, Math.ceil(counts.length / max))
  const sums: number[] = []
  for (let from = 0; from < counts.length; from += size)
    sums.push(counts.slice(from, from + size).reduce((sum, count) => sum + count, 0))
  return sums
}
