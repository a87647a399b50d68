import type { Section } from '../document/document.ts'

const gridColumns = 6
const defaultSpan = 2

/** A widget's place in a row of panels: its start and width, in parts of the row. */
export interface PanelPlace {
  section: Section
  start: number
  share: number
}

/**
 * The rows of a dashboard on paper. Widgets keep their order and about their width. Widgets of one grid row
 * share a row as far as they fit, and are widened to fill it. The first widget of a group begins a row.
 */
export function gridRows(sections: readonly Section[]): PanelPlace[][] {
  const rows: { section: Section; span: number; row: unknown }[][] = []
  for (const section of sections) {
    const { config = {}, groupTitle } = section.widget ?? {}
    const { sizeX, row } = config
    const wish = typeof sizeX === 'number' && Number.isFinite(sizeX) ? Math.round(sizeX) : defaultSpan
    // A sixth of a page is too narrow for a chart with labels.
    const span = Math.min(gridColumns, Math.max(2, wish))
    const open = rows.at(-1)
    const used = open?.reduce((sum, item) => sum + item.span, 0) ?? 0
    if (open && groupTitle === undefined && used + span <= gridColumns && open[0]?.row === row)
      open.push({ section, span, row })
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
