import type { ReportDocument, Section, Table } from '../document.ts'
import { isNumeric } from './cell-text.ts'
import { type PrintedTable, printedTable } from './printed-table.ts'

/** Rows of a whole document: about a hundred pages, which are all in memory. */
const maxDocumentRows = 5_000
/** Rows of every table, even when `maxDocumentRows` is reached. */
const minTableRows = 20

/** Rows of a table of one widget: about a page. Tables of few numbers and times have several rows beside each other. */
const maxWidgetRows = { usual: 25, narrow: 100 }
const maxNarrowColumns = 4

/** Maximum rows of a table beside the charts of a dashboard. */
export function widgetRows({ columns }: Table): number {
  const isNarrow =
    columns.length <= maxNarrowColumns && columns.every(({ kind }) => isNumeric(kind) || kind === 'time')
  return isNarrow ? maxWidgetRows.narrow : maxWidgetRows.usual
}

/** Reads the tables of a document: of each at most as many rows as `maxRows` says, and not many more than `maxDocumentRows` of all. */
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
