import { eventsTable } from '../sql/columns.ts'
import { list, number, second } from '../sql/literal.ts'
import { rowsOf, withinAsOf } from '../sql/scope.ts'
import type { PageQuery, Read, Scope } from '../store.ts'
import type { EventKey } from './event-key.ts'
import { hasRepeats, knownWithoutRepeats } from './has-repeats.ts'
import { locate, type PlaceWalk, spansFrom } from './locate.ts'
import { firstPlaces } from './page-by-first.ts'
import type { PageContext } from './page-context.ts'
import { collect, countItems, orderOf, type WalkStep } from './walk.ts'

/**
 * Ordered by the whole event's last occurrence, newest first. Rows are walked backwards and each event counts where its
 * newest row lies: events that went on after the range come first, and a stretch leaves out what a newer one has shown.
 */
export async function newestByLast(
  context: PageContext,
  scope: Scope,
  query: PageQuery,
  read: Read,
): Promise<EventKey[]> {
  const [goesOn, near] = await Promise.all([
    mayContinue(context, scope) && mayRepeatAfter(context, scope, read),
    newestSpan(context, scope, query, read),
  ])
  const order = orderOf(query, 'DESC')
  const edge = goesOn ? continuedAfterStep(context, scope, order) : undefined
  const places: PlaceWalk['places'] = (stretch, partOf) => placesByLast(context, stretch, partOf, read)
  const others: PlaceWalk['others'] = async beginning => {
    if (edge !== undefined && beginning > scope.to - context.window) return undefined
    return await countPlacedLater(context, scope, beginning, read)
  }
  const start = await locate(context, scope, query, { newestFirst: true, edge, places, others }, read)
  const beginning = { offset: start.offset, limit: query.limit, skipped: start.skipped }
  const { part } = start
  const isPlain =
    part !== undefined &&
    (await knownWithoutRepeats(context, { ...part, to: part.to + context.window }, read))
  function* walk() {
    if (edge !== undefined && !start.skipped) yield edge
    let rest = start
    if (near !== undefined && !start.skipped) {
      const here = newestRowsStep(context, { ...rest.scope, from: near.from }, order, edge !== undefined)
      yield { ...here, several: !near.single, whole: true }
      if (near.from === rest.scope.from) return
      rest = { ...rest, scope: { ...rest.scope, to: near.from } }
    }
    for (const stretch of spansFrom(context, rest, query, true)) {
      if (isPlain && stretch === part) yield singleRowsStep(context, stretch, order, query)
      else yield newestRowsStep(context, stretch, order, edge !== undefined || stretch.to < scope.to)
    }
  }
  return await collect(context, walk(), beginning, read)
}

/** Whether there is anything for `continuedAfterStep` to find. */
async function mayRepeatAfter({ window, hints }: PageContext, scope: Scope, read: Read): Promise<boolean> {
  if (hints === undefined) return true
  return await hints.mayRepeat({ ...scope, from: scope.to, to: scope.to + window }, read)
}

/** Pages that end further from the newest event are no first ones. */
const maxNearEvents = 1_000
/** Of so few rows, messages and tags are read at once, instead of in a second statement for those of the page. */
const maxNearRows = 20_000

/** Where the page lies, when that is known without looking: its events began there, each in one row when it is `single`. */
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
 * Where newest rows are: where first rows are, but for events that went on, which have their place with their newest row. All rows
 * of an event with one in the stretch lie within a window around it.
 */
async function placesByLast(
  context: PageContext,
  stretch: Scope,
  partOf: (seconds: string) => string,
  read: Read,
): Promise<string> {
  const firsts = firstPlaces(context, stretch, partOf)
  const { window } = context
  if (!(await hasRepeats(context, stretch, read))) return firsts
  const around = { ...stretch, from: stretch.from - window, to: stretch.to + window }
  const moves = `SELECT arrayJoin([(toUnixTimestamp(max(sec)), toInt64(1)), (toUnixTimestamp(any(first)), toInt64(-1))]) AS move
    FROM ${eventsTable} WHERE ${rowsOf(around, window)} AND repeat = 1 GROUP BY id`
  return `${firsts} UNION ALL SELECT ${partOf('move.1')} AS part, move.2 AS n FROM (${moves})
    WHERE move.1 >= ${number(stretch.from)} AND move.1 < ${number(stretch.to)}`
}

/** How many events began before this second and went on at it or later. */
async function countPlacedLater(
  context: PageContext,
  scope: Scope,
  beginning: number,
  read: Read,
): Promise<number> {
  const { window } = context
  const behind = { ...scope, from: beginning, to: beginning + window }
  if (await knownWithoutRepeats(context, behind, read)) return 0
  const source = `FROM ${eventsTable} WHERE ${rowsOf(behind, window)} AND repeat = 1 AND first < ${second(beginning)}`
  return await countItems(context, { source, count: 'uniqExact(id)' }, read)
}

function continuedAfterStep(context: PageContext, scope: Scope, order: string): WalkStep {
  return {
    source: () => continuedAfter(context, scope),
    count: 'uniqExact(id)',
    order,
    several: true,
    likelyEmpty: true,
  }
}

/** Whether events may have rows behind the range: there are some as far as rows go, whatever the clock says. */
export function mayContinue({ window, days }: Pick<PageContext, 'window' | 'days'>, scope: Scope): boolean {
  return window > 0 && (days === undefined || scope.to < days.end)
}

/** FROM and WHERE of the rows behind the range of events that have some in it. */
export function continuedAfter({ window }: Pick<PageContext, 'window'>, scope: Scope): string {
  const behind = { ...scope, from: scope.to, to: scope.to + window }
  const inRange = `SELECT id FROM ${eventsTable} WHERE ${withinAsOf(scope.from, Math.min(scope.to, scope.from + window), scope.asOf)} AND repeat = 1 AND first < ${second(scope.from)}`
  return `FROM ${eventsTable} WHERE ${rowsOf(behind, window)} AND repeat = 1 AND first < ${second(scope.to)} AND (first >= ${second(scope.from)} OR id IN (${inRange}))`
}

/** Rows of a stretch where each is an event's only one. */
function singleRowsStep(context: PageContext, scope: Scope, order: string, { limit }: PageQuery): WalkStep {
  return {
    source: () => `FROM ${eventsTable} WHERE ${rowsOf(scope, context.window)}`,
    count: 'count()',
    order,
    several: false,
    whole: limit <= maxNearEvents && context.estimateRows(scope.from, scope.to) <= maxNearRows,
  }
}

/** Past so many, ids are looked up by the engine rather than sent to it. */
const maxListed = 2_000

/** Events whose newest row lies in this stretch: not those that a newer stretch has shown. */
function newestRowsStep(context: PageContext, scope: Scope, order: string, mayGoOn: boolean): WalkStep {
  const rows = `FROM ${eventsTable} WHERE ${rowsOf(scope, context.window)}`
  return {
    source(shown) {
      if (!mayGoOn || context.window === 0) return rows
      // Of what was shown, only an event that began before the end of this stretch can have rows in it.
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
