import { type CSSProperties, type MouseEvent, memo, useEffect, useRef } from 'react'
import { fieldText } from '../../../charts/name-text.ts'
import { clockText, dayText, momentText } from '../../../charts/time-text.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import { Icon } from '../../components/Icon.tsx'
import type { Column } from '../../search/state/columns.ts'
import { rowTexts } from '../../texts/search/results.ts'
import { RowMessage } from '../message/Message.tsx'
import { MessageBody } from '../message/MessageBody.tsx'
import { Value } from '../values/Value.tsx'
import { fieldValue } from './field-value.ts'

interface Props {
  /** Undefined until its page is loaded. */
  event: EventRecord | undefined
  index: number
  /** Position below the head of the grid, in pixels. */
  top: number
  context: RowContext
  isActive: boolean
  isSelected: boolean
  isExpanded: boolean
  isNew: boolean
  /** In the period under the pointer in the histogram. */
  isInPeriod: boolean
  /** True if the row before has another date: the times then have their date. */
  showsDay: boolean
  /** Called with the element if its height may differ from other rows. */
  measure: ((element: HTMLElement | null) => void) | undefined
}

/** A second click within this time is a double click, which selects a word. */
const secondClickMs = 250

/** Id of the element of a row. */
export const rowId = (index: number) => `result-${index}`

/**
 * Scrolls to the content of an expanded row: for the last row in view, it is out of view. Returns a function
 * that stops this.
 */
function showOpened(index: number): (() => void) | undefined {
  const row = document.getElementById(rowId(index))
  if (!row?.parentElement) return
  // The observer reports the list twice: first unchanged, then grown, after the row was measured.
  let calls = 0
  const sizes = new ResizeObserver(() => {
    row.scrollIntoView({ block: 'nearest' })
    calls += 1
    if (calls === 2) sizes.disconnect()
  })
  sizes.observe(row.parentElement)
  return () => sizes.disconnect()
}

/** A row of the grid: an event, or a placeholder until its page is loaded. */
export const ResultRow = memo(function ResultRow(props: Props) {
  const { event, index, top, context, isActive, isSelected, isExpanded, isNew, isInPeriod, measure } = props
  const openTimer = useRef(0)
  useEffect(() => () => clearTimeout(openTimer.current), [])
  const wasExpanded = useRef(isExpanded)
  useEffect(() => {
    const isOpening = isExpanded && !wasExpanded.current
    wasExpanded.current = isExpanded
    return isOpening ? showOpened(index) : undefined
  }, [isExpanded, index])
  const place: CSSProperties = { transform: `translateY(${top}px)` }
  if (!event) {
    return (
      <div
        className="result loading"
        role="row"
        id={rowId(index)}
        data-index={index}
        aria-rowindex={index + 2}
        style={place}
        ref={measure}
      >
        <span role="gridcell" className="result-wait" aria-label={rowTexts.loading} />
      </div>
    )
  }
  const click = (mouse: MouseEvent) => {
    clearTimeout(openTimer.current)
    if (mouse.shiftKey || mouse.ctrlKey || mouse.metaKey) {
      getSelection()?.removeAllRanges()
      context.onSelect(index, mouse.shiftKey)
      return
    }
    // Selecting text does not open the event.
    if (mouse.detail > 1 || getSelection()?.isCollapsed === false) return
    openTimer.current = window.setTimeout(() => context.onOpen(event._id, index), secondClickMs)
  }
  const tabIndex = isActive ? 0 : -1
  const classes = [
    'result',
    isActive && 'selected',
    isSelected && 'chosen',
    isNew && 'fresh',
    isInPeriod && 'in-period',
  ]
  return (
    // The keyboard moves in the grid, which handles its keys; the row is the target for the pointer.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      className={classes.filter(Boolean).join(' ')}
      role="row"
      id={rowId(index)}
      data-index={index}
      data-id={event._id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isActive || undefined}
      tabIndex={-1}
      style={place}
      ref={measure}
      onClick={click}
    >
      <div className="cell cell-gutter row" role="gridcell">
        <input
          type="checkbox"
          tabIndex={tabIndex}
          checked={isSelected}
          aria-label={rowTexts.select(index + 1)}
          onClick={mouse => {
            mouse.stopPropagation()
            context.onSelect(index, mouse.shiftKey)
          }}
          // React wants a handler; `onClick` knows whether Shift is pressed.
          onChange={() => {}}
        />
        <button
          type="button"
          className="row-expand"
          tabIndex={tabIndex}
          aria-expanded={isExpanded}
          aria-label={isExpanded ? rowTexts.collapse : rowTexts.expand}
          title={isExpanded ? rowTexts.collapse : rowTexts.expand}
          onClick={mouse => {
            mouse.stopPropagation()
            context.onExpand(event._id)
          }}
        >
          <Icon name={isExpanded ? 'down' : 'right'} size={12} />
        </button>
      </div>
      {context.columns.map(({ field }) => (
        <Cell
          key={field}
          field={field}
          event={event}
          index={index}
          context={context}
          showsDay={props.showsDay}
          tabIndex={tabIndex}
        />
      ))}
      {isExpanded && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: text that is read and selected here does not open the event
        <div
          className="cell row-body"
          role="gridcell"
          tabIndex={-1}
          onClick={mouse => mouse.stopPropagation()}
        >
          <MessageBody event={event} terms={context.terms} />
        </div>
      )}
    </div>
  )
})

interface CellProps {
  field: string
  event: EventRecord
  index: number
  context: RowContext
  showsDay: boolean
  tabIndex: number
}

/** Classes of cells by field; tags have another class and, in cards, a label. */
const classNames: ReadonlyMap<string, string> = new Map([
  ['severity', 'cell-severity'],
  ['last_occurrence', 'cell-time number'],
  ['first_occurrence', 'cell-first number soft'],
  ['host', 'cell-host'],
  ['program', 'cell-program'],
  ['message', 'cell-message mono'],
  ['counter', 'cell-count number'],
])

/** A cell of a row: the value of a field or tag. */
function Cell(props: CellProps) {
  const { field } = props
  return (
    <div
      className={`cell ${classNames.get(field) ?? 'cell-other'}`}
      role="gridcell"
      data-label={classNames.has(field) ? undefined : fieldText(field)}
    >
      <Content {...props} />
    </div>
  )
}

function Content({ field, event, index, context, showsDay, tabIndex }: CellProps) {
  const { zone } = context
  if (field === 'last_occurrence')
    return (
      <a
        href={context.addressOf(event)}
        tabIndex={tabIndex}
        title={rowTexts.lastSeen(momentText(event.last_occurrence, zone, true))}
        onClick={mouse => {
          if (mouse.ctrlKey || mouse.metaKey || mouse.shiftKey) return
          mouse.preventDefault()
          mouse.stopPropagation()
          context.onOpen(event._id, index)
        }}
      >
        <Day at={event.last_occurrence} context={context} isShown={showsDay} />
        {clockText(event.last_occurrence, zone)}
        {/* The fraction of the second. */}
        <span className="faint">{clockText(event.last_occurrence, zone, true).slice(8)}</span>
      </a>
    )
  if (field === 'first_occurrence')
    return (
      <span title={momentText(event.first_occurrence, zone, true)}>
        <Day at={event.first_occurrence} context={context} isShown={showsDay} />
        {clockText(event.first_occurrence, zone)}
      </span>
    )
  if (field === 'message')
    return (
      <RowMessage
        text={event.message}
        terms={context.terms}
        letters={context.letters}
        wrap={context.wrap}
        ansi={context.ansi}
      />
    )
  if (field === 'counter')
    return event.counter > 1 ? (
      <b title={rowTexts.occurrences(event.counter)}>{rowTexts.times(event.counter)}</b>
    ) : (
      <span className="faint">{rowTexts.once}</span>
    )
  return <Value field={field} value={fieldValue(event, field)} tabIndex={tabIndex} />
}

/** The date of a time, or its room, so that times are aligned; nothing if all times are of one day. */
function Day({ at, context, isShown }: { at: number; context: RowContext; isShown: boolean }) {
  if (!context.showsDay) return null
  return <span className="cell-day faint">{isShown && dayText(at, context.zone)}</span>
}

/** Values that all rows share. */
export interface RowContext {
  columns: readonly Column[]
  zone: string
  /** Search terms to highlight. */
  terms: readonly string[]
  /** Whether long messages wrap. */
  wrap: boolean
  /** Whether terminal colours are drawn. */
  ansi: boolean
  /** How many letters of a message a row shows. */
  letters: number
  /** Whether the rows may be of several days. */
  showsDay: boolean
  addressOf: (event: EventRecord) => string
  onOpen: (id: string, index: number) => void
  onSelect: (index: number, isRange: boolean) => void
  onExpand: (id: string) => void
}
