import { eventsTable } from '../sql/columns.ts'
import { second } from '../sql/literal.ts'
import { rowsOf } from '../sql/scope.ts'
import type { PageQuery, Read, Scope } from '../store.ts'
import type { EventKey } from './event-key.ts'
import { knownWithoutRepeats } from './has-repeats.ts'
import { locate, type PlaceWalk, spansFrom } from './locate.ts'
import type { PageContext } from './page-context.ts'
import { collect, countItems, orderOf, type WalkStep } from './walk.ts'

/** Ordered by first occurrence, newest first: first rows in the order of the table, then those that began earlier. */
export async function newestByFirst(
  context: PageContext,
  scope: Scope,
  query: PageQuery,
  read: Read,
): Promise<EventKey[]> {
  const places: PlaceWalk['places'] = async (stretch, partOf) => firstPlaces(context, stretch, partOf)
  const start = await locate(
    context,
    scope,
    query,
    { newestFirst: true, places, others: async () => 0 },
    read,
  )
  const beginning = { ...query, offset: start.offset }
  function* walk() {
    for (const stretch of spansFrom(context, start, query, true)) {
      yield firstRowsStep(context, stretch, orderOf(query, 'DESC'))
    }
    yield startedBeforeStep(context, scope, 'DESC')
  }
  return await collect(context, walk(), beginning, read)
}

/** Ordered by first occurrence, oldest first. */
export async function oldestByFirst(
  context: PageContext,
  scope: Scope,
  query: PageQuery,
  read: Read,
): Promise<EventKey[]> {
  const edge = startedBeforeStep(context, scope, 'ASC')
  const places: PlaceWalk['places'] = async (stretch, partOf) => firstPlaces(context, stretch, partOf)
  const others = () => countStartedBefore(context, scope, read)
  const start = await locate(context, scope, query, { newestFirst: false, edge, places, others }, read)
  const beginning = { ...query, offset: start.offset }
  function* walk() {
    if (!start.skipped) yield edge
    for (const stretch of spansFrom(context, start, query, false)) {
      yield firstRowsStep(context, stretch, orderOf(query, 'ASC'))
    }
  }
  return await collect(context, walk(), beginning, read)
}

/** In which parts of a stretch events began: `part`, `n`. */
export function firstPlaces(
  { window }: Pick<PageContext, 'window'>,
  stretch: Scope,
  partOf: (seconds: string) => string,
): string {
  return `SELECT ${partOf('toUnixTimestamp(sec)')} AS part, toInt64(count()) AS n FROM ${eventsTable} WHERE ${rowsOf(stretch, window)} AND repeat = 0 GROUP BY part`
}

function firstRowsStep(context: PageContext, scope: Scope, order: string): WalkStep {
  return {
    source: () => `FROM ${eventsTable} WHERE ${rowsOf(scope, context.window)} AND repeat = 0`,
    count: 'count()',
    order,
    several: false,
  }
}

/** How many events of the scope began before it. */
async function countStartedBefore(context: PageContext, scope: Scope, read: Read): Promise<number> {
  const beginning = { ...scope, to: Math.min(scope.to, scope.from + context.window) }
  if (await knownWithoutRepeats(context, beginning, read)) return 0
  return await countItems(context, { source: startedBefore(context, scope), count: 'uniqExact(id)' }, read)
}

function startedBeforeStep(context: PageContext, scope: Scope, direction: 'ASC' | 'DESC'): WalkStep {
  return {
    source: () => startedBefore(context, scope),
    count: 'uniqExact(id)',
    order: `ORDER BY first ${direction}, id ${direction}`,
    several: true,
  }
}

/** FROM and WHERE of events that began before the range and went on in it: they have rows within a window of its start. */
export function startedBefore({ window }: Pick<PageContext, 'window'>, scope: Scope): string {
  const edge = { ...scope, to: Math.min(scope.to, scope.from + window) }
  return `FROM ${eventsTable} WHERE ${rowsOf(edge, window)} AND repeat = 1 AND first < ${second(scope.from)}`
}
