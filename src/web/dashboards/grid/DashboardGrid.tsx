import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useCallback,
  useMemo,
  useRef,
} from 'react'
import { printable } from '../../../charts/printable.ts'
import { MenuItem } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { MenuButton } from '../../components/menus/MenuButton.tsx'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import type { WidgetContext } from '../../widgets/data/widget-context.ts'
import { WidgetView } from '../../widgets/WidgetView.tsx'
import { type PlacedWidget, widgetTitle } from '../draft/draft.ts'
import { type Cell, cellsOf } from '../draft/layout.ts'
import { useGridDrag } from './use-grid-drag.ts'

interface Props {
  title: string
  /**
   * In reading order. While widgets are edited, their order does not change, so that the focus stays in
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
  const isLayoutLocked = editor?.isLayoutLocked !== false
  const latestBegin = useRef(begin)
  latestBegin.current = begin
  // Keeps its identity, so that only changed cells are rendered again.
  const beginStable = useCallback(
    (event: PointerEvent, key: string, kind: 'move' | 'resize') => latestBegin.current(event, key, kind),
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
            isLayoutLocked={isLayoutLocked}
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

interface GridCellProps {
  widget: PlacedWidget
  /** Position and size, as in `Cell`. */
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
  /** As `Drag.offset`, as numbers, so that `memo` compares them. */
  offsetX: number
  offsetY: number
}

/** A widget at its place on the grid. */
const GridCell = memo(function GridCell(props: GridCellProps) {
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
  const classes = ['dash-cell', canMove && 'dash-movable', dragKind && 'dash-lifted', faults && 'dash-faulty']
  return (
    <div className={classes.filter(Boolean).join(' ')} style={style} onPointerDown={dragHeader}>
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

interface WidgetControlsProps {
  widget: PlacedWidget
  editor: GridEditor
  canMove: boolean
}

const { builder: texts } = dashboardTexts
/** Steps of the arrow keys. */
const arrows: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The handle and the menu of a widget. */
function WidgetControls({ widget, editor, canMove }: WidgetControlsProps) {
  const { key } = widget
  const title = printable(widgetTitle(widget))
  const moveByKey = (event: KeyboardEvent) => {
    const step = arrows[event.key]
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (event.shiftKey) editor.resize(key, ...step)
    else editor.move(key, ...step)
  }
  const item = (text: string, act: () => void) => (
    <MenuItem key={text} onClick={act}>
      {text}
    </MenuItem>
  )
  return (
    <>
      {canMove && (
        <button
          type="button"
          className="widget-link dash-handle"
          aria-label={texts.handle(title)}
          aria-description={texts.handleHint}
          title={texts.handleHint}
          onKeyDown={moveByKey}
        >
          <Icon name="move" size={14} />
        </button>
      )}
      {editor.isEditing && widget.isLocked ? (
        <span className="widget-link" title={texts.attached}>
          <Icon name="lock" size={14} />
          <span className="unseen">{texts.attached}</span>
        </span>
      ) : (
        <MenuButton
          content={<Icon name="more" size={14} />}
          label={texts.menu(title)}
          className="widget-link"
          alignRight
          menu
        >
          <div className="menu">
            {editor.canEdit && !widget.isLocked && item(texts.editWidget, () => editor.edit(key))}
            {editor.isEditing && item(texts.duplicate, () => editor.duplicate(key))}
            {item(texts.copyTo, () => editor.copyTo(key))}
            {canMove && (
              <>
                {item(texts.left, () => editor.move(key, -1, 0))}
                {item(texts.right, () => editor.move(key, 1, 0))}
                {item(texts.up, () => editor.move(key, 0, -1))}
                {item(texts.down, () => editor.move(key, 0, 1))}
                {item(texts.wider, () => editor.resize(key, 1, 0))}
                {item(texts.narrower, () => editor.resize(key, -1, 0))}
                {item(texts.taller, () => editor.resize(key, 0, 1))}
                {item(texts.shorter, () => editor.resize(key, 0, -1))}
              </>
            )}
            {editor.isEditing && item(texts.remove, () => editor.remove(key))}
          </div>
        </MenuButton>
      )}
    </>
  )
}

/**
 * Actions for the widgets of a grid, and the state that decides which are offered. Its functions keep their
 * identity while its other members do.
 */
export interface GridEditor {
  /** Whether the builder is open; otherwise only the menu of each widget is available. */
  isEditing: boolean
  /** The user has locked positions and sizes against accidental changes. */
  isLayoutLocked: boolean
  /** Messages of the service about widgets, by their keys. */
  faults: ReadonlyMap<string, readonly string[]>
  /** Moves and resizes all widgets as in these cells. */
  place: (cells: readonly Cell[]) => void
  /** Moves a widget by columns and rows. */
  move: (key: string, columns: number, rows: number) => void
  /** Makes a widget larger by columns and rows. */
  resize: (key: string, columns: number, rows: number) => void
  edit: (key: string) => void
  duplicate: (key: string) => void
  /** Asks for another dashboard, and copies the widget to it. */
  copyTo: (key: string) => void
  remove: (key: string) => void
  /** False for users who may not change the dashboard. */
  canEdit: boolean
}

/** The position of a cell, for dashboard.css. */
function placeStyle({ x, y, w, h }: Pick<Cell, 'x' | 'y' | 'w' | 'h'>): CSSProperties {
  // CSSProperties has no custom properties.
  return { '--x': x + 1, '--y': y + 1, '--w': w, '--h': h } as CSSProperties
}
