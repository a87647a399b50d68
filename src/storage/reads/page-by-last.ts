import { eventsTable } from '../sql/columns.ts'
import { list, number, second } from '../sql/literal.ts'
import { rowsOf, withinAsOf } from '../sql/scope.ts'
import type { PageQuery, Read, Scope } from '../store.ts'
import type { EventKey } from './event-key.ts'
import { hasRepeats, knownWithoutRepeats } from './has-repeats.ts'
import { locate, type PlaceWalk, spansFrom } from './locate.ts'
import { countStartedBefore, firstPlaces } from './page-by-first.ts'
import type { PageContext } from './page-context.ts'
import { collect, orderOf, type WalkStep } from './walk.ts'

/**
 * Ordered by the last occurrence, newest first. Walks rows backwards; each event counts where its newest row lies: those that went on after
 * the range come first, and a span leaves out what a newer one has shown.
 */
export async function newestByLast(
  context: PageContext,
  scope: Scope,
  query: PageQuery,
  read: Read,
): Promise<EventKey[]> {
  const { window, hints } = context
  const [goesOn, near] = await Promise.all([
    mayContinue(context, scope) &&
      (hints?.mayRepeat({ ...scope, from: scope.to, to: scope.to + window }, read) ?? true),
    newestSpan(context, scope, query, read),
  ])
  const order = orderOf(query, 'DESC')
  const edge: WalkStep | undefined = goesOn
    ? {
        source: () => continuedAfter(context, scope),
        count: 'uniqExact(id)',
        order,
        several: true,
        likelyEmpty: true,
      }
    : undefined
  const places: PlaceWalk['places'] = (span, partOf) => placesByLast(context, span, partOf, read)
  const others: PlaceWalk['others'] = async beginning => {
    if (edge !== undefined && beginning > scope.to - window) return undefined
    return await countStartedBefore(context, { ...scope, from: beginning, to: beginning + window }, read)
  }
  const start = await locate(context, scope, query, { newestFirst: true, edge, places, others }, read)
  const beginning = { offset: start.offset, limit: query.limit, skipped: start.skipped }
  const { part } = start
  const isPlain =
    part !== undefined && (await knownWithoutRepeats(context, { ...part, to: part.to + window }, read))
  function* walk() {
    if (edge !== undefined && !start.skipped) yield edge
    let rest = start
    if (near !== undefined && !start.skipped) {
      const here = newestRowsStep(context, { ...rest.scope, from: near.from }, order, edge !== undefined)
      yield { ...here, several: !near.single, whole: true }
      if (near.from === rest.scope.from) return
      rest = { ...rest, scope: { ...rest.scope, to: near.from } }
    }
    for (const span of spansFrom(context, rest, query, true)) {
      if (isPlain && span === part) yield singleRowsStep(context, span, order, query)
      else yield newestRowsStep(context, span, order, edge !== undefined || span.to < scope.to)
    }
  }
  return await collect(context, walk(), beginning, read)
}

const maxNearEvents = 1_000
/** With fewer rows, messages and tags are read with the keys, not by a second statement. */
const maxNearRows = 20_000

/** The span that the page lies in, when hints know it; `single`: each of its events has one row there. */
async function newestSpan(
  { hints }: PageContext,
  scope: Scope,
  { offset, limit }: PageQuery,
  read: Read,
): Promise<{ from: number; single: boolean } | undefined> {
  if (offset + limit > maxNearEvents) return undefined
  const near = await hints?.newestSpan(scope, offset + limit, read)
  return near !== undefined && near.rows <= maxNearRows ? near : undefined
}

/**
 * Where newest rows are: where first rows are, except for events that went on. All rows of an event with one in the span lie within a
 * window around it.
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
    FROM ${eventsTable} WHERE ${rowsOf(around, window)} AND repeat = 1 GROUP BY id`
  return `${firsts} UNION ALL SELECT ${partOf('move.1')} AS part, move.2 AS n FROM (${moves})
    WHERE move.1 >= ${number(span.from)} AND move.1 < ${number(span.to)}`
}

/** Whether events may have rows behind the range, by the newest row there is, whatever the clock says. */
export function mayContinue({ window, days }: Pick<PageContext, 'window' | 'days'>, scope: Scope): boolean {
  return window > 0 && (days === undefined || scope.to < days.end)
}

/** FROM and WHERE of the rows behind the range of events that have some in it. */
export function continuedAfter({ window }: Pick<PageContext, 'window'>, scope: Scope): string {
  const behind = { ...scope, from: scope.to, to: scope.to + window }
  const inRange = `SELECT id FROM ${eventsTable} WHERE ${withinAsOf(scope.from, Math.min(scope.to, scope.from + window), scope.asOf)} AND repeat = 1 AND first < ${second(scope.from)}`
  return `FROM ${eventsTable} WHERE ${rowsOf(behind, window)} AND repeat = 1 AND first < ${second(scope.to)} AND (first >= ${second(scope.from)} OR id IN (${inRange}))`
}

/** Of a span where each row is an event's only one. */
function singleRowsStep(context: PageContext, scope: Scope, order: string, { limit }: PageQuery): WalkStep {
  return {
    source: () => `FROM ${eventsTable} WHERE ${rowsOf(scope, context.window)}`,
    count: 'count()',
    order,
    several: false,
    whole: limit <= maxNearEvents && context.estimateRows(scope.from, scope.to) <= maxNearRows,
  }
}

/** Of more, the engine looks the ids up itself. */
const maxListed = 2_000

/** Events whose newest row lies in this span: not those that a newer span has shown. */
function newestRowsStep(context: PageContext, scope: Scope, order: string, mayGoOn: boolean): WalkStep {
  const rows = `FROM ${eventsTable} WHERE ${rowsOf(scope, context.window)}`
  return {
    source(shown) {
      if (!mayGoOn || context.window === 0) return rows
      // Of those shown, only an event that began before the end of this span can have rows in it.
      const ids = shown?.filter(key => key.first < scope.to * 1_000_000).map(key => number(key.id))
      if (ids?.length === 0) return rows
      if (ids && ids.length <= maxListed) return `${rows} AND id NOT IN (${list(ids)})`
      const later = `SELECT id FROM ${eventsTable} WHERE ${withinAsOf(scope.to, scope.to + context.window, scope.asOf)} AND repeat = 1 AND first < ${second(scope.to)}`
      return `${rows} AND id NOT IN (${later})`
    },
    count: 'uniqExact(id)',
    order,
    several: true,
  }
}
