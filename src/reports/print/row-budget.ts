import type { ReportDocument, Section, Table } from '../document.ts'
import { type PrintedTable, printedTable } from './printed-table.ts'

/** Rows of a whole document: a hundred pages or so, for whoever reads them, and for the memory that holds them. */
const maxDocumentRows = 5_000
/** Every table shows its beginning, however many there were before it. */
const minTableRows = 20

/** The tables of a document, each at most `each` rows long, and all together not much more than a document holds. */
export async function printTables(
  document: ReportDocument,
  maxRows: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<Section, readonly PrintedTable[]>> {
  const print = tablePrinter(document, maxRows, signal)
  const all = new Map<Section, readonly PrintedTable[]>()
  for (const section of document.sections) {
    const printed: PrintedTable[] = []
    for (const table of section.tables) printed.push(await print(table, section))
    all.set(section, printed)
  }
  return all
}

/** Prints tables one by one, within the same bounds. */
export function tablePrinter(
  { timezone }: ReportDocument,
  maxRows: number,
  signal: AbortSignal,
): (table: Table, section: Section) => Promise<PrintedTable> {
  let left = maxDocumentRows
  return async (table, section) => {
    const limit = Math.min(maxRows, Math.max(minTableRows, left))
    const printed = await printedTable(table, section, limit, timezone, signal)
    left -= printed.rows.length
    return printed
  }
}
