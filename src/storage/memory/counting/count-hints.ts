import type { CountHints } from '../../reads/context.ts'
import { countFromTiles, type RollupContext } from './count-from-tiles.ts'

/** Maximum spans into which a scope is split. */
const maxParts = 4_000

/** Counts events by time from tiles in memory, by which deep pages are found faster. */
export function countHints(context: RollupContext): CountHints {
  return {
    async eventCounts(scope, length, read) {
      const { from, to, predicate } = scope
      if ((to - from) / length > maxParts) return undefined
      const bounds = [from, ...multiplesWithin(from, to, length), to]
      const query = { fields: [], bounds, figures: { firsts: true } }
      const counted = await countFromTiles(context, { from, to, predicate }, query, read)
      if (counted === undefined) return undefined
      const firsts = new Array<number>(bounds.length - 1).fill(0)
      for (const sum of counted.sums) firsts[sum.period] = (firsts[sum.period] ?? 0) + sum.firsts
      return firsts.map((events, i) => ({ from: bounds[i] ?? from, to: bounds[i + 1] ?? to, events }))
    },
  }
}

function multiplesWithin(from: number, to: number, length: number): number[] {
  const multiples: number[] = []
  for (let at = (Math.floor(from / length) + 1) * length; at < to; at += length) multiples.push(at)
  return multiples
}
