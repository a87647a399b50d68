import { exactNumber, shortNumber } from '../../charts/number-text.ts'

/** How a count changed since the time before. */
export interface Growth {
  direction: 'up' | 'down' | 'same'
  text: string
}

/** Changes below this share are no news. */
const minChange = 0.1
const minFactor = 3

/** Undefined where there was nothing before. */
export function growthOf(count: number, before: number): Growth | undefined {
  if (before <= 0) return undefined
  const change = count / before - 1
  if (Math.abs(change) < minChange) return { direction: 'same', text: '±0%' }
  if (change >= minFactor - 1) return { direction: 'up', text: `×${shortNumber(count / before)}` }
  const percent = Math.round(Math.abs(change) * 100)
  return change > 0
    ? { direction: 'up', text: `+${exactNumber(percent)}%` }
    : { direction: 'down', text: `−${exactNumber(percent)}%` }
}

/** At most `max` sums of neighbouring counts, for a small chart. */
export function condensed(counts: readonly number[], max: number): number[] {
  const size = Math.max(1, Math.ceil(counts.length / max))
  const sums: number[] = []
  for (let from = 0; from < counts.length; from += size)
    sums.push(counts.slice(from, from + size).reduce((sum, count) => sum + count, 0))
  return sums
}
