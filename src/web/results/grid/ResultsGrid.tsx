import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { dayText } from '../../../charts/time-text.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import { showToast } from '../../components/toast.tsx'
import { useWidth } from '../../components/use-width.ts'
import type { Sort } from '../../search/state/search-state.ts'
import { resultTexts, rowTexts } from '../../texts/search/results.ts'
import type { ColumnControl } from '../columns/use-columns.tsx'
import type { Rows } from '../events/use-rows.ts'
import { hoveredMoment, hoveredPeriod } from '../histogram/hovered-time.ts'
import { messageLetters, minMessageWidth, widthOf } from './column-width.ts'
import { ResultRow, type RowContext, rowId } from './ResultRow.tsx'
import { ResultsHead } from './ResultsHead.tsx'

/** Methods of the grid, for the page around it. */
export interface GridHandle {
  scrollTo: (index: number, align?: 'auto' | 'start' | 'center') => void
  firstInView: () => number
  /** Number of rows that fit into the view. */
  rowsInView: () => number
}

/** Values that all rows share, without what the grid measures. */
export type GridContext = Omit<RowContext, 'letters'>

interface Props {
  rows: Rows
  context: GridContext
  columnControl: ColumnControl
  sort: Sort
  onSort: (sort: Sort) => void
  rowHeight: number
  /** The window is narrow: events are cards that scroll with the page. */
  narrow: boolean
  scroller: RefObject<HTMLElement | null>
  /** Index of the row that keys act on. */
  active: number | undefined
  selection: Selection
  /** Ids of events whose rows show the full message. */
  expanded: ReadonlySet<string>
  /** Ids of events that have just arrived. */
  newIds: ReadonlySet<string>
  handleRef: RefObject<GridHandle | null>
  onKey: (event: React.KeyboardEvent) => void
  /** Called with the index of the first row in view whenever it changes. */
  onPosition: (first: number) => void
}

/** Height of the head in pixels. `.results-head` in result-rows.css has the same height. */
const headHeight = 30
/** Pixels of the column with the checkbox and the arrow of each row. */
const gutterWidth = 56
/** Pixels of a card before it is measured. */
const cardHeight = 74
/** A card shows a message in up to three lines, each a little shorter for the word that did not fit. */
const cardLines = 2.5

/** The rows of a search as a grid. Only rows in view exist. */
export function ResultsGrid(props: Props) {
  const { rows, context, columnControl, rowHeight, narrow, scroller, active, selection, expanded, newIds } =
    props
  const [grid, gridWidth] = useWidth<HTMLDivElement>()
  const body = useRef<HTMLDivElement>(null)
  /** Height in pixels of everything above the rows in the scroll container. */
  const [offset, setOffset] = useState(headHeight)
  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => (narrow ? cardHeight : rowHeight),
    overscan: narrow ? 6 : 12,
    scrollMargin: offset,
    scrollPaddingStart: narrow ? 0 : headHeight,
    // While new events shift the pages, two rows may show the same event. Only the index is unique.
    getItemKey: index => index,
    useFlushSync: false,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  const { setView } = rows
  const { onPosition } = props
  useEffect(() => setView(first, last), [first, last, setView])
  const firstInView = virtual.range?.startIndex ?? 0
  useEffect(() => onPosition(firstInView), [firstInView, onPosition])

  // Measures `offset`. While scrolling, reading a position would cause two layouts per frame.
  useLayoutEffect(() => {
    if (virtual.isScrolling || !scroller.current || !body.current) return
    const top = body.current.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top
    const next = Math.round(top + scroller.current.scrollTop)
    if (Math.abs(next - offset) > 1) setOffset(next)
  })
  /** Whether rows may differ in height. */
  const isMeasured = narrow || context.wrap || expanded.size > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights change with all of these
  useLayoutEffect(() => {
    virtual.measure()
    if (!isMeasured) return
    // `measure` has forgotten all heights. Rows report only changed heights, so all are set here, after the
    // positions were computed from the estimates.
    virtual.getTotalSize()
    for (const row of body.current?.querySelectorAll<HTMLElement>(':scope > .result') ?? [])
      virtual.resizeItem(Number(row.dataset.index), row.offsetHeight)
  }, [rowHeight, narrow, context.wrap, expanded.size === 0])

  useImperativeHandle(
    props.handleRef,
    () => ({
      scrollTo: (index, align = 'auto') => virtual.scrollToIndex(index, { align }),
      firstInView: () => virtual.range?.startIndex ?? 0,
      rowsInView: () => Math.max(1, (virtual.range?.endIndex ?? 0) - (virtual.range?.startIndex ?? 0)),
    }),
    [virtual],
  )

  const { columns, zone, showsDay } = context
  const widths = columns.map(column => widthOf(column, showsDay))
  const template = widths.map(width =>
    width === undefined ? `minmax(${minMessageWidth}px, 1fr)` : `${width}px`,
  )
  /** Whether a column takes the remaining width. */
  const isFilled = widths.some(width => width === undefined)
  const minWidth = gutterWidth + widths.reduce<number>((sum, width) => sum + (width ?? minMessageWidth), 0)
  const letters = narrow
    ? Math.floor(cardLines * messageLetters([{ field: 'message' }], [undefined], gridWidth))
    : messageLetters(columns, widths, gridWidth - gutterWidth)
  const rowContext = useMemo<RowContext>(() => ({ ...context, letters }), [context, letters])
  const period = useSyncExternalStore(hoveredPeriod.watch, hoveredPeriod.get)
  useEffect(() => () => hoveredMoment.set(undefined), [])
  /** The time whose date the rows and the head show. */
  const field = props.sort.endsWith('first_occurrence') ? 'first_occurrence' : 'last_occurrence'
  const dayOf = (event: EventRecord | undefined) => event && dayText(event[field], zone)
  const style = {
    '--columns': `${gutterWidth}px ${template.join(' ')}${isFilled ? '' : ' 1fr'}`,
    '--row': `${rowHeight}px`,
    minWidth: narrow ? undefined : minWidth,
  } as CSSProperties // custom properties are not in the type

  return (
    <div
      ref={grid}
      className={`results${context.wrap ? ' wrap' : ''}`}
      role="grid"
      tabIndex={0}
      aria-label={resultTexts.list}
      aria-rowcount={rows.count + 1}
      aria-colcount={context.columns.length + 1}
      aria-multiselectable
      aria-activedescendant={
        active !== undefined && active >= first && active <= last ? rowId(active) : undefined
      }
      style={style}
      onKeyDown={props.onKey}
    >
      {!narrow && (
        <ResultsHead
          control={columnControl}
          sort={props.sort}
          day={showsDay ? { field, text: dayOf(rows.at(firstInView)) } : undefined}
          onSort={props.onSort}
          gridRef={grid}
        />
      )}
      <div
        ref={body}
        className="results-body"
        role="rowgroup"
        style={{ height: virtual.getTotalSize() }}
        onPointerOver={({ target, pointerType }) => {
          const row = target instanceof Element ? target.closest<HTMLElement>('.result') : null
          if (pointerType !== 'touch') hoveredMoment.set(rows.at(Number(row?.dataset.index))?.last_occurrence)
        }}
        onPointerLeave={() => hoveredMoment.set(undefined)}
      >
        {items.map(item => {
          const event = rows.at(item.index)
          return (
            <ResultRow
              key={item.key}
              event={event}
              index={item.index}
              top={item.start - offset}
              context={rowContext}
              isActive={item.index === active}
              isSelected={event !== undefined && selection.events.has(event._id)}
              isExpanded={event !== undefined && expanded.has(event._id)}
              isNew={event !== undefined && newIds.has(event._id)}
              isInPeriod={event !== undefined && isWithin(event.last_occurrence, period)}
              showsDay={showsDay && (item.index === 0 || dayOf(rows.at(item.index - 1)) !== dayOf(event))}
              measure={isMeasured ? virtual.measureElement : undefined}
            />
          )
        })}
      </div>
    </div>
  )
}

function isWithin(at: number, period: { from: number; to: number } | undefined): boolean {
  return period !== undefined && at >= period.from && at < period.to
}

/** Maximum selected rows: they stay in memory, even after the list is scrolled away from them. */
const maxSelected = 1_000

/** The selected events by id, and how to change the selection. */
export interface Selection {
  events: ReadonlyMap<string, EventRecord>
  /** Selects or deselects a row; `isRange` selects all loaded rows between it and the last single choice. */
  select: (index: number, isRange: boolean) => void
  clear: () => void
}

/** Rows selected for copying or exporting. */
export function useSelection(at: (index: number) => EventRecord | undefined): Selection {
  const [events, setEvents] = useState<ReadonlyMap<string, EventRecord>>(new Map())
  /** The newest value of `events`, also between two renders. */
  const selected = useRef(events)
  /** Index of the row that was last selected or deselected on its own: a range begins there. */
  const anchor = useRef(0)
  const replace = useCallback((next: ReadonlyMap<string, EventRecord>) => {
    selected.current = next
    setEvents(next)
  }, [])
  const select = useCallback(
    (index: number, isRange: boolean) => {
      const next = new Map(selected.current)
      const event = at(index)
      if (isRange) {
        const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)]
        for (let row = from; row <= to && next.size <= maxSelected; row++) {
          const rowEvent = at(row)
          if (rowEvent) next.set(rowEvent._id, rowEvent)
        }
      } else {
        anchor.current = index
        if (event && !next.delete(event._id)) next.set(event._id, event)
      }
      const isFull = next.size > maxSelected
      replace(isFull ? new Map([...next].slice(0, maxSelected)) : next)
      if (isFull) showToast(rowTexts.maxSelected(maxSelected))
    },
    [at, replace],
  )
  const clear = useCallback(() => replace(new Map()), [replace])
  return useMemo(() => ({ events, select, clear }), [events, select, clear])
}
