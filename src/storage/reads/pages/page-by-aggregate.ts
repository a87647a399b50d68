import type { PageQuery, Read, Scope, SortField } from '../../contract/event-store.ts'
import { list, number } from '../../sql/literal.ts'
import { filterOf, type TableFacts, within, withinAsOf } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { PageContext } from '../context.ts'
import { type EventKey, keyOf } from '../event-rows.ts'

const sortExpressions: Record<SortField, string> = {
  first_occurrence: 'min(first)',
  last_occurrence: 'max(ts)',
  counter: 'sum(count)',
}

/**
 * A page in any order and with any filter: groups the matching rows by event, for pages that no walk over
 * rows can make (page.ts). The statement reads a deduplication window more on both sides of the range: it
 * then has all rows of each event, and conditions and orders of whole events are exact. A large group-by
 * spills to disk.
 */
export async function pageByAggregate(
  context: PageContext,
  scope: Scope,
  query: PageQuery,
  read: Read,
): Promise<EventKey[]> {
  const keys = await context.client.select(
    `SELECT id, toUnixTimestamp64Micro(min(first)), toUnixTimestamp64Micro(max(ts)) ${aggregateClauses(context, scope, query.sort)}
     LIMIT ${number(query.limit)} OFFSET ${number(query.offset)}`,
    read,
  )
  return keys.map(keyOf)
}

/** FROM, WHERE, GROUP BY id, HAVING and ORDER BY of the events of a scope. */
export function aggregateClauses(table: TableFacts, scope: Scope, sort: PageQuery['sort']): string {
  const { window } = table
  const filter = filterOf(scope, table)
  // '1' and '' stand for no condition.
  const rows = filter.rows === '1' ? '' : ` AND ${filter.rows}`
  const having = filter.events === '' ? '' : ` AND ${filter.events}`
  const order = sort.map(
    ({ field, descending }) => `${sortExpressions[field]} ${descending ? 'DESC' : 'ASC'}`,
  )
  order.push(`id ${sort[0]?.descending ? 'DESC' : 'ASC'}`)
  // An event of the range has a row in it, not only in the windows around it.
  return `FROM ${eventsTable}
     WHERE ${withinAsOf(scope.from - window, scope.to + window, scope.asOf)}${rows}
     GROUP BY id HAVING countIf(${within(scope.from, scope.to)}) > 0${having}
     ORDER BY ${list(order)}`
}
