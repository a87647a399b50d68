import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'
import { printable } from '../../../charts/printable.ts'
import { MenuItem } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { MenuButton } from '../../components/menus/MenuButton.tsx'
import { lazyComponent } from '../../state/lazy-part.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import type { WidgetContext } from '../../widgets/data/widget-context.ts'
import { WidgetView } from '../../widgets/WidgetView.tsx'
import { type Draft, type PlacedWidget, widgetTitle } from '../draft/draft.ts'
import {
  gridCells,
  groupsOf,
  headingRows,
  type PlacedGroup,
  unfoldedCells,
  widgetCount,
} from '../draft/groups.ts'
import { type Cell, rowCount } from '../draft/layout.ts'
import type { GridEditor } from './grid-editor.ts'
import { placeStyle } from './place-style.ts'
import { useGridDrag } from './use-grid-drag.ts'

// Few dashboards have groups.
const GroupHeading = lazyComponent(async () => (await import('./GroupHeading.tsx')).GroupHeading)

interface Props {
  title: string
  /**
   * Widgets are in reading order. While they are edited, their order does not change, so that the focus stays
   * in place.
   */
  draft: Pick<Draft, 'config' | 'widgets'>
  context: WidgetContext
  editor?: GridEditor
  /** Folded groups are left out, and others cannot be folded. */
  isTv?: boolean
}

/** The widgets of a dashboard on their grid of six columns; on a phone one below the other. */
export function DashboardGrid({ title, draft, context, editor, isTv = false }: Props) {
  const grid = useRef<HTMLElement>(null)
  const { config, widgets } = draft
  const groups = useMemo(() => groupsOf(config), [config])
  const cells = useMemo(() => gridCells({ config, widgets }), [config, widgets])
  /** Groups that the user has folded or unfolded here. */
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isEditing = editor?.isEditing === true
  const isFolded = (group: PlacedGroup) => !isEditing && (folds.get(group.key) ?? group.folded === true)
  const isHeading = (cell: Cell) => groups.some(({ key }) => key === cell.key)
  const { drag, begin } = useGridDrag(grid, cells, isHeading, cells => editor?.place(cells))
  const shownCells = drag?.preview ?? unfoldedCells(cells, groups, isFolded, !isTv)
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
      style={rowsStyle(shownCells, groups)}
      aria-label={dashboardTexts.open.widgets(title)}
    >
      {itemsInOrder(widgets, groups, byKey).map(item => {
        const cell = byKey.get(item.key)
        if (!cell) return null
        if ('row' in item) {
          const folded = isFolded(item)
          return (
            <GroupHeading
              key={item.key}
              group={item}
              cell={cell}
              count={widgetCount(cells, groups, item)}
              isFolded={folded}
              onFold={
                isEditing || isTv
                  ? undefined
                  : () => setFolds(before => new Map(before).set(item.key, !folded))
              }
              editor={editor}
              canMove={isEditing && !isLayoutLocked}
              begin={beginStable}
              offset={drag?.key === item.key ? drag.offset : undefined}
            />
          )
        }
        const widget = item
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

/** Headings before the first widget below each, and widgets in their order. */
function itemsInOrder(
  widgets: readonly PlacedWidget[],
  groups: readonly PlacedGroup[],
  byKey: ReadonlyMap<string, Cell>,
): (PlacedWidget | PlacedGroup)[] {
  const rowOf = ({ key }: { key: string }) => byKey.get(key)?.y ?? Number.POSITIVE_INFINITY
  const waiting = groups.toSorted((left, right) => rowOf(left) - rowOf(right))
  const items: (PlacedWidget | PlacedGroup)[] = []
  for (const widget of widgets) {
    // A widget of a folded group has no cell.
    if (!byKey.has(widget.key)) continue
    while (waiting[0] && rowOf(waiting[0]) < rowOf(widget)) items.push(...waiting.splice(0, 1))
    items.push(widget)
  }
  return [...items, ...waiting]
}

/** Heights of rows, for dashboard.css: rows of headings are low. */
function rowsStyle(cells: readonly Cell[], groups: readonly PlacedGroup[]): CSSProperties | undefined {
  if (groups.length === 0) return undefined
  const headings = new Set(headingRows(cells, groups))
  const heights = Array.from({ length: rowCount(cells) }, (_, row) =>
    headings.has(row) ? 'var(--dash-heading)' : 'var(--dash-row, 232px)',
  )
  // CSSProperties has no custom properties.
  return { '--rows': heights.join(' ') } as CSSProperties
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
