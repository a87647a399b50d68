import type { Section } from '../document/document.ts'

const gridColumns = 6

/** A widget's place in a row of panels: its start and width, in parts of the row. */
export interface Place {
  section: Section
  start: number
  share: number
}

/**
 * The rows of a dashboard on paper: widgets in the order and width of their grid, with as many per row as
 * fit. Widgets are widened to fill their row.
 */
export function gridRows(sections: readonly Section[]): Place[][] {
  const rows: { section: Section; span: number; row: unknown }[][] = []
  for (const section of sections) {
    const { sizeX, row } = section.widget?.config ?? {}
    const wish = typeof sizeX === 'number' && Number.isFinite(sizeX) ? Math.round(sizeX) : 2
    // A sixth of a page is too narrow for a chart with labels.
    const span = Math.min(gridColumns, Math.max(2, wish))
    const open = rows.at(-1)
    const used = open?.reduce((sum, item) => sum + item.span, 0) ?? 0
    if (open && used + span <= gridColumns && open[0]?.row === row) open.push({ section, span, row })
    else rows.push([{ section, span, row }])
  }
  return rows.map(row => {
    const total = row.reduce((sum, item) => sum + item.span, 0)
    let start = 0
    return row.map(({ section, span }) => {
      const place = { section, start, share: span / total }
      start += place.share
      return place
    })
  })
}
