import type { CountHints } from '../reads/page-context.ts'
import { levelSeconds } from './cover.ts'
import { gatherCertain, gatherCounts } from './gather.ts'
import { mayRepeat, type RollupContext, rollupEvents } from './rollup-reads.ts'
import { everything } from './row-condition.ts'

/** Longer spans nearly always have repeats, and their counts may have to be made first. */
const maxSpanSeconds = 2 * levelSeconds.hour
const maxParts = 4_000
/** How far back the newest events are looked for. The beginning is rounded to what is counted separately. */
const shortLookBacks = [2, 10] as const
const lookBacks = [
  { back: 2 * levelSeconds.minute, to: levelSeconds.minute },
  { back: 15 * levelSeconds.minute, to: levelSeconds.minute },
  { back: levelSeconds.hour, to: levelSeconds.hour },
  { back: 6 * levelSeconds.hour, to: levelSeconds.hour },
] as const

/** Hints by rollups. */
export function countHints(context: RollupContext): CountHints {
  return {
    async mayRepeat(scope, read) {
      return scope.to - scope.from > maxSpanSeconds || (await mayRepeat(context, scope, read))
    },
    async newestSpan(scope, wanted, read) {
      const { to, predicate } = scope
      for (const beginning of beginnings(to)) {
        const from = Math.max(scope.from, beginning)
        const sure = await gatherCertain(context.rollups, { from, to, predicate }, read)
        if (sure === undefined) return undefined
        const firsts = sure.sums.reduce((sum, { firsts }) => sum + firsts, 0)
        if (firsts < wanted && from > scope.from) continue
        const all = await rollupEvents(context, { from, to, predicate: everything }, read)
        if (all === undefined) return undefined
        const occurrences = sure.sums.reduce((sum, { count }) => sum + count, 0)
        const single = sure.isAll ? occurrences === firsts : all.occurrences === all.firsts
        return { from, single, rows: all.occurrences }
      }
      return undefined
    },
    async eventCounts(scope, length, read) {
      const { from, to, predicate } = scope
      if ((to - from) / length > maxParts) return undefined
      const bounds = [from, ...multiplesWithin(from, to, length), to]
      const gathered = await gatherCounts(context.rollups, { from, to, predicate }, [], bounds, read)
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

/** Later ones first. Seconds are counted separately in the minute that `to` lies in. */
function* beginnings(to: number): Generator<number> {
  for (const back of shortLookBacks) if (to % levelSeconds.minute >= back) yield to - back
  for (const look of lookBacks) yield Math.floor((to - look.back) / look.to) * look.to
}
