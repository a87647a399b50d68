import type { PageQuery, Read, Scope } from '../../contract/event-store.ts'
import { second } from '../../sql/literal.ts'
import { rowsFrom, rowsOf, type TableFacts } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { PageContext } from '../context.ts'
import type { EventKey } from '../event-rows.ts'
import { mayRepeat } from '../has-repeats.ts'
import { runsOf } from '../runs-of-days.ts'
import { locate, spansFrom } from './locate.ts'
import { collect, countItems, orderOf, sourceOf, type WalkProgress, type WalkStep } from './walk.ts'

/** Orders by first occurrence, one run of days after the other. */
export async function pageByFirst(
  context: PageContext,
  scope: Scope,
  query: PageQuery,
  newestFirst: boolean,
  read: Read,
): Promise<EventKey[]> {
  const oldestFirst = runsOf(context, scope)
  if (oldestFirst.length === 1) return await pageOfRun(context, scope, query, newestFirst, read)
  const keys: EventKey[] = []
  let { offset } = query
  for (const run of newestFirst ? oldestFirst.toReversed() : oldestFirst) {
    const limit = query.limit - keys.length
    if (limit === 0) break
    const { sort } = query
    const found = await pageOfRun(context, run, { sort, offset, limit }, newestFirst, read)
    keys.push(...found)
    if (found.length > 0) offset = 0
    else if (offset > 0) offset -= await countEventsOf(context, run, read)
  }
  return keys
}

/** Number of events with their place in the run, which is below the number to skip. */
async function countEventsOf(context: PageContext, run: Scope, read: Read): Promise<number> {
  const source = sourceOf(run, context, 'repeat = 0')
  const firsts = await countItems(context, { source, count: 'count()' }, read)
  return firsts + (await countStartedBefore(context, run, read))
}

/** Reads first rows in the order of the table; events that began before the run are the oldest. */
async function pageOfRun(
  context: PageContext,
  scope: Scope,
  query: PageQuery,
  newestFirst: boolean,
  read: Read,
): Promise<EventKey[]> {
  const direction = newestFirst ? 'DESC' : 'ASC'
  const earlier = startedBeforeStep(context, scope, direction)
  const start = await locate(
    context,
    scope,
    query,
    {
      newestFirst,
      edge: newestFirst ? undefined : earlier,
      places: async (span, partOf) => firstPlaces(context, span, partOf),
      others: async () => (newestFirst ? 0 : await countStartedBefore(context, scope, read)),
    },
    read,
  )
  const hasEarlier = mayRepeat(context, startOf(context, scope))
  async function* walk(progress: WalkProgress) {
    if (hasEarlier && !newestFirst && !start.skipped) yield earlier
    for await (const span of spansFrom(context, start, query, newestFirst, progress, read))
      yield firstRowsStep(context, span, orderOf(query, direction))
    if (hasEarlier && newestFirst) yield earlier
  }
  return await collect(context, walk, { ...query, offset: start.offset }, read)
}

/** SELECT of the number of events that began in each part of a span: `part`, `n`. */
export function firstPlaces(table: TableFacts, span: Scope, partOf: (seconds: string) => string): string {
  const rows = rowsFrom(span, table, ['sec'], 'repeat = 0')
  return `SELECT ${partOf('toUnixTimestamp(sec)')} AS part, toInt64(count()) AS n FROM ${rows} GROUP BY part`
}

function firstRowsStep(context: PageContext, scope: Scope, order: string): WalkStep {
  return {
    source: () => sourceOf(scope, context, 'repeat = 0'),
    count: 'count()',
    order,
    several: false,
  }
}

/** Number of events that began before the scope and have rows within a window of its start. */
export async function countStartedBefore(context: PageContext, scope: Scope, read: Read): Promise<number> {
  if (!mayRepeat(context, startOf(context, scope))) return 0
  const source = { from: startedBefore(context, scope) }
  return await countItems(context, { source, count: 'uniqExact(id)' }, read)
}

function startedBeforeStep(context: PageContext, scope: Scope, direction: 'ASC' | 'DESC'): WalkStep {
  return {
    source: () => ({ from: startedBefore(context, scope) }),
    count: 'uniqExact(id)',
    order: `ORDER BY first ${direction}, id ${direction}`,
    several: true,
  }
}

/**
 * FROM and WHERE of events that began before the range and continued into it, with rows within a window of
 * its start.
 */
export function startedBefore(table: TableFacts, scope: Scope): string {
  return `FROM ${eventsTable} WHERE ${rowsOf(startOf(table, scope), table)} AND repeat = 1 AND first < ${second(scope.from)}`
}

/** The span with the rows of events that began before a scope and continue into it. */
function startOf({ window }: TableFacts, scope: Scope): Scope {
  return { ...scope, to: Math.min(scope.to, scope.from + window) }
}
