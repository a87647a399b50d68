import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { fieldText } from '../../../charts/name-text.ts'
import { type Column, maxColumnWidth, minColumnWidth, withColumnSized } from '../../search/state/columns.ts'
import { columnTexts } from '../../texts/search/results.ts'
import type { ColumnControl } from './use-columns.tsx'

interface Props {
  column: Column
  control: ColumnControl
  /** Returns the width that the content needs, in pixels. */
  onFit: () => number
  /** Whether the pointer is on the edge: a drag then resizes the column instead of moving it. */
  onHover: (isOver: boolean) => void
}

/** Pixels by which an arrow key changes the width. */
const stepPixels = 16

/**
 * The right edge of a column: a drag or arrow keys change its width, a double click or Enter fits it, Delete
 * restores the default.
 */
export function ColumnHandle({ column, control, onFit, onHover }: Props) {
  const { field } = column
  /** While the edge is dragged: where the drag began, and the width at that moment, in pixels. */
  const grabbed = useRef<{ x: number; width: number }>(undefined)
  const setWidth = (width: number | undefined) =>
    control.change(withColumnSized(control.columns, field, width))
  const widthOfHead = (element: Element) =>
    element.parentElement?.getBoundingClientRect().width ?? minColumnWidth
  const press = (event: KeyboardEvent) => {
    const width = widthOfHead(event.currentTarget)
    if (event.key === 'ArrowLeft') setWidth(width - stepPixels)
    else if (event.key === 'ArrowRight') setWidth(width + stepPixels)
    else if (event.key === 'Enter') setWidth(onFit())
    else if (event.key === 'Delete') setWidth(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const move = (event: PointerEvent) => {
    if (!grabbed.current || !event.isPrimary) return
    setWidth(grabbed.current.width + event.clientX - grabbed.current.x)
  }
  // A second finger does not change the drag of the first.
  const release = (event: PointerEvent) => {
    if (event.isPrimary) grabbed.current = undefined
  }
  return (
    <span
      className="column-handle"
      role="slider"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={columnTexts.resize(fieldText(field))}
      aria-valuemin={minColumnWidth}
      aria-valuemax={maxColumnWidth}
      aria-valuenow={column.width ?? minColumnWidth}
      aria-valuetext={column.width === undefined ? undefined : columnTexts.pixels(column.width)}
      title={columnTexts.resizeHint}
      onKeyDown={press}
      onDoubleClick={() => setWidth(onFit())}
      onPointerEnter={() => onHover(true)}
      onPointerLeave={() => onHover(false)}
      onPointerDown={event => {
        if (event.button !== 0 || !event.isPrimary) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        grabbed.current = { x: event.clientX, width: widthOfHead(event.currentTarget) }
      }}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
    />
  )
}
