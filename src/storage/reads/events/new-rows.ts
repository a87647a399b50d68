import { countNewRows, lastNewRow, newRowColumns } from '../../clients/row-binary/new-rows.ts'
import { AnswerTooLargeError } from '../../clients/sql-client.ts'
import type { ArrivalPlace } from '../../contract/arrivals.ts'
import type { Read } from '../../contract/event-store.ts'
import type {
  NewRows,
  NewRowsQuery,
  WaitingLimits,
  WaitingQuery,
  WaitingRows,
} from '../../contract/new-rows.ts'
import type { Span } from '../../contract/time-span.ts'
import { hasArrivals, nextPlace, placeWithin } from '../../journal/arrival-place.ts'
import { allTime, type StoreJournal } from '../../journal/journal.ts'
import { byIndex } from '../../sql/by-index.ts'
import { instant, list, number } from '../../sql/literal.ts'
import { batchesUpTo, rowsOf, withinAny } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { ReadContext } from '../context.ts'

/** Maximum bytes of an answer; a longer one is asked for again with fewer rows. */
const maxBytes = 16_000_000
/** Maximum batches of a step, except that the batches missing at its start are all in it. */
const maxBatches = 2_000
/**
 * Numbers of batches in which the end of a step is looked for at first, and how much further each next look
 * goes.
 */
const firstReach = 4_000
const reachFactor = 8
const noRows = { bytes: new Uint8Array(0), rows: 0 }

type Context = ReadContext & {
  journal: Pick<StoreJournal, 'highest' | 'unfinished' | 'spansAfter'>
}

/**
 * Reads rows in the order in which their batches became readable: one step after the other, each of some
 * batches. The rows of a step are ordered by batch, and within a batch as the query asks. See
 * EventStore.newRows.
 */
export async function newRows(context: Context, query: NewRowsQuery, read: Read): Promise<NewRows> {
  const { journal } = context
  const { after, limit: wantedRows } = query
  if (after === undefined)
    return {
      ...noRows,
      next: { since: nextPlace(journal.highest, journal.unfinished, undefined) },
      hasMore: false,
    }
  const since = placeWithin(journal.highest, after.since)
  const end = nextPlace(journal.highest, journal.unfinished, since)
  const upTo = after.rest?.upTo ?? (await endOfStep(context, since, end, wantedRows, read))
  const atEnd = { next: { since: upTo }, hasMore: hasArrivals(upTo, end) }
  if (!hasArrivals(since, upTo)) return { ...noRows, ...atEnd }
  const key = query.order === 'arrival' ? ['batch', 'id', 'ts'] : ['batch', 'ts', 'id']
  const conditions = [
    ...rowsBetween(context, query.predicate, since, upTo),
    ...(after.rest ? [`(${list(key)}) > (${list(keyLiterals(key, after.rest.after))})`] : []),
  ]
  const { bytes, limit } = await withFewerRows(wantedRows, limit =>
    context.client.bytes(
      `SELECT ${newRowColumns} FROM ${eventsTable} WHERE ${conditions.join(' AND ')} ORDER BY ${list(key)} LIMIT ${number(limit)}`,
      read,
      maxBytes,
      'parallel',
    ),
  )
  const rows = countNewRows(bytes)
  if (rows < limit) return { bytes, rows, ...atEnd }
  const { batch, id, ts } = lastNewRow(bytes)
  return { bytes, rows, next: { since, rest: { upTo, after: { batch, id, ts } } }, hasMore: true }
}

/** The rows after a position, and how many of them are beyond the limits. See EventStore.waitingRows. */
export async function waitingRows(
  context: Context,
  { predicate, after, within }: WaitingQuery,
  { oldest, bytes }: WaitingLimits,
  read: Read,
): Promise<WaitingRows> {
  const { journal } = context
  const since = placeWithin(journal.highest, after.since)
  const upTo = nextPlace(journal.highest, journal.unfinished, since)
  if (!hasArrivals(since, upTo)) return { rows: 0, oldest: undefined, beyond: undefined }
  const conditions = rowsBetween(context, predicate, since, upTo, within)
  const batches = `SELECT batch, count() AS rows, sum(length(message)) AS bytes, toUnixTimestamp(min(sec)) AS first, toUnixTimestamp(max(sec)) AS last
    FROM ${eventsTable} WHERE ${conditions.join(' AND ')} GROUP BY batch`
  // Limits may be infinite, which SQL has no literals for.
  const isBeyond = `last < ${number(Math.max(0, Math.floor(oldest)))} OR newer > ${number(Math.min(bytes, Number.MAX_SAFE_INTEGER))}`
  // `newer`: bytes of this and all later batches.
  const sql = `SELECT sum(rows), min(first), maxIf(batch, beyond) FROM (
    SELECT *, ${isBeyond} AS beyond FROM (SELECT *, sum(bytes) OVER (ORDER BY batch DESC) AS newer FROM (${batches})))`
  const [[rows, first, lastBeyond] = []] = await context.client.select(sql, read)
  const end = Number(lastBeyond ?? 0)
  return {
    rows: Number(rows ?? 0),
    oldest: Number(rows ?? 0) === 0 ? undefined : Number(first),
    beyond:
      end === 0 ? undefined : await rowsUpTo(context, predicate, since, placeAt(upTo, since, end), read),
  }
}

/** The rows between two places, as the rows beyond the limits. */
async function rowsUpTo(
  context: Context,
  predicate: NewRowsQuery['predicate'],
  since: ArrivalPlace,
  upTo: ArrivalPlace,
  read: Read,
): Promise<WaitingRows['beyond']> {
  const conditions = rowsBetween(context, predicate, since, upTo)
  const [[rows] = []] = await context.client.select(
    `SELECT count() FROM ${eventsTable} WHERE ${conditions.join(' AND ')}`,
    read,
  )
  return { rows: Number(rows ?? 0), next: { since: upTo } }
}

/**
 * The end of the next step: after as many batches as have at most `rowsOfAnswer` rows together, and at least
 * after one. A larger batch takes several answers, for each of which the engine reads the whole batch.
 */
async function endOfStep(
  context: Context,
  since: ArrivalPlace,
  end: ArrivalPlace,
  rowsOfAnswer: number,
  read: Read,
): Promise<ArrivalPlace> {
  if (!hasArrivals(since, end)) return end
  // Billions of rows may wait: a look at all of them for each step would take longer than the step.
  for (let reach = firstReach; ; reach *= reachFactor) {
    const batch = Math.min(end.batch, since.batch + reach)
    const conditions = [...spansAfter(context, since), ...batchesBetween(since, { ...end, batch })]
    const batches = await context.client.select(
      `SELECT batch, count() FROM ${eventsTable} WHERE ${conditions.join(' AND ')} GROUP BY batch ORDER BY batch LIMIT ${number(maxBatches)}`,
      read,
    )
    const last = lastOfStep(
      batches.map(([batch, rows]) => ({ batch: Number(batch), rows: Number(rows) })),
      since,
      rowsOfAnswer,
    )
    if (last !== undefined) return placeAt(end, since, last)
    if (batch === end.batch) return end
  }
}

/** The last batch of a step that begins at `since`; undefined if further batches fit into it. */
function lastOfStep(
  batches: readonly { batch: number; rows: number }[],
  since: ArrivalPlace,
  rowsOfAnswer: number,
): number | undefined {
  let rows = 0
  let last: number | undefined
  for (const { batch, rows: more } of batches) {
    rows += more
    // Batches that were missing at `since` are all in the next step.
    if (last !== undefined && batch > since.batch && rows > rowsOfAnswer) return last
    last = batch
  }
  return batches.length === maxBatches ? last : undefined
}

/** The place after all batches up to one of them, on the way to `end`. */
function placeAt(end: ArrivalPlace, since: ArrivalPlace, batch: number): ArrivalPlace {
  const highest = Math.max(batch, since.batch)
  return { batch: highest, missing: end.missing.filter(missing => missing <= highest) }
}

/** SQL conditions of the rows between two places that match. */
function rowsBetween(
  context: Context,
  predicate: NewRowsQuery['predicate'],
  since: ArrivalPlace,
  upTo: ArrivalPlace,
  within: Span = allTime,
): string[] {
  // SQL needs only the batches of a mark, not its number.
  const asOf = { number: 0, ...upTo }
  const scope = { ...within, predicate, asOf }
  return [
    ...spansAfter(context, since),
    rowsOf(context.days?.clip(scope) ?? scope, context),
    byIndex(afterPlace(since)),
  ]
}

/** SQL conditions of the spans with rows after a place; empty if these spans are not known. */
function spansAfter({ journal }: Context, since: ArrivalPlace): string[] {
  const spans = journal.spansAfter(since)
  return spans === undefined ? [] : [withinAny(spans)]
}

function batchesBetween(since: ArrivalPlace, { batch, missing }: ArrivalPlace): string[] {
  return [byIndex(afterPlace(since)), batchesUpTo(batch, missing)]
}

/** SQL of the batches that were not readable yet at a place. */
export function afterPlace({ batch, missing }: ArrivalPlace): string {
  const later = `batch > ${number(batch)}`
  return missing.length === 0 ? later : `(${later} OR batch IN (${list(missing.map(number))}))`
}

/** The values of a row in the columns of `key`, as SQL. */
function keyLiterals(key: readonly string[], after: { batch: number; id: number; ts: number }): string[] {
  return key.map(column => {
    if (column === 'ts') return instant(after.ts)
    return number(column === 'id' ? after.id : after.batch)
  })
}

/** Asks with fewer rows when the answer has too many bytes. */
async function withFewerRows(
  wanted: number,
  request: (limit: number) => Promise<Uint8Array>,
): Promise<{ bytes: Uint8Array; limit: number }> {
  for (let limit = wanted; ; limit = Math.ceil(limit / 8)) {
    try {
      return { bytes: await request(limit), limit }
    } catch (error) {
      if (!(error instanceof AnswerTooLargeError) || limit === 1) throw error
    }
  }
}
