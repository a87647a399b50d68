import type { PageQuery, Read, Scope } from '../../contract/event-store.ts'
import { list, number, second } from '../../sql/literal.ts'
import { rowsOf, withinAsOf } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { PageContext, ReadContext } from '../context.ts'
import type { EventKey } from '../event-rows.ts'
import { hasRepeats, mayRepeat } from '../has-repeats.ts'
import { breaksIn } from '../runs-of-days.ts'
import { locate, type PlaceWalk, spansFrom } from './locate.ts'
import { countStartedBefore, firstPlaces } from './page-by-first.ts'
import { collect, orderOf, sourceOf, type WalkProgress, type WalkStep } from './walk.ts'

/**
 * Orders by the last occurrence, newest first. Walks rows backwards. Each event counts where its newest row
 * lies: events that continued after the range come first, and a span leaves out events that a newer span has
 * shown.
 */
export async function newestByLast(
  context: PageContext,
  scope: Scope,
  query: PageQuery,
  read: Read,
): Promise<EventKey[]> {
  const { window } = context
  const order = orderOf(query, 'DESC')
  const edge: WalkStep | undefined = mayContinue(context, scope)
    ? {
        source: () => ({ from: continuedAfter(context, scope) }),
        count: 'uniqExact(id)',
        order,
        several: true,
      }
    : undefined
  const places: PlaceWalk['places'] = (span, partOf) => placesByLast(context, span, partOf, read)
  const others: PlaceWalk['others'] = async beginning => {
    if (edge !== undefined && beginning > scope.to - window) return undefined
    return await countStartedBefore(context, { ...scope, from: beginning, to: beginning + window }, read)
  }
  const start = await locate(context, scope, query, { newestFirst: true, edge, places, others }, read)
  async function* walk(progress: WalkProgress) {
    if (edge !== undefined && !start.skipped) yield edge
    for await (const span of spansFrom(context, start, query, true, progress, read))
      yield newestRowsStep(context, span, order)
  }
  const beginning = { offset: start.offset, limit: query.limit, skipped: start.skipped }
  return await collect(context, walk, beginning, read)
}

/**
 * Places of newest rows: the places of first rows, corrected for events with repeats. All rows of an event
 * with a row in the span lie within a window around it.
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
  const moves = `SELECT arrayJoin([(toUnixTimestamp(max(sec)), toInt64(1)), (toUnixTimestamp(any(first)), toInt64(-1))]) AS move
    FROM ${eventsTable} WHERE ${rowsOf(around, context)} AND repeat = 1 GROUP BY id`
  return `${firsts} UNION ALL SELECT ${partOf('move.1')} AS part, move.2 AS n FROM (${moves})
    WHERE move.1 >= ${number(span.from)} AND move.1 < ${number(span.to)}`
}

/** Whether events may have rows after the range. False where no rows are stored, whatever the clock says. */
export function mayContinue(context: Omit<ReadContext, 'client'>, { to }: Scope): boolean {
  const { window, days } = context
  return (days === undefined || to < days.end) && mayRepeat(context, { from: to, to: to + window })
}

/** FROM and WHERE of the rows after the range, for events with rows in it. */
export function continuedAfter(context: Omit<ReadContext, 'client'>, scope: Scope): string {
  const { window } = context
  const { from, to, asOf } = scope
  const behind = { ...scope, from: to, to: to + window }
  const rows = `FROM ${eventsTable} WHERE ${rowsOf(behind, context)} AND repeat = 1 AND first < ${second(to)}`
  // The first row may be on a dropped day: it is then outside the range, and does not show where other rows
  // are.
  if (breaksIn(context, { from: to - window, to: to + window + 1 }).length > 0) {
    const within = withinAsOf(Math.max(from, to - window), to, asOf)
    return `${rows} AND id IN (SELECT id FROM ${eventsTable} WHERE ${within})`
  }
  const within = withinAsOf(from, Math.min(to, from + window), asOf)
  const inRange = `SELECT id FROM ${eventsTable} WHERE ${within} AND repeat = 1 AND first < ${second(from)}`
  return `${rows} AND (first >= ${second(from)} OR id IN (${inRange}))`
}

/** With more ids, the engine looks them up itself. */
const maxListed = 2_000

/** Events whose newest row lies in this span, without events that a newer span has shown. */
function newestRowsStep(context: PageContext, scope: Scope, order: string): WalkStep {
  const behind = { from: scope.to, to: scope.to + context.window }
  const mayGoOn = mayRepeat(context, behind)
  const several = mayRepeat(context, scope)
  return {
    source(shown) {
      if (!mayGoOn) return sourceOf(scope, context)
      // Of the shown events, only one that began before the end of this span can have rows in it.
      const ids = shown?.filter(key => key.first < scope.to * 1_000_000).map(key => number(key.id))
      if (ids?.length === 0) return sourceOf(scope, context)
      if (ids && ids.length <= maxListed) return sourceOf(scope, context, `id NOT IN (${list(ids)})`)
      const later = `SELECT id FROM ${eventsTable} WHERE ${withinAsOf(behind.from, behind.to, scope.asOf)} AND repeat = 1 AND first < ${second(scope.to)}`
      return sourceOf(scope, context, `id NOT IN (${later})`)
    },
    count: several ? 'uniqExact(id)' : 'count()',
    order,
    several,
  }
}
