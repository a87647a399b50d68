import { eventsTable } from '../sql/columns.ts'

/** A text literal, as `text` of sql/literal.ts writes it, or the name of a table of the store. */
const literalOrTable = /'(?:[^'\\]+|\\.)*'|\bmillrace\.\w+/gs

/** The statement with a table expression in the place of the table of events. */
export function readEventsFrom(source: string, sql: string): string {
  return sql.replaceAll(literalOrTable, found => (found === eventsTable ? source : found))
}
