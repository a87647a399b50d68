import { readRowGroups } from '../../../schema/dashboards/read-row-groups.ts'
import type { RowGroup } from '../../../schema/dashboards/row-group.ts'
import { type Cell, cellsOf, gridColumns, rowCount } from './layout.ts'

type Config = Readonly<Record<string, unknown>>

/** A group of rows on the page: its heading is a cell across the grid. */
export interface PlacedGroup extends RowGroup {
  key: string
}

/** The groups of a dashboard, with keys by their order in its config. */
export function groupsOf(config: Config): PlacedGroup[] {
  return readRowGroups(config).map((group, index) => ({ ...group, key: `group-${index}` }))
}

/** The config with these groups; the same object if nothing changes. */
export function withGroups(
  config: Record<string, unknown>,
  groups: readonly RowGroup[],
): Record<string, unknown> {
  const stored = groups.map(({ title, row, folded }) => ({ title, row, ...(folded && { folded }) }))
  if (JSON.stringify(stored) === JSON.stringify(readRowGroups(config))) return config
  const { row_groups: _, ...others } = config
  return stored.length === 0 ? others : { ...config, row_groups: stored }
}

/** A dashboard whose widgets and groups are on one grid. */
interface Gridded {
  config: Config
  widgets: readonly { key: string; config: Config; isLocked?: boolean }[]
}

/** The cells of headings and widgets. A widget in the row of a heading is below it. */
export function gridCells({ config, widgets }: Gridded): Cell[] {
  const headings = groupsOf(config).map(({ key, row }) => ({
    key,
    config: { col: 0, row, sizeX: gridColumns, sizeY: 1 },
  }))
  return cellsOf([...headings, ...widgets])
}

/** The rows of headings. They are lower than rows of widgets. */
export function headingRows(cells: readonly Cell[], groups: readonly PlacedGroup[]): number[] {
  const keys = new Set(groups.map(({ key }) => key))
  return cells.flatMap(({ key, y }) => (keys.has(key) ? [y] : [])).sort((left, right) => left - right)
}

/**
 * The cells without the widgets of folded groups, and without their headings unless `hasHeadings`; what
 * follows moves up.
 */
export function unfoldedCells(
  cells: readonly Cell[],
  groups: readonly PlacedGroup[],
  isFolded: (group: PlacedGroup) => boolean,
  hasHeadings: boolean,
): Cell[] {
  const rows = headingRows(cells, groups)
  const end = rowCount(cells)
  const rowOf = new Map(cells.map(({ key, y }) => [key, y]))
  /** Rows that are left out, `to` exclusive. */
  const hidden = groups.filter(isFolded).map(({ key }) => {
    const row = rowOf.get(key) ?? 0
    return { from: hasHeadings ? row + 1 : row, to: rows.find(other => other > row) ?? end }
  })
  return cells
    .filter(({ y }) => !hidden.some(({ from, to }) => y >= from && y < to))
    .map(cell => {
      const above = hidden.filter(({ to }) => to <= cell.y)
      return { ...cell, y: cell.y - above.reduce((sum, { from, to }) => sum + to - from, 0) }
    })
}

/** Number of widgets in a group. */
export function widgetCount(
  cells: readonly Cell[],
  groups: readonly PlacedGroup[],
  { key }: PlacedGroup,
): number {
  const row = cells.find(cell => cell.key === key)?.y ?? 0
  const end = headingRows(cells, groups).find(other => other > row) ?? Number.POSITIVE_INFINITY
  return cells.filter(({ y }) => y > row && y < end).length
}
