import { type PointerEvent, useCallback, useMemo, useRef } from 'react'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import type { WidgetContext } from '../../widgets/data/widget-context.ts'
import type { PlacedWidget } from '../draft/draft.ts'
import { cellsOf } from '../draft/layout.ts'
import { GridCell } from './GridCell.tsx'
import type { GridEditor } from './grid-editor.ts'
import { placeStyle } from './place-style.ts'
import { useGridDrag } from './use-grid-drag.ts'

interface Props {
  title: string
  /**
   * In reading order. While they are edited, in an order that does not change, so that the focus stays in
   * place.
   */
  widgets: readonly PlacedWidget[]
  context: WidgetContext
  editor?: GridEditor
}

/** The widgets of a dashboard on their grid of six columns; on a phone one below the other. */
export function DashboardGrid({ title, widgets, context, editor }: Props) {
  const grid = useRef<HTMLElement>(null)
  const cells = useMemo(() => cellsOf(widgets), [widgets])
  const { drag, begin } = useGridDrag(grid, cells, cells => editor?.place(cells))
  const shownCells = drag?.preview ?? cells
  const byKey = new Map(shownCells.map(cell => [cell.key, cell]))
  const isLocked = editor?.isLayoutLocked !== false
  const begins = useRef(begin)
  begins.current = begin
  const beginStable = useCallback(
    (event: PointerEvent, key: string, kind: 'move' | 'resize') => begins.current(event, key, kind),
    [],
  )
  const target = drag && byKey.get(drag.key)
  return (
    <section
      ref={grid}
      className={drag ? 'dash-grid dash-dragging' : 'dash-grid'}
      aria-label={dashboardTexts.open.widgets(title)}
    >
      {widgets.map(widget => {
        const cell = byKey.get(widget.key)
        if (!cell) return null
        const isDragged = drag?.key === widget.key
        return (
          <GridCell
            key={widget.key}
            widget={widget}
            x={cell.x}
            y={cell.y}
            w={cell.w}
            h={cell.h}
            context={context}
            editor={editor}
            isLayoutLocked={isLocked}
            faults={editor?.faults.get(widget.key)}
            begin={beginStable}
            dragKind={isDragged ? drag.kind : undefined}
            offsetX={isDragged ? drag.offset.x : 0}
            offsetY={isDragged ? drag.offset.y : 0}
          />
        )
      })}
      {target && <div className="dash-place" style={placeStyle(target)} />}
    </section>
  )
}
