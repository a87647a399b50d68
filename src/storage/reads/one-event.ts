import type { Predicate } from '../../filter/predicate/predicate.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import { groupColumns, selectEvents } from '../clients/row-binary/event-bytes.ts'
import type { SqlClient } from '../clients/sql-client.ts'
import type { Read } from '../contract/event-store.ts'
import { byIndex } from '../sql/by-index.ts'
import { compileFilter } from '../sql/filter.ts'
import { number } from '../sql/literal.ts'
import { eventsTable } from '../sql/tables.ts'

/**
 * One event by id, if it matches the predicate. Ids rise with arrival, so their minmax index leaves few
 * granules to read.
 */
export async function oneEvent(
  client: SqlClient,
  id: number,
  predicate: Predicate,
  read: Read,
): Promise<StoredEvent | null> {
  const { rows } = compileFilter(predicate)
  const [event] = await selectEvents(
    client,
    `SELECT ${groupColumns} FROM ${eventsTable} WHERE ${byIndex(`id = ${number(id)}`)} AND ${rows} GROUP BY id`,
    read,
  )
  return event ?? null
}

/** Occurrences of an event in microseconds, newest first. */
export async function occurrencesOf(
  client: SqlClient,
  id: number,
  offset: number,
  limit: number,
  read: Read,
): Promise<number[]> {
  const rows = await client.select(
    `SELECT toUnixTimestamp64Micro(ts) - arrayJoin(arrayConcat([toUInt32(0)], earlier)) AS moment FROM ${eventsTable}
     WHERE ${byIndex(`id = ${number(id)}`)} ORDER BY moment DESC LIMIT ${number(limit)} OFFSET ${number(offset)}`,
    read,
  )
  return rows.map(([moment]) => Number(moment))
}
