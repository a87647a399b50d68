import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import {
  type Cell,
  gridColumns,
  gridGap,
  headingHeight,
  moveCell,
  resizeCell,
  rowHeight,
  sameCells,
} from '../draft/layout.ts'

/** A widget that is being dragged or resized. */
export interface Drag {
  key: string
  kind: 'move' | 'resize'
  /** Positions of the cells if it were dropped now. */
  preview: readonly Cell[]
  /** Pixels from the preview, which is on the grid, to the exact position (for `resize`: the exact size). */
  offset: { x: number; y: number }
}

/** A shorter movement of the pointer is a click. */
const minMovePx = 4
/** The page scrolls while the pointer is this near to its edge. */
const scrollEdgePx = 48
/** The page scrolls by this in each frame. */
const scrollStepPx = 14

/**
 * Drags and resizes cells with a pointer. `isHeading`: the row of this cell is low. `commit` gets the
 * cells if dropping the widget changed them. Escape ends a drag without a change.
 */
export function useGridDrag(
  grid: RefObject<HTMLElement | null>,
  cells: readonly Cell[],
  isHeading: (cell: Cell) => boolean,
  commit: (cells: readonly Cell[]) => void,
): { drag: Drag | undefined; begin: (event: ReactPointerEvent, key: string, kind: Drag['kind']) => void } {
  const [drag, setDrag] = useState<Drag>()
  const cleanUp = useRef<() => void>(() => {})
  useEffect(() => () => cleanUp.current(), [])

  const begin = (event: ReactPointerEvent, key: string, kind: Drag['kind']) => {
    const element = grid.current
    const start = cells.find(cell => cell.key === key)
    // A second finger starts no other drag.
    if (!element || !start || start.isLocked || event.button !== 0 || !event.isPrimary) return
    cleanUp.current()
    const { pointerId } = event
    const startPoint = pointIn(element, event)
    let current: Drag | undefined
    let pointer: { clientX: number; clientY: number } = event
    let frame = 0

    /** Shows the drag for the current position of the pointer. */
    const update = () => {
      const point = pointIn(element, pointer)
      const moved = { x: point.x - startPoint.x, y: point.y - startPoint.y }
      if (!current && Math.hypot(moved.x, moved.y) < minMovePx) return
      current = dragOf(element, cells, start, kind, moved, isHeading)
      setDrag(current)
    }
    /** Runs in each frame: scrolls the page while the pointer is near its edge. */
    const scroll = () => {
      const page = element.closest('main')
      if (current && page) {
        const { top, bottom } = page.getBoundingClientRect()
        if (pointer.clientY < top + scrollEdgePx) page.scrollTop -= scrollStepPx
        else if (pointer.clientY > bottom - scrollEdgePx) page.scrollTop += scrollStepPx
        update()
      }
      frame = requestAnimationFrame(scroll)
    }
    const move = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return
      pointer = event
      update()
    }
    const end = (isDropped: boolean) => {
      cleanUp.current()
      if (isDropped && current && !sameCells(current.preview, cells)) commit(current.preview)
    }
    const release = (event: PointerEvent) => {
      if (event.pointerId === pointerId) end(event.type === 'pointerup')
    }
    const cancelByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      end(false)
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', release)
    addEventListener('pointercancel', release)
    addEventListener('keydown', cancelByKey)
    frame = requestAnimationFrame(scroll)
    cleanUp.current = () => {
      cancelAnimationFrame(frame)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', release)
      removeEventListener('keydown', cancelByKey)
      cleanUp.current = () => {}
      setDrag(undefined)
    }
  }
  return { drag, begin }
}

/** The state of a drag after the pointer has moved by `moved`, in pixels. */
function dragOf(
  element: HTMLElement,
  cells: readonly Cell[],
  start: Cell,
  kind: Drag['kind'],
  moved: { x: number; y: number },
  isHeading: (cell: Cell) => boolean,
): Drag {
  const columnPx = (element.clientWidth + gridGap) / gridColumns
  const rowPx = rowHeight + gridGap
  const columns = Math.round(moved.x / columnPx)
  const { key } = start
  if (kind === 'resize') {
    const preview = resizeCell(cells, key, start.w + columns, start.h + Math.round(moved.y / rowPx))
    const cell = preview.find(cell => cell.key === key) ?? start
    const offset = { x: moved.x - (cell.w - start.w) * columnPx, y: moved.y - (cell.h - start.h) * rowPx }
    return { key, kind, preview, offset }
  }
  const topPx = rowTop(cells, isHeading, start.y) + moved.y
  const preview = moveCell(cells, key, start.x + columns, rowNear(cells, isHeading, topPx))
  const cell = preview.find(cell => cell.key === key) ?? start
  const offset = {
    x: moved.x - (cell.x - start.x) * columnPx,
    y: topPx - rowTop(preview, isHeading, cell.y),
  }
  return { key, kind, preview, offset }
}

/** Upper edge of a row in pixels. Rows of headings are lower than others. */
function rowTop(cells: readonly Cell[], isHeading: (cell: Cell) => boolean, row: number): number {
  const headings = cells.filter(cell => cell.y < row && isHeading(cell)).length
  return row * (rowHeight + gridGap) - headings * (rowHeight - headingHeight)
}

/** The row whose upper edge is nearest. */
function rowNear(cells: readonly Cell[], isHeading: (cell: Cell) => boolean, topPx: number): number {
  const distance = (row: number) => Math.abs(rowTop(cells, isHeading, row) - topPx)
  let row = 0
  while (distance(row + 1) < distance(row)) row++
  return row
}

/** The position of the pointer within the grid, which scrolls. */
function pointIn(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}
