import { eventsTable } from '../sql/columns.ts'
import { compileFilter } from '../sql/filter.ts'
import { instant, number, wholeSecond } from '../sql/literal.ts'
import { rowsOf, withinAsOf } from '../sql/scope.ts'
import type { EventBatch, Read, Scope } from '../store.ts'
import { mostBytes } from './batch-size.ts'
import { batchOf, lastOf } from './event-lines.ts'
import { eventColumns, eventColumnsWith } from './event-rows.ts'
import type { EventsContext, Progress } from './events.ts'
import { hasRepeats } from './has-repeats.ts'
import { withSmallerBatches } from './smaller-batches.ts'

/** By the first or by the last occurrence of the whole event, ties by id. */
export interface TableOrder {
  by: 'first' | 'last'
  direction: 'ASC' | 'DESC'
}

/** Rows that one stretch of the walk should hold. */
const fewestRows = 200_000
const mostRows = 20_000_000
/** Batches that it should give. */
const batchesEach = 10

/** The place of an event: where the next batch goes on. */
interface Place {
  ts: number
  id: number
}

/**
 * Events whose place in the order lies inside of the scope: a walk over stretches of time, in each of which every statement goes
 * on behind the last event of the one before.
 */
export async function* eventsByTable(
  context: EventsContext,
  scope: Scope,
  order: TableOrder,
  matching: number | undefined,
  progress: Progress,
  read: Read,
): AsyncGenerator<EventBatch> {
  const rows = context.estimateRows(scope.from, scope.to)
  const total = scope.to - scope.from
  let looked = rows
  let found = matching ?? rows
  let { from, to } = scope
  while (from < to && progress.left > 0) {
    const perMatch = Math.max(1, looked / Math.max(1, found))
    const secondsFor = (batches: number) => {
      const wanted = Math.min(progress.left, batches * progress.size.rows) * perMatch
      const some = Math.min(Math.max(wanted, batches === 1 ? 1 : fewestRows), mostRows)
      return Math.max(1, rows === 0 ? total : Math.ceil((some * total) / rows))
    }
    const stretch = endOf({ ...scope, from, to }, secondsFor(batchesEach), order)
    // Where nothing was repeated, each row is an event. Otherwise its rows are looked together, for a few seconds at a time.
    const repeats = await hasRepeats(context, stretch, read)
    const part = repeats ? endOf(stretch, secondsFor(1), order) : stretch
    let given = 0
    for await (const batch of stretchOf(context, part, order, repeats, progress, read)) {
      given += batch.rows
      yield batch
    }
    const size = Math.max(1, context.estimateRows(part.from, part.to))
    if (found === rows) looked = found = 0
    looked += size
    found += given
    if (order.direction === 'DESC') to = part.from
    else from = part.to
  }
}

/** The end of a scope that comes first in the order. What would be left over as hardly worth a statement is taken along. */
function endOf(scope: Scope, seconds: number, { direction }: TableOrder): Scope {
  const { from, to } = scope
  if (1.5 * seconds >= to - from) return scope
  return direction === 'DESC' ? { ...scope, from: to - seconds } : { ...scope, to: from + seconds }
}

/** Events with a place in this stretch. */
async function* stretchOf(
  context: EventsContext,
  stretch: Scope,
  order: TableOrder,
  repeats: boolean,
  progress: Progress,
  read: Read,
): AsyncGenerator<EventBatch> {
  const { size } = progress
  for (let after: Place | undefined; progress.left > 0; ) {
    const { batch, asked } = await withSmallerBatches(size, async () => {
      const asked = Math.min(size.rows, progress.left)
      const source = repeats ? looked(context, stretch, order) : plain(context, stretch)
      const behind = after === undefined ? '' : ` AND ${placedAfter(after, order)}`
      const { direction } = order
      const sql = `${source}${behind} ORDER BY sec ${direction}, ts ${direction}, id ${direction} LIMIT ${number(asked)}`
      return { batch: batchOf(await context.client.bytes(sql, read, mostBytes)), asked }
    })
    size.learn(batch)
    yield batch
    if (batch.rows < asked) return
    const { id, first, last } = lastOf(batch)
    after = { id, ts: order.by === 'last' ? last : first }
  }
}

function placedAfter({ ts, id }: Place, { direction }: TableOrder): string {
  const sign = direction === 'DESC' ? '<' : '>'
  return `sec ${sign}= ${wholeSecond(ts / 1_000_000)} AND (ts, id) ${sign} (${instant(ts)}, ${number(id)})`
}

function plain({ window }: EventsContext, stretch: Scope): string {
  return `SELECT ${eventColumns} FROM ${eventsTable} WHERE ${rowsOf(stretch, window)}`
}

/** One row of each event, with the counters of all: the first one, or the newest, which decides its place. */
function looked({ window }: EventsContext, stretch: Scope, { by }: TableOrder): string {
  const rows = rowsOf(stretch, window)
  const around = withinAsOf(stretch.from - window, stretch.to + window, stretch.asOf)
  const wanted =
    compileFilter(stretch.predicate).rows === '1'
      ? ''
      : ` AND id IN (SELECT id FROM ${eventsTable} WHERE ${rows})`
  const repeats = `SELECT id AS event, sum(count) AS more, max((ts, batch)) AS newest FROM ${eventsTable} WHERE ${around} AND repeat = 1${wanted} GROUP BY id`
  // Without repeats, `more` is 0 and `newest` the beginning of time. A batch has one row of an event for a second.
  const columns = eventColumnsWith('toUnixTimestamp64Micro(greatest(ts, newest.1))', 'more + 1')
  const chosen =
    by === 'first' ? 'repeat = 0' : 'if(more = 0, repeat = 0, repeat = 1 AND (ts, batch) = newest)'
  return `SELECT ${columns} FROM ${eventsTable} LEFT JOIN (${repeats}) AS repeats ON id = event WHERE ${rows} AND ${chosen}`
}
