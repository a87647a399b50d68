import type {
  GroupQuery,
  GroupRow,
  LastQuery,
  LastRow,
  Read,
  Scope,
  TopAnswer,
  TopQuery,
} from '../../contract/event-store.ts'
import type { Field } from '../../contract/field.ts'
import { firstN } from '../../contract/first-n.ts'
import { hullOf, micro, type Span } from '../../contract/time-span.ts'
import { compareValues } from '../../contract/value-order.ts'
import type { KnownDays, ReadContext } from '../../reads/context.ts'
import { compareGroups, limitGroups } from '../../reads/counts/group-counts.ts'
import { breaksIn } from '../../reads/runs-of-days.ts'
import { isNumeric } from '../../sql/columns.ts'
import { second } from '../../sql/literal.ts'
import { rowsOf, within } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import { type CountQuery, countFromTiles, type RollupContext } from './count-from-tiles.ts'
import type { Sum, ValueCounts } from './sums.ts'

/*
 * The store's counting reads (EventStore), answered from rollups and one statement. Their answers equal the
 * answers of the SQL in storage/reads.
 *
 * Reads by values return undefined when memory lacks too many rows, and there may be too many groups to fetch
 * them all (`countsAllRows`). The caller then lets the engine rank the values, which returns only the groups
 * that are wanted.
 */

interface DayContext extends RollupContext {
  days: KnownDays
}

/** Occurrences in each period. */
export async function rollupPeriods(
  context: RollupContext,
  scope: Scope,
  bounds: readonly number[],
  read: Read,
): Promise<number[]> {
  const counted = await countAll(context, scope, { bounds }, read)
  if (counted.counts?.length === bounds.length - 1) return Array.from(counted.counts)
  const counts = new Array<number>(Math.max(0, bounds.length - 1)).fill(0)
  for (const { period, count } of counted.sums) counts[period] = (counts[period] ?? 0) + count
  return counts
}

/**
 * Counts events, and their occurrences, in a slice (`scope`) of a question's range. An event counts where its
 * first row is. Events whose first row is before the range, or was dropped, count by the ids of their
 * repeats.
 */
export async function rollupEvents(
  context: DayContext,
  scope: Scope,
  range: Span,
  read: Read,
): Promise<{ events: number; occurrences: number }> {
  // Called for each attempt, since a batch that arrived meanwhile may have the first repeats of a minute.
  const others = (marked: Scope) => {
    const spans = spansOfEarlierEvents(context, scope, range)
    return spans.length === 0 ? [] : [selectEarlierEvents(context, marked, spans)]
  }
  const { sums } = await countAll(context, scope, { figures: { firsts: true }, others }, read)
  const total = { events: 0, occurrences: 0 }
  for (const { firsts, count } of sums) {
    total.events += firsts
    total.occurrences += count
  }
  return total
}

/** Counts without grouping by fields. */
async function countAll(
  context: RollupContext,
  scope: Scope,
  query: Omit<CountQuery, 'fields'>,
  read: Read,
): Promise<ValueCounts> {
  const counted = await countFromTiles(context, scope, { ...query, fields: [], countsAllRows: true }, read)
  if (counted === undefined) throw new Error('counts have more periods than one answer of the engine')
  return counted
}

/**
 * A SELECT of the number of events that began before one of these spans and have repeats in it, in the column
 * `f` (firsts) of the rows of countUncovered. Elsewhere first rows are counted, which costs less than ids.
 */
function selectEarlierEvents(context: ReadContext, scope: Scope, spans: readonly Span[]): string {
  const places = spans.map(({ from, to }) => `(${within(from, to)} AND first < ${second(from)})`)
  const rows = rowsOf({ ...scope, ...hullOf(spans) }, context)
  return `SELECT 0 AS period, 0 AS c, uniqExact(id) AS f, 0 AS l FROM ${eventsTable} WHERE ${rows} AND repeat = 1 AND (${places.join(' OR ')})`
}

/**
 * Spans in which a slice counts events that began before the span. Each is at most a deduplication window
 * long, and no event has rows in two of them. One begins at the start of the range: the first slice counts
 * all of it, even where it reaches into the next slice. The others begin at midnights after a dropped day.
 *
 * Example: a window of 60 s, a range from 12:00:00 to 13:00:00 in slices of 30 s. The slice from 12:00:00
 * gets the span 12:00:00 to 12:01:00, in which repeats of events from before 12:00:00 may be. The other
 * slices get none: the event of each of their repeats is counted at its first row or by the first slice.
 */
function spansOfEarlierEvents(context: DayContext, slice: Span, range: Span): readonly Span[] {
  if (range.from >= range.to) return []
  const starts = new Set([...(slice.from === range.from ? [slice.from] : []), ...breaksIn(context, slice)])
  const spans = Array.from(starts, from => {
    const end = Math.min(range.to, from + context.window)
    const [to = end] = breaksIn(context, { from: from + 1, to: end })
    return { from, to }
  })
  return spans.filter(span => context.repeats.mayBeIn(span))
}

/** Occurrences by values and periods, in the order of EventStore. */
export async function rollupGroups(
  context: RollupContext,
  scope: Scope,
  query: GroupQuery,
  read: Read,
): Promise<GroupRow[] | undefined> {
  const { fields, ignoreEmpty, bounds, only, limitEach, limit } = query
  const counted = await countFromTiles(context, scope, { fields, bounds, countsAllRows: true }, read)
  if (counted === undefined) return undefined
  const wanted = only && new Set(only)
  const leavesOutEmpty = ignoreEmpty && !isNumeric(fields[0])
  const groups: GroupRow[] = []
  for (const { period, id, count } of counted.sums) {
    const values = counted.valuesOf(id)
    const [first = ''] = values
    if ((leavesOutEmpty && first === '') || (wanted !== undefined && !wanted.has(first))) continue
    groups.push({ period, values: [...values], count })
  }
  return limitEach === undefined ? firstN(groups, limit, compareGroups) : limitGroups(groups, query)
}

/** The most frequent values of a field. */
export async function rollupTop(
  context: RollupContext,
  scope: Scope,
  { field, ignoreEmpty, limit }: TopQuery,
  read: Read,
): Promise<TopAnswer | undefined> {
  const counted = await countFromTiles(context, scope, { fields: [field], countsAllRows: true }, read)
  if (counted === undefined) return undefined
  const sums = withoutEmpty(counted, field, ignoreEmpty)
  const named = ({ id, count }: Sum) => ({ value: counted.valuesOf(id)[0] ?? '', count })
  const compare = (a: Sum, b: Sum) => b.count - a.count || compareValues(named(a).value, named(b).value)
  return {
    rows: firstN(sums, limit, compare).map(named),
    values: sums.length,
    count: sums.reduce((all, { count }) => all + count, 0),
  }
}

/**
 * The `limit` values seen last, newest first, in whole seconds. May return more: all values of the oldest of
 * these seconds, since their order within it is unknown.
 *
 * Never counts all rows (`countsAllRows`): the caller's statement ranks the values and finds their exact
 * times at once, while after a count by seconds another statement would have to find the times.
 */
export async function rollupLastSeconds(
  context: RollupContext,
  scope: Scope,
  { field, ignoreEmpty, limit }: LastQuery,
  read: Read,
): Promise<LastRow[] | undefined> {
  const counted = await countFromTiles(context, scope, { fields: [field], figures: { last: true } }, read)
  if (counted === undefined) return undefined
  const sums = withoutEmpty(counted, field, ignoreEmpty)
  const oldest = firstN(sums, limit, (a, b) => b.last - a.last).at(-1)
  return sums
    .filter(({ last }) => oldest !== undefined && last >= oldest.last)
    .map(({ id, count, last }) => ({ value: counted.valuesOf(id)[0] ?? '', count, last: last * micro }))
    .sort((a, b) => b.last - a.last || compareValues(a.value, b.value))
}

function withoutEmpty({ sums, valuesOf }: ValueCounts, field: Field, ignoreEmpty: boolean): readonly Sum[] {
  if (!ignoreEmpty || isNumeric(field)) return sums
  const empty = sums.findIndex(({ id }) => valuesOf(id)[0] === '')
  return empty < 0 ? sums : sums.toSpliced(empty, 1)
}
