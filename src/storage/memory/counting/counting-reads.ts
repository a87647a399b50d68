import type { EventStore, Mark, Scope, TopAnswer, TopQuery } from '../../contract/event-store.ts'
import { firstN } from '../../contract/first-n.ts'
import type { Span } from '../../contract/time-span.ts'
import { compareValues } from '../../contract/value-order.ts'
import type { KnownDays } from '../../reads/context.ts'
import { groupByChunks } from '../../reads/counts/group-by-chunks.ts'
import { lastMoments } from '../../reads/counts/last-moments.ts'
import { newestValues } from '../../reads/counts/newest-values.ts'
import { tagValues } from '../../reads/counts/tag-values.ts'
import { topValues } from '../../reads/counts/top-values.ts'
import { lastMomentsInMemory } from '../recent/last-moments-in-memory.ts'
import type { RecentRows } from '../recent/recent-rows.ts'
import { estimateRowsToRead, type RollupContext } from './count-from-tiles.ts'
import { rollupEvents, rollupGroups, rollupLastSeconds, rollupPeriods, rollupTop } from './rollup-reads.ts'

/** The store's counting reads, and estimates of the rows they read. */
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

/**
 * Maximum tags that are counted one by one, each in memory. Memory cannot hold the values of hundreds: one
 * statement counts more tags together.
 */
const maxSeparateTags = 64
/** Reading all tags of a row takes as long as reading one field of this number of rows. */
const rowsOfWholeRow = 150

interface CountingContext extends RollupContext {
  mark(): Mark
  estimateRows(from: number, to: number): number
  days: KnownDays
  recentRows: Pick<RecentRows, 'newest' | 'prepare'>
}

/**
 * Answers from tiles in memory, and from one statement for what they lack; if memory has too little, from the
 * table. Reads only days that may have events: a range of a century costs no more than its stored days.
 */
export function countingReads(context: CountingContext): CountingReads {
  const { rollups, recentRows, days, estimateRows } = context
  /** Answers for the part of a scope on stored days; `empty` if there is no such part. */
  const answerClipped = async <T>(
    scope: Scope,
    empty: T,
    answer: (part: Scope) => Promise<T>,
  ): Promise<T> => {
    const part = days.clip(scope)
    if (isEmpty(part)) return empty
    recentRows.prepare()
    return await answer(part)
  }
  /** The top values of a scope on stored days. */
  const topOf: EventStore['topValues'] = async (scope, query, read) => {
    const counted = isCurrent(scope) ? await rollupTop(context, scope, query, read) : undefined
    return counted ?? (await topValues(context, scope, query, read))
  }
  const estimateCounting: EventStore['estimateCounting'] = (fields, predicate, bounds, from, to) => {
    const part = days.clip({ from, to })
    if (isEmpty(part)) return 0
    return estimateRowsToRead(
      rollups,
      { ...part, predicate },
      fields,
      bounds && boundsIn(bounds, part).bounds,
    )
  }
  return {
    async countPeriods(scope, bounds, read) {
      const zeros = new Array<number>(Math.max(0, bounds.length - 1)).fill(0)
      return await answerClipped(scope, zeros, async part => {
        const { first, bounds: boundsOfPart } = boundsIn(bounds, part)
        const counts = await rollupPeriods(context, part, boundsOfPart, read)
        return zeros.toSpliced(first, counts.length, ...counts)
      })
    },
    groupCounts: (scope, query, read) =>
      answerClipped(scope, [], async part => {
        const { first, bounds } = query.bounds ? boundsIn(query.bounds, part) : { first: 0 }
        const queryOfPart = { ...query, ...(bounds && { bounds }) }
        const counted = isCurrent(part) ? await rollupGroups(context, part, queryOfPart, read) : undefined
        const rows = counted ?? (await groupByChunks(context, part, queryOfPart, read))
        return first === 0 ? rows : rows.map(row => ({ ...row, period: row.period + first }))
      }),
    topValues: (scope, query, read) => answerClipped(scope, noValues(), part => topOf(part, query, read)),
    async tagValues(scope, query, read) {
      return await answerClipped(scope, query.names.map(noValues), async part => {
        const { names, limit, within } = query
        if (names.length > maxSeparateTags || within !== undefined)
          return await tagValues(context, part, query, read)
        const found: TopAnswer[] = []
        for (const name of names) found.push(await topOf(part, topOfTag(name, limit), read))
        return found
      })
    },
    lastValues: (scope, query, read) =>
      answerClipped(scope, [], async part => {
        const counted = isCurrent(part) ? await rollupLastSeconds(context, part, query, read) : undefined
        if (counted === undefined) return await newestValues(context, part, query, read)
        if (query.precision === 'second') return counted.slice(0, query.limit)
        const recent = recentRows.newest(undefined)
        const inMemory = recent && lastMomentsInMemory(recent, part, query.field, counted)
        const moments = inMemory ?? (await lastMoments(context, part, query.field, counted, read))
        return firstN(moments, query.limit, (a, b) => b.last - a.last || compareValues(a.value, b.value))
      }),
    countEvents: (scope, range, read) =>
      answerClipped(scope, { events: 0, occurrences: 0 }, part =>
        rollupEvents(context, part, days.clip(range), read),
      ),
    estimateTagValues(names, predicate, from, to) {
      if (names.length > maxSeparateTags) return estimateRows(from, to) * rowsOfWholeRow
      const estimate = (name: string) => estimateCounting([{ tag: [name] }], predicate, undefined, from, to)
      return names.reduce((sum, name) => sum + estimate(name), 0)
    },
    estimateCounting,
  }
}

const noValues = (): TopAnswer => ({ rows: [], values: 0, count: 0 })

const topOfTag = (name: string, limit: number): TopQuery => ({
  field: { tag: [name] },
  ignoreEmpty: true,
  limit,
})

/** Whether a scope is of the current moment. Rollups have no counts of earlier moments. */
function isCurrent(scope: Scope): boolean {
  return scope.asOf === undefined
}

function isEmpty({ from, to }: Span): boolean {
  return from >= to
}

/**
 * The bounds of the periods that overlap the span, cut to it; `first`: the index of the first such period.
 */
function boundsIn(
  bounds: readonly number[],
  { from, to }: Span,
): { first: number; bounds: readonly number[] } {
  const inner = bounds.filter(bound => bound > from && bound < to)
  const first = bounds.findLastIndex(bound => bound <= from)
  return { first: Math.max(0, first), bounds: [from, ...inner, to] }
}
