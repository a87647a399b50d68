import { palette } from '../drawing/palette.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import type { PageWriter } from './page-writer.ts'
import { layoutIn, prepareTable } from './table.ts'
import {
  type LaidOutRow,
  layOutHeader,
  layOutRow,
  rowBackground,
  type TableLayout,
  writeRow,
} from './table-row.ts'

/** A laid-out table in a panel: its header, and rows of one line each. */
export interface PanelTable {
  table: PrintedTable
  layout: TableLayout
  header: LaidOutRow
  rows: LaidOutRow[]
  height: number
}

export async function panelTable(
  page: PageWriter,
  table: PrintedTable,
  maxWidth: number,
): Promise<PanelTable> {
  await prepareTable(page, table)
  const layout = layoutIn(page, table, maxWidth)
  const header = layOutHeader(page, layout, table)
  const rows = table.rows.map(row => layOutRow(page, layout, row, 1))
  return { table, layout, header, rows, height: rows.reduce((sum, row) => sum + row.height, header.height) }
}

export function writePanelTable(page: PageWriter, panel: PanelTable, x: number, y: number): void {
  const { table, layout, header, rows } = panel
  writeRow(page, table, layout, header, { x, y, background: palette.accentSoft, bottom: true })
  let down = y + header.height
  for (const [index, row] of rows.entries()) {
    writeRow(page, table, layout, row, { x, y: down, background: rowBackground(index) })
    down += row.height
  }
}
