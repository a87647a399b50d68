import type { Widget } from '../../schema/dashboards/widget.ts'

/** Columns of the grid of a dashboard. */
export const gridColumns = 6
const defaultColumns = 2

/** A widget with its width in columns. */
export interface PlacedWidget {
  widget: Widget
  columns: number
}

/** The widgets by rows of the grid. Widgets that do not fit into the six columns start a new row. */
export function gridRows(widgets: readonly Widget[]): PlacedWidget[][] {
  const rows: PlacedWidget[][] = []
  let used = gridColumns
  let current: number | undefined
  for (const widget of widgets.toSorted(byPlace)) {
    const columns = Math.min(gridColumns, numberOf(widget, 'sizeX') ?? defaultColumns)
    const row = numberOf(widget, 'row')
    if (row !== current || used + columns > gridColumns) {
      rows.push([])
      used = 0
    }
    rows.at(-1)?.push({ widget, columns })
    used += columns
    current = row
  }
  return rows
}

function byPlace(one: Widget, other: Widget): number {
  return (
    (numberOf(one, 'row') ?? 0) - (numberOf(other, 'row') ?? 0) ||
    (numberOf(one, 'col') ?? 0) - (numberOf(other, 'col') ?? 0) ||
    one.position - other.position ||
    one.id - other.id
  )
}

/** A numeric member of the config. */
function numberOf({ config }: Widget, name: 'row' | 'col' | 'sizeX'): number | undefined {
  const value = Object.hasOwn(config, name) ? config[name] : undefined
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}
