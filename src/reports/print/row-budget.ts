import type { ReportDocument, Section, Table } from '../document/document.ts'
import { isNumeric } from './cell-text.ts'
import { type PrintedTable, printedTable } from './printed-table.ts'

/** Maximum rows of a whole document: about a hundred pages, all in memory. */
const maxDocumentRows = 5_000
/** Rows that every table may have, even beyond `maxDocumentRows`. */
const minTableRows = 20

/**
 * Maximum rows of one widget's table: about a page. Tables with few numbers and times print several rows side
 * by side.
 */
const maxWidgetRows = { usual: 25, narrow: 100 }
const maxNarrowColumns = 4

/** Maximum rows of a table next to the charts of a dashboard. */
export function widgetRows({ columns }: Table): number {
  const isNarrow =
    columns.length <= maxNarrowColumns && columns.every(({ kind }) => isNumeric(kind) || kind === 'time')
  return isNarrow ? maxWidgetRows.narrow : maxWidgetRows.usual
}

/**
 * Reads the tables of a document: each with at most `maxRows` rows, all with not many more than
 * `maxDocumentRows`.
 */
export async function printTables(
  { sections, timezone }: ReportDocument,
  maxRows: (table: Table) => number,
  signal: AbortSignal,
): Promise<ReadonlyMap<Section, readonly PrintedTable[]>> {
  let left = maxDocumentRows
  const all = new Map<Section, readonly PrintedTable[]>()
  for (const section of sections) {
    const printed: PrintedTable[] = []
    for (const table of section.tables) {
      const limit = Math.min(maxRows(table), Math.max(minTableRows, left))
      const rows = await printedTable(table, section, limit, timezone, signal)
      left -= rows.rows.length
      printed.push(rows)
    }
    all.set(section, printed)
  }
  return all
}
