import { RowBinaryReader } from '../../clients/row-binary/row-binary-reader.ts'
import type { Read, Scope, ValueSpan, ValueSpansQuery } from '../../contract/event-store.ts'
import { isNumeric } from '../../sql/columns.ts'
import { number, wholeSecond } from '../../sql/literal.ts'
import { rowsFrom } from '../../sql/scope.ts'
import type { ReadContext } from '../context.ts'
import { countedText } from './counted-values.ts'

export async function valueSpans(
  context: ReadContext,
  scope: Scope,
  { field, since, step }: ValueSpansQuery,
  read: Read,
): Promise<ValueSpan[]> {
  const ignoreEmpty = isNumeric(field) ? '' : "v != ''"
  const part = `toUInt64(if(sec < ${wholeSecond(since)}, 0, 1 + intDiv(toUnixTimestamp(sec) - ${number(since)}, ${number(step)}))) AS part`
  const second = (sql: string) => `toUInt32(toUnixTimestamp(${sql}))`
  const bytes = await context.client.bytes(
    `SELECT v, part, ${second('min(sec)')}, ${second('max(sec)')}, ${second('minIf(sec, repeat = 0)')}, toUInt64(countIf(repeat = 0)), toUInt64(sum(count))
     FROM ${rowsFrom(scope, context, [`${countedText(field)} AS v`, part, 'sec', 'repeat', 'count'], ignoreEmpty)} GROUP BY v, part ORDER BY v, part`,
    read,
    undefined,
    'parallel',
  )
  const wire = new RowBinaryReader(bytes)
  const spans: ValueSpan[] = []
  while (!wire.isAtEnd) {
    const value = wire.text()
    const isBefore = wire.uint64() === 0
    const first = wire.uint32()
    const last = wire.uint32()
    const firstEvent = wire.uint32()
    const events = wire.uint64()
    const occurrences = wire.uint64()
    spans.push({
      value,
      isBefore,
      first,
      last,
      firstEvent: events === 0 ? undefined : firstEvent,
      events,
      occurrences,
    })
  }
  return spans
}
