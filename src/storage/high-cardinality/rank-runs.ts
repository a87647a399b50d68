import { Candidates } from './candidates.ts'
import { buckets, rowWords } from './layout.ts'
import type { Ranking } from './ranking.ts'
import type { Run } from './run.ts'
import { ValueTable } from './value-table.ts'

/** A part of a day. */
export interface DaySpan {
  runs: readonly Run[]
  /** Unix second of the day, and the seconds of it that count: `from` inclusive, `to` exclusive. */
  start: number
  from: number
  to: number
}

/** `maxTied`: values that may have the same count and order. */
export function rankRuns(spans: readonly DaySpan[], wanted: number, maxTied: number): Ranking {
  const parts = spans.flatMap(({ runs, ...span }) => runs.map(run => ({ run, next: 0, ...span })))
  const table = new ValueTable()
  const candidates = new Candidates(wanted, maxTied)
  let [values, count] = [0, 0]
  for (let bucket = 0; bucket < buckets; bucket++) {
    for (const part of parts) {
      const end = part.run.ends[bucket] ?? 0
      if (end > part.next) table.add(part.run, part.next, end, part.start, part.from, part.to)
      part.next = end
    }
    values += table.size
    count += offer(table, candidates)
    table.clear()
  }
  return { values, count, best: candidates.best() }
}

/** Adds the values of a bucket; returns how often they occurred. */
function offer({ slots, counts, used, size }: ValueTable, candidates: Candidates): number {
  let sum = 0
  for (let i = 0; i < size; i++) {
    const slot = used[i] ?? 0
    const count = counts[slot] ?? 0
    sum += count
    if (count < candidates.worstCount) continue
    const place = slot * rowWords
    const order = (slots[place + 3] ?? 0) >>> 0
    if (count === candidates.worstCount && order > candidates.worstOrder) continue
    const second = (slots[place + 2] ?? 0) >>> 0
    candidates.add({
      count,
      order,
      second,
      low: (slots[place] ?? 0) >>> 0,
      high: (slots[place + 1] ?? 0) >>> 0,
    })
  }
  return sum
}
