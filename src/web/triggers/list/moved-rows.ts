import type { TriggerMove } from '../../../schema/triggers/trigger.ts'

interface Row {
  id: number
  order: number | null
}

/**
 * The rows of one page of the list after one was moved, for display until the service has answered: before or
 * after another row, or to a position in the whole list.
 */
export function movedRows<R extends Row>(rows: readonly R[], id: number, to: TriggerMove): R[] {
  const moved = rows.find(row => row.id === id)
  if (!moved) return [...rows]
  const otherRows = rows.filter(row => row !== moved)
  const newRows = otherRows.toSpliced(indexOf(otherRows, moved, to), 0, moved)
  // The rows of the page keep the same set of positions.
  const positions = rows.map(({ order }) => order)
  return newRows.map((row, index) => ({ ...row, order: positions[index] ?? row.order }))
}

/** The index in `others` at which `moved` is inserted. */
function indexOf(others: readonly Row[], moved: Row, { before, after, position = 1 }: TriggerMove): number {
  if (before !== undefined) return Math.max(0, indexOfId(others, before))
  if (after !== undefined) return indexOfId(others, after) + 1
  // `position` counts in the whole list, where rows after the moved one come one place nearer.
  const positionOf = ({ order }: Row) => (order ?? 0) - ((order ?? 0) > (moved.order ?? 0) ? 1 : 0)
  return others.filter(row => positionOf(row) < position).length
}

function indexOfId(rows: readonly Row[], id: number): number {
  return rows.findIndex(row => row.id === id)
}
