import type { PageQuery, Read, Scope, SortField } from '../../contract/event-store.ts'
import { list, number } from '../../sql/literal.ts'
import { filterOf, type TableFacts, within, withinAsOf } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { PageContext } from '../context.ts'
import { type EventKey, keyOf } from '../event-rows.ts'

const expression: Record<SortField, string> = {
  first_occurrence: 'min(first)',
  last_occurrence: 'max(ts)',
  counter: 'sum(count)',
}

/**
 * Any order, any filter: groups the matching rows by event. All rows of an event lie within a window around
 * the range and have the same fields, so conditions and orders of whole events are exact. Spills to disk when
 * large.
 */
export async function pageByAggregate(
  context: PageContext,
  scope: Scope,
  query: PageQuery,
  read: Read,
): Promise<EventKey[]> {
  const keys = await context.client.select(
    `SELECT id, toUnixTimestamp64Micro(min(first)), toUnixTimestamp64Micro(max(ts)) ${aggregated(context, scope, query.sort)}
     LIMIT ${number(query.limit)} OFFSET ${number(query.offset)}`,
    read,
  )
  return keys.map(keyOf)
}

/** FROM, WHERE, GROUP BY id, HAVING and ORDER BY. */
export function aggregated(table: TableFacts, scope: Scope, sort: PageQuery['sort']): string {
  const { window } = table
  const filter = filterOf(scope, table)
  const rows = filter.rows === '1' ? '' : ` AND ${filter.rows}`
  const having = filter.events === '' ? '' : ` AND ${filter.events}`
  const order = sort.map(({ field, descending }) => `${expression[field]} ${descending ? 'DESC' : 'ASC'}`)
  order.push(`id ${sort[0]?.descending ? 'DESC' : 'ASC'}`)
  return `FROM ${eventsTable}
     WHERE ${withinAsOf(scope.from - window, scope.to + window, scope.asOf)}${rows}
     GROUP BY id HAVING countIf(${within(scope.from, scope.to)}) > 0${having}
     ORDER BY ${list(order)}`
}
