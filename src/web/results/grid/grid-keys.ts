/** The rows of the grid, by index from 0. */
interface GridPosition {
  /** The row that keys act on. */
  activeRow: number | undefined
  rowCount: number
  /** Number of rows that fit into the view. */
  rowsInView: number
  /** The first row in view, where navigation starts. */
  firstInView: number
}

/** The row that a key moves to; undefined for other keys. */
export function gridMove(
  key: string,
  { activeRow, rowCount, rowsInView, firstInView }: GridPosition,
): number | undefined {
  if (rowCount === 0) return undefined
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: activeRow === undefined ? firstInView : activeRow + 1,
    ArrowUp: activeRow === undefined ? firstInView : activeRow - 1,
    PageDown: (activeRow ?? firstInView) + rowsInView,
    PageUp: (activeRow ?? firstInView) - rowsInView,
    Home: 0,
    End: rowCount - 1,
  }
  const target = moves[key]
  return target === undefined ? undefined : Math.max(0, Math.min(rowCount - 1, target))
}
