import type { PageQuery, Read, Scope } from '../../contract/event-store.ts'
import { list, number, second } from '../../sql/literal.ts'
import { rowsOf, withinAsOf } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { PageContext, ReadContext } from '../context.ts'
import type { EventKey } from '../event-rows.ts'
import { hasRepeats, mayRepeat } from '../has-repeats.ts'
import { breaksIn, hasFirstRow } from '../runs-of-days.ts'
import { locate, type PlaceWalk, spansFrom } from './locate.ts'
import { countStartedBefore, firstPlaces } from './page-by-first.ts'
import { collect, orderOf, sourceOf, type WalkProgress, type WalkStep } from './walk.ts'

/**
 * Returns a page of events by last occurrence, newest first. Walks backwards over the rows of the range, and
 * lists each event at its newest row (reads/context.ts says which rows an event has). An event of the range
 * may also have rows after the range: these events come first (`edgeStep`), in the order of their rows there.
 * Then come spans of the range, newest first, each without the events that a newer step has listed.
 */
export async function newestByLast(
  context: PageContext,
  scope: Scope,
  query: PageQuery,
  read: Read,
): Promise<EventKey[]> {
  const { window } = context
  const order = orderOf(query, 'DESC')
  const edgeStep: WalkStep | undefined = mayHaveRowsAfter(context, scope)
    ? {
        source: () => ({ from: continuedRowsAfter(context, scope) }),
        count: 'uniqExact(id)',
        order,
        hasSeveralRows: true,
      }
    : undefined
  const places: PlaceWalk['places'] = (span, partOf) => placesByLast(context, span, partOf, read)
  // Events that began before `reached` and were repeated after it: known counts have them where they began.
  const countListedEarly: PlaceWalk['countListedEarly'] = async reached => {
    // This close to the end, countStartedBefore would also count rows after the range, even of events without
    // a row in the range.
    if (edgeStep !== undefined && reached > scope.to - window) return undefined
    // After a dropped day, some events have lost their first row: they are listed after `reached`, and are in
    // no known count.
    if (breaksIn(context, { from: reached + 1, to: scope.to }).length > 0) return undefined
    return await countStartedBefore(context, { ...scope, from: reached, to: reached + window }, read)
  }
  const placeWalk = { newestFirst: true, edgeStep, places, countListedEarly }
  const start = await locate(context, scope, query, placeWalk, read)
  async function* walk(progress: WalkProgress) {
    if (edgeStep !== undefined && !start.isLocated) yield edgeStep
    for await (const span of spansFrom(context, start, query, true, progress, read))
      yield newestRowsStep(context, span, order)
  }
  const page = { offset: start.offset, limit: query.limit, isLocated: start.isLocated }
  return await collect(context, walk, page, read)
}

/**
 * SELECT of `part` and `n`: how many events have their newest row in each part of a span. Counts each event
 * in the part of its first row. Then moves events with repeats: +1 in the part of the newest row, and -1 in
 * the part of the first row, unless that row was dropped with its day and so was not counted. All rows of an
 * event with a row in the span lie within a window around the span.
 */
async function placesByLast(
  context: PageContext,
  span: Scope,
  partOf: (seconds: string) => string,
  read: Read,
): Promise<string> {
  const firsts = firstPlaces(context, span, partOf)
  const { window } = context
  if (!(await hasRepeats(context, span, read))) return firsts
  const around = { ...span, from: span.from - window, to: span.to + window }
  // '1': every first row is stored.
  const isCountedSql = hasFirstRow(context, span)
  const minus = isCountedSql === '1' ? 'toInt64(-1)' : `-toInt64(any(${isCountedSql}))`
  // `move`: a second, and +1, -1 or 0.
  const moves = `SELECT arrayJoin([(toUnixTimestamp(max(sec)), toInt64(1)), (toUnixTimestamp(any(first)), ${minus})]) AS move
    FROM ${eventsTable} WHERE ${rowsOf(around, context)} AND repeat = 1 GROUP BY id`
  return `${firsts} UNION ALL SELECT ${partOf('move.1')} AS part, move.2 AS n FROM (${moves})
    WHERE move.1 >= ${number(span.from)} AND move.1 < ${number(span.to)}`
}

/** Whether events of a range may have rows after it. False if the range ends after the newest stored row. */
export function mayHaveRowsAfter(context: Omit<ReadContext, 'client'>, { to }: Scope): boolean {
  const { window, days } = context
  return (days === undefined || to < days.end) && mayRepeat(context, { from: to, to: to + window })
}

/** FROM and WHERE of the rows after a range that belong to events with a row in the range. */
export function continuedRowsAfter(context: Omit<ReadContext, 'client'>, scope: Scope): string {
  const { window } = context
  const { from, to, asOf } = scope
  const after = { ...scope, from: to, to: to + window }
  const rows = `FROM ${eventsTable} WHERE ${rowsOf(after, context)} AND repeat = 1 AND first < ${second(to)}`
  // If the day of the first row was dropped, `first` may lie outside of the range although the event has rows
  // in it: looks up all ids.
  if (breaksIn(context, { from: to - window, to: to + window + 1 }).length > 0) {
    const within = withinAsOf(Math.max(from, to - window), to, asOf)
    return `${rows} AND id IN (SELECT id FROM ${eventsTable} WHERE ${within})`
  }
  const within = withinAsOf(from, Math.min(to, from + window), asOf)
  const inRange = `SELECT id FROM ${eventsTable} WHERE ${within} AND repeat = 1 AND first < ${second(from)}`
  return `${rows} AND (first >= ${second(from)} OR id IN (${inRange}))`
}

/** Maximum ids to exclude that are written into a statement. More ids are excluded by a subquery. */
const maxExcludedIds = 2_000

/** The events whose newest row lies in a span: they have a row in it, and no newer step has listed them. */
function newestRowsStep(context: PageContext, scope: Scope, order: string): WalkStep {
  const after = { from: scope.to, to: scope.to + context.window }
  const hasRowsAfter = mayRepeat(context, after)
  const hasSeveralRows = mayRepeat(context, scope)
  return {
    source(listed) {
      if (!hasRowsAfter) return sourceOf(scope, context)
      // A listed event can have rows in this span only if it began before the end of the span.
      const ids = listed?.filter(key => key.first < scope.to * 1_000_000).map(key => number(key.id))
      if (ids?.length === 0) return sourceOf(scope, context)
      if (ids && ids.length <= maxExcludedIds) return sourceOf(scope, context, `id NOT IN (${list(ids)})`)
      const later = `SELECT id FROM ${eventsTable} WHERE ${withinAsOf(after.from, after.to, scope.asOf)} AND repeat = 1 AND first < ${second(scope.to)}`
      return sourceOf(scope, context, `id NOT IN (${later})`)
    },
    count: hasSeveralRows ? 'uniqExact(id)' : 'count()',
    order,
    hasSeveralRows,
  }
}
