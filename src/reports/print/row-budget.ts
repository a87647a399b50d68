import type { ReportDocument, Section } from '../document.ts'
import { type PrintedTable, printedTable } from './printed-table.ts'

/** Rows of a whole document: about a hundred pages, which are all in memory. */
const maxDocumentRows = 5_000
/** Rows of every table, even when `maxDocumentRows` is reached. */
const minTableRows = 20

/** Rows of a table of one widget. */
export const maxWidgetRows = 200

/** Reads the tables of a document: at most `maxRows` of each, and not many more than `maxDocumentRows` of all. */
export async function printTables(
  { sections, timezone }: ReportDocument,
  maxRows: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<Section, readonly PrintedTable[]>> {
  let left = maxDocumentRows
  const all = new Map<Section, readonly PrintedTable[]>()
  for (const section of sections) {
    const printed: PrintedTable[] = []
    for (const table of section.tables) {
      const limit = Math.min(maxRows, Math.max(minTableRows, left))
      const rows = await printedTable(table, section, limit, timezone, signal)
      left -= rows.rows.length
      printed.push(rows)
    }
    all.set(section, printed)
  }
  return all
}
