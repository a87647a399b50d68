import type { CountHints } from '../../reads/context.ts'
import { type GatherContext, gatherCounts } from './count-from-tiles.ts'

const maxParts = 4_000

/** Hints from counts in memory. */
export function countHints(context: GatherContext): CountHints {
  return {
    async eventCounts(scope, length, read) {
      const { from, to, predicate } = scope
      if ((to - from) / length > maxParts) return undefined
      const bounds = [from, ...multiplesWithin(from, to, length), to]
      const counting = { fields: [], bounds, figures: { firsts: true } }
      const gathered = await gatherCounts(context, { from, to, predicate }, counting, read)
      if (gathered === undefined) return undefined
      const firsts = new Array<number>(bounds.length - 1).fill(0)
      for (const sum of gathered.sums) firsts[sum.period] = (firsts[sum.period] ?? 0) + sum.firsts
      return firsts.map((events, i) => ({ from: bounds[i] ?? from, to: bounds[i + 1] ?? to, events }))
    },
  }
}

function multiplesWithin(from: number, to: number, length: number): number[] {
  const multiples: number[] = []
  for (let at = (Math.floor(from / length) + 1) * length; at < to; at += length) multiples.push(at)
  return multiples
}
