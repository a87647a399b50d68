import type { ReportDocument, Section, Table } from '../document.ts'
import { type PrintedTable, printedTable } from './printed-table.ts'

/** Rows of a whole document: a hundred pages or so, for whoever reads them, and for the memory that holds them. */
const mostOfAll = 5_000
/** Every table shows its beginning, however many there were before it. */
const least = 20

/** Prints the tables of one document, each at most `each` rows long, and all together not much more than a document holds. */
export function tablePrinter(
  { timezone }: ReportDocument,
  each: number,
  signal: AbortSignal,
): (table: Table, section: Section) => Promise<PrintedTable> {
  let left = mostOfAll
  return async (table, section) => {
    const limit = Math.min(each, Math.max(least, left))
    const printed = await printedTable(table, section, limit, timezone, signal)
    left -= printed.rows.length
    return printed
  }
}
