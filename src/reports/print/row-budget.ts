import type { ReportDocument, Section, Table } from '../document/document.ts'
import { isNumeric } from './cell-text.ts'
import { type PrintedTable, printedTable } from './printed-table.ts'

/** Maximum rows of a whole document: about a hundred pages, all in memory. */
const maxDocumentRows = 5_000
/** Rows that every table may have, even beyond `maxDocumentRows`. */
const minTableRows = 20

/**
 * Maximum rows of one widget's table: about a page. A narrow table has few columns, all numbers or times; a
 * pdf has several blocks of it side by side.
 */
const maxWidgetRows = { usual: 25, narrow: 100 }
/** Rows that every table of a widget has. */
const minWidgetRows = 5
const maxNarrowColumns = 4

/**
 * Maximum rows of a widget's table, which follows the charts of a dashboard. `remainingShare`: the share of
 * the widget's rows that its earlier tables left.
 */
export function maxWidgetTableRows({ columns }: Table, remainingShare: number): number {
  const isNarrow =
    columns.length <= maxNarrowColumns && columns.every(({ kind }) => isNumeric(kind) || kind === 'time')
  const rows = isNarrow ? maxWidgetRows.narrow : maxWidgetRows.usual
  return Math.max(minWidgetRows, Math.floor(rows * remainingShare))
}

/**
 * Reads the tables of a document, in total not many more rows than `maxDocumentRows`. `maxRows`: maximum rows
 * of a table; `remainingShare` is the share of the section's rows that its earlier tables left.
 */
export async function printTables(
  { sections, timezone }: ReportDocument,
  maxRows: (table: Table, remainingShare: number) => number,
  signal: AbortSignal,
): Promise<ReadonlyMap<Section, readonly PrintedTable[]>> {
  let remainingRows = maxDocumentRows
  const all = new Map<Section, readonly PrintedTable[]>()
  for (const section of sections) {
    const printed: PrintedTable[] = []
    let remainingShare = 1
    for (const table of section.tables) {
      const limit = Math.min(maxRows(table, remainingShare), Math.max(minTableRows, remainingRows))
      const read = await printedTable(table, section, limit, timezone, signal)
      remainingRows -= read.rows.length
      remainingShare -= read.rows.length / maxRows(table, 1)
      printed.push(read)
    }
    all.set(section, printed)
  }
  return all
}
