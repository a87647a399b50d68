import type { PageQuery, Read, Scope } from '../../contract/event-store.ts'
import { second } from '../../sql/literal.ts'
import { rowsFrom, rowsOf, type TableFacts } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { PageContext } from '../context.ts'
import type { EventKey } from '../event-rows.ts'
import { mayRepeat } from '../has-repeats.ts'
import { runsOf } from '../runs-of-days.ts'
import { locate, spansFrom } from './locate.ts'
import { collect, countSource, orderOf, sourceOf, type WalkProgress, type WalkStep } from './walk.ts'

/** SQL condition: the row is the first occurrence of its event, so there is one for each event. */
const firstRowCondition = 'repeat = 0'

/**
 * Reads a page of events ordered by their first occurrence. Dropped days cut the range into runs of days
 * (runs-of-days.ts). They are read one after the other, until the page is full.
 */
export async function pageByFirst(
  context: PageContext,
  scope: Scope,
  query: PageQuery,
  newestFirst: boolean,
  read: Read,
): Promise<EventKey[]> {
  const runs = runsOf(context, scope)
  if (runs.length === 1) return await pageOfRun(context, scope, query, newestFirst, read)
  const keys: EventKey[] = []
  let { offset } = query
  for (const run of newestFirst ? runs.toReversed() : runs) {
    const limit = query.limit - keys.length
    if (limit === 0) break
    // Without `matching` and `counted`, which describe the whole range, not this run.
    const runQuery = { sort: query.sort, offset, limit }
    const runKeys = await pageOfRun(context, run, runQuery, newestFirst, read)
    keys.push(...runKeys)
    if (runKeys.length > 0) offset = 0
    // An empty page: the run has at most `offset` events, so all of them are skipped.
    else if (offset > 0) offset -= await countEventsOf(context, run, read)
  }
  return keys
}

/** Number of events that the pages of a run list: events that began in it or continued into it. */
async function countEventsOf(context: PageContext, run: Scope, read: Read): Promise<number> {
  const source = sourceOf(run, context, firstRowCondition)
  const begun = await countSource(context, { source, count: 'count()' }, read)
  return begun + (await countStartedBefore(context, run, read))
}

/**
 * Reads a page of one run by walking the first rows of its events in the order of the table (walk.ts). Events
 * that began before the run have only repeats in it. They get a step of their own, at the old end of the
 * walk, because each of them is older than all events that began in the run.
 */
async function pageOfRun(
  context: PageContext,
  run: Scope,
  query: PageQuery,
  newestFirst: boolean,
  read: Read,
): Promise<EventKey[]> {
  const direction = newestFirst ? 'DESC' : 'ASC'
  const startedBeforeStep = stepOfStartedBefore(context, run, direction)
  const start = await locate(
    context,
    run,
    query,
    {
      newestFirst,
      edgeStep: newestFirst ? undefined : startedBeforeStep,
      places: async (span, partOf) => firstPlaces(context, span, partOf),
      countListedEarly: async () => (newestFirst ? 0 : await countStartedBefore(context, run, read)),
    },
    read,
  )
  const mayHaveStartedBefore = mayRepeat(context, firstWindowOf(context, run))
  async function* walk(progress: WalkProgress) {
    // If `locate` skipped to a deep page, it has counted the events that started before the run already.
    if (mayHaveStartedBefore && !newestFirst && !start.isLocated) yield startedBeforeStep
    for await (const span of spansFrom(context, start, query, newestFirst, progress, read))
      yield stepOfFirstRows(context, span, orderOf(query, direction))
    if (mayHaveStartedBefore && newestFirst) yield startedBeforeStep
  }
  return await collect(context, walk, { ...query, offset: start.offset }, read)
}

/** SQL that counts the events begun in each part of a span. Columns: `part`, `n`. */
export function firstPlaces(facts: TableFacts, span: Scope, partOf: (seconds: string) => string): string {
  const rows = rowsFrom(span, facts, ['sec'], firstRowCondition)
  return `SELECT ${partOf('toUnixTimestamp(sec)')} AS part, toInt64(count()) AS n FROM ${rows} GROUP BY part`
}

function stepOfFirstRows(context: PageContext, span: Scope, order: string): WalkStep {
  return {
    source: () => sourceOf(span, context, firstRowCondition),
    count: 'count()',
    order,
    hasSeveralRows: false,
  }
}

/** Number of events that `startedBefore` selects. */
export async function countStartedBefore(context: PageContext, scope: Scope, read: Read): Promise<number> {
  if (!mayRepeat(context, firstWindowOf(context, scope))) return 0
  const source = { from: startedBefore(context, scope) }
  return await countSource(context, { source, count: 'uniqExact(id)' }, read)
}

function stepOfStartedBefore(context: PageContext, scope: Scope, direction: 'ASC' | 'DESC'): WalkStep {
  return {
    source: () => ({ from: startedBefore(context, scope) }),
    count: 'uniqExact(id)',
    order: `ORDER BY first ${direction}, id ${direction}`,
    hasSeveralRows: true,
  }
}

/** FROM and WHERE of the repeats, in a scope, of events that began before the scope. */
export function startedBefore(facts: TableFacts, scope: Scope): string {
  const rows = rowsOf(firstWindowOf(facts, scope), facts)
  return `FROM ${eventsTable} WHERE ${rows} AND repeat = 1 AND first < ${second(scope.from)}`
}

/**
 * The first deduplication window of a scope. Only there can events that began before the scope have rows: a
 * repeat comes at most one window after the beginning of its event.
 */
function firstWindowOf({ window }: TableFacts, scope: Scope): Scope {
  return { ...scope, to: Math.min(scope.to, scope.from + window) }
}
