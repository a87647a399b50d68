import { memo, type PointerEvent, useMemo } from 'react'
import { printable } from '../../../charts/printable.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import type { WidgetContext } from '../../widgets/data/widget-context.ts'
import { WidgetView } from '../../widgets/WidgetView.tsx'
import { type PlacedWidget, widgetTitle } from '../draft/draft.ts'
import type { GridEditor } from './grid-editor.ts'
import { placeStyle } from './place-style.ts'
import { WidgetControls } from './WidgetControls.tsx'

interface Props {
  widget: PlacedWidget
  x: number
  y: number
  w: number
  h: number
  context: WidgetContext
  editor: GridEditor | undefined
  isLayoutLocked: boolean
  faults: readonly string[] | undefined
  begin: (event: PointerEvent, key: string, kind: 'move' | 'resize') => void
  dragKind: 'move' | 'resize' | undefined
  offsetX: number
  offsetY: number
}

/** A widget at its place on the grid. */
export const GridCell = memo(function GridCell(props: Props) {
  const { widget, x, y, w, h, context, editor, faults, begin, dragKind, offsetX, offsetY } = props
  const { key, id, type, config, queryId, isWithdrawn, isLocked } = widget
  const shownWidget = useMemo(
    () => ({
      ...(id !== undefined && { id }),
      type,
      config,
      query_id: queryId ?? null,
      ...(isWithdrawn && { withdrawn: true as const }),
    }),
    [id, type, config, queryId, isWithdrawn],
  )
  const canMove = editor?.isEditing === true && !props.isLayoutLocked && !isLocked
  const style = {
    ...placeStyle({ x, y, w, h }),
    ...(dragKind === 'move' && { transform: `translate(${offsetX}px, ${offsetY}px)` }),
    ...(dragKind === 'resize' && { width: `calc(100% + ${offsetX}px)`, height: `calc(100% + ${offsetY}px)` }),
  }
  const dragHeader = (event: PointerEvent) => {
    const target = event.target instanceof Element ? event.target : undefined
    if (!canMove || !target?.closest('.widget > header') || target.closest('a, button:not(.dash-handle)'))
      return
    begin(event, key, 'move')
  }
  return (
    <div
      className={`dash-cell${canMove ? ' dash-movable' : ''}${dragKind ? ' dash-lifted' : ''}${faults ? ' dash-faulty' : ''}`}
      style={style}
      onPointerDown={dragHeader}
    >
      <WidgetView
        widget={shownWidget}
        context={context}
        actions={
          editor && !isWithdrawn ? (
            <WidgetControls widget={widget} editor={editor} canMove={canMove} />
          ) : undefined
        }
      />
      {faults && (
        <p className="dash-fault" role="alert">
          {faults.join(' ')}
        </p>
      )}
      {canMove && (
        <span
          className="dash-resize"
          title={dashboardTexts.builder.resize(printable(widgetTitle(widget)))}
          onPointerDown={event => begin(event, key, 'resize')}
        />
      )}
    </div>
  )
})
