import type { TriggerMove } from '../../../schema/triggers/trigger.ts'

interface Row {
  id: number
  order: number | null
}

/** Rows of a list in their order after a move of one: before or after another, or to a position. */
export function movedRows<R extends Row>(rows: readonly R[], id: number, to: TriggerMove): R[] {
  const moved = rows.find(row => row.id === id)
  if (!moved) return [...rows]
  const otherRows = rows.filter(row => row !== moved)
  const at = indexOf(otherRows, to)
  const after = otherRows.toSpliced(at, 0, moved)
  // The set of positions of these rows stays the same.
  const places = rows.map(({ order }) => order)
  return after.map((row, index) => ({ ...row, order: places[index] ?? row.order }))
}

function indexOf(others: readonly Row[], { before, after, position }: TriggerMove): number {
  if (before !== undefined) return Math.max(0, placeOf(others, before))
  if (after !== undefined) return placeOf(others, after) + 1
  const first = others[0]?.order ?? 1
  return Math.min(others.length, Math.max(0, (position ?? 1) - Math.min(first, position ?? 1)))
}

function placeOf(rows: readonly Row[], id: number): number {
  return rows.findIndex(row => row.id === id)
}
