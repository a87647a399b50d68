import { RowBinaryReader } from '../../clients/row-binary/row-binary-reader.ts'
import type { Read, Scope, ValueSpan, ValueSpansQuery } from '../../contract/event-store.ts'
import { isNumeric } from '../../sql/columns.ts'
import { number, wholeSecond } from '../../sql/literal.ts'
import { rowsFrom } from '../../sql/scope.ts'
import type { ReadContext } from '../context.ts'
import { countedText } from './counted-values.ts'

/**
 * Reads when each value of a field occurred: for each value, one ValueSpan for each time span in which it has
 * rows, by value and time. The first span is everything before `since`; the following ones have `step`
 * seconds each. The dry run of triggers on values seen for the first time reads them.
 */
export async function valueSpans(
  context: ReadContext,
  scope: Scope,
  { field, since, step }: ValueSpansQuery,
  read: Read,
): Promise<ValueSpan[]> {
  const condition = isNumeric(field) ? '' : "v != ''"
  // 0 is the span before `since`.
  const spanIndex = `toUInt64(if(sec < ${wholeSecond(since)}, 0, 1 + intDiv(toUnixTimestamp(sec) - ${number(since)}, ${number(step)})))`
  const columns = [`${countedText(field)} AS v`, `${spanIndex} AS span`, 'sec', 'repeat', 'count']
  const unixSecond = (sql: string) => `toUInt32(toUnixTimestamp(${sql}))`
  // A row with repeat = 0 is the first of its event, so counting these rows counts events.
  const sql = `SELECT v, span,
      ${unixSecond('min(sec)')} AS first_second, ${unixSecond('max(sec)')} AS last_second,
      ${unixSecond('minIf(sec, repeat = 0)')} AS first_event,
      toUInt64(countIf(repeat = 0)) AS events, toUInt64(sum(count)) AS occurrences
    FROM ${rowsFrom(scope, context, columns, condition)} GROUP BY v, span ORDER BY v, span`
  const reader = new RowBinaryReader(await context.client.bytes(sql, read, undefined, 'parallel'))
  const spans: ValueSpan[] = []
  // RowBinary has no names: reads the columns in the order of the SELECT.
  while (!reader.isAtEnd) {
    const value = reader.text()
    const isBefore = reader.uint64() === 0
    const first = reader.uint32()
    const last = reader.uint32()
    const firstEvent = reader.uint32()
    const events = reader.uint64()
    const occurrences = reader.uint64()
    spans.push({
      value,
      isBefore,
      first,
      last,
      // minIf without a matching row is 0, not a time.
      firstEvent: events === 0 ? undefined : firstEvent,
      events,
      occurrences,
    })
  }
  return spans
}
