import { palette } from '../drawing/palette.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import type { Paper } from './paper.ts'
import { layoutIn, prepareTable } from './table.ts'
import { groundOf, type Layout, type SetRow, setHeader, setRow, writeRow } from './table-row.ts'

/** A table in a panel, measured: its header and rows of one line each. */
export interface PanelTable {
  table: PrintedTable
  layout: Layout
  header: SetRow
  rows: SetRow[]
  height: number
}

export async function panelTable(paper: Paper, table: PrintedTable, room: number): Promise<PanelTable> {
  await prepareTable(paper, table)
  const layout = layoutIn(paper, table, room)
  const header = setHeader(paper, layout, table)
  const rows = table.rows.map(row => setRow(paper, layout, row, 1))
  return { table, layout, header, rows, height: rows.reduce((sum, row) => sum + row.height, header.height) }
}

export function writePanelTable(paper: Paper, panel: PanelTable, x: number, y: number): void {
  const { table, layout, header, rows } = panel
  writeRow(paper, table, layout, header, { x, y, ground: palette.accentSoft, bottom: true })
  let down = y + header.height
  for (const [index, row] of rows.entries()) {
    writeRow(paper, table, layout, row, { x, y: down, ground: groundOf(index) })
    down += row.height
  }
}
