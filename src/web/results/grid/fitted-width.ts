import { type Column, maxWidth, minWidth } from '../../search/state/columns.ts'

/** Room for the menu and the sort arrow beside the name of a column. */
const headExtra = 34

/** Width in pixels that the rows in view need for a column. */
export function fittedWidth(grid: HTMLElement | null, columns: readonly Column[], field: string): number {
  const index = columns.findIndex(column => column.field === field)
  const head = grid?.querySelectorAll<HTMLElement>('.head-cell .head')[index]
  let width = (head?.scrollWidth ?? 0) + headExtra
  for (const row of grid?.querySelectorAll('.result:not(.loading)') ?? []) {
    // The gutter is the first cell.
    const cell = row.children[index + 1]
    if (!cell) continue
    const range = document.createRange()
    range.selectNodeContents(cell)
    width = Math.max(width, range.getBoundingClientRect().width + 18)
  }
  return Math.max(minWidth, Math.min(maxWidth, Math.ceil(width)))
}
