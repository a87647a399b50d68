import { firstN } from '../first-n.ts'
import { groupByChunks } from '../reads/group-by-chunks.ts'
import { lastMoments } from '../reads/last-moments.ts'
import { newestValues } from '../reads/newest-values.ts'
import { tagValues } from '../reads/tag-values.ts'
import { topByHash } from '../reads/top-by-hash.ts'
import { lastMomentsInMemory } from '../recent/last-moments-in-memory.ts'
import type { RecentRows } from '../recent/recent-rows.ts'
import type { EventStore, Mark, Scope, TopAnswer, TopQuery } from '../store.ts'
import { compareValues } from '../value-order.ts'
import { type GatherContext, missingRows } from './gather.ts'
import { rollupEvents, rollupGroups, rollupLastSeconds, rollupPeriods, rollupTop } from './rollup-reads.ts'

/** Reads of the store that count, and estimates of what they read. */
export type CountingReads = Pick<
  EventStore,
  | 'countPeriods'
  | 'groupCounts'
  | 'topValues'
  | 'tagValues'
  | 'lastValues'
  | 'countEvents'
  | 'estimateCounting'
  | 'estimateTagValues'
>

/** Of more tags all are read at once. Each alone is counted in memory, which has no room for the values of hundreds. */
const maxSeparateTags = 64
/** To read all tags of a row takes as long as one field of so many. */
const rowsOfWholeRow = 150

interface CountingContext extends GatherContext {
  mark(): Mark
  estimateRows(from: number, to: number): number
  recentRows: Pick<RecentRows, 'now' | 'prepare'>
}

/** Answers from what memory has and one statement for the rest, or from rows. */
export function countingReads(context: CountingContext): CountingReads {
  const { client, window, rollups, recentRows, estimateRows } = context
  const estimateCounting: EventStore['estimateCounting'] = (fields, predicate, bounds, from, to) =>
    missingRows(rollups, { from, to, predicate }, fields, bounds)
  const topOf: EventStore['topValues'] = async (scope, query, read) => {
    recentRows.prepare()
    const counted = isCurrent(scope) ? await rollupTop(context, scope, query, read) : undefined
    return counted ?? (await topByHash(context, scope, query, read))
  }
  return {
    async countPeriods(scope, bounds, read) {
      recentRows.prepare()
      return await rollupPeriods(context, scope, bounds, read)
    },
    async groupCounts(scope, query, read) {
      recentRows.prepare()
      const counted = isCurrent(scope) ? await rollupGroups(context, scope, query, read) : undefined
      return counted ?? (await groupByChunks(context, scope, query, read))
    },
    topValues: topOf,
    async tagValues(scope, query, read) {
      const { names, limit, within } = query
      if (names.length > maxSeparateTags || within !== undefined)
        return await tagValues(client, window, scope, query, read)
      const found: TopAnswer[] = []
      for (const name of names) found.push(await topOf(scope, topOfTag(name, limit), read))
      return found
    },
    async lastValues(scope, query, read) {
      const counted = isCurrent(scope) ? await rollupLastSeconds(context, scope, query, read) : undefined
      if (counted === undefined) return await newestValues(context, scope, query, read)
      if (query.precision === 'second') return counted.slice(0, query.limit)
      const recent = recentRows.now(undefined)
      const inMemory = recent && lastMomentsInMemory(recent, scope, query.field, counted)
      const moments = inMemory ?? (await lastMoments(client, window, scope, query.field, counted, read))
      return firstN(moments, query.limit, (a, b) => b.last - a.last || compareValues(a.value, b.value))
    },
    async countEvents(scope, range, read) {
      recentRows.prepare()
      return await rollupEvents(context, scope, range, read)
    },
    estimateTagValues(names, predicate, from, to) {
      if (names.length > maxSeparateTags) return estimateRows(from, to) * rowsOfWholeRow
      const estimate = (name: string) => estimateCounting([{ tag: [name] }], predicate, undefined, from, to)
      return names.reduce((sum, name) => sum + estimate(name), 0)
    },
    estimateCounting,
  }
}

const topOfTag = (name: string, limit: number): TopQuery => ({
  field: { tag: [name] },
  ignoreEmpty: true,
  limit,
})

/** Rollups hold the counts of now. */
function isCurrent(scope: Scope): boolean {
  return scope.asOf === undefined
}
