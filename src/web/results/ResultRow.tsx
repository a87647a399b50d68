import { type MouseEvent, memo, useEffect, useRef } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { clockText, dayText, momentText } from '../../charts/time-text.ts'
import type { EventRecord } from '../../schema/event-record.ts'
import { RowMessage } from './RowMessage.tsx'
import { Value } from './Value.tsx'

interface Props {
  event: EventRecord
  zone: string
  terms: readonly string[]
  /** Show the day beside the time. */
  days: boolean
  firstSeen: boolean
  wrap: boolean
  selected: boolean
  isNew: boolean
  address: string
  onOpen: (id: string) => void
}

/** A second click within this time is a double click, which selects a word. */
const secondClickMs = 250

export const ResultRow = memo(function ResultRow(props: Props) {
  const { event, zone, selected, isNew, onOpen } = props
  const opening = useRef(0)
  useEffect(() => () => clearTimeout(opening.current), [])
  const click = (mouse: MouseEvent) => {
    clearTimeout(opening.current)
    // Selecting text does not open the event.
    if (mouse.detail > 1 || getSelection()?.isCollapsed === false) return
    opening.current = window.setTimeout(() => onOpen(event._id), secondClickMs)
  }
  return (
    // Keyboard and screen readers use the link in the time cell; the row is a larger target for the pointer.
    <tr
      className={`result${selected ? ' selected' : ''}${isNew ? ' fresh' : ''}`}
      data-id={event._id}
      aria-current={selected || undefined}
      onClick={click}
    >
      <td className="cell-severity">
        <Value field="severity" value={event.severity} />
      </td>
      <td className="cell-time number">
        <a
          href={props.address}
          title={`Last seen ${momentText(event.last_occurrence, zone, true)}`}
          onClick={mouse => {
            if (mouse.ctrlKey || mouse.metaKey || mouse.shiftKey) return
            mouse.preventDefault()
            mouse.stopPropagation()
            onOpen(event._id)
          }}
        >
          {props.days && <span className="faint">{dayText(event.last_occurrence, zone)} </span>}
          {clockText(event.last_occurrence, zone)}
          <span className="faint">{clockText(event.last_occurrence, zone, true).slice(8)}</span>
        </a>
      </td>
      {props.firstSeen && (
        <td className="cell-first number soft" title={momentText(event.first_occurrence, zone, true)}>
          {props.days && `${dayText(event.first_occurrence, zone)} `}
          {clockText(event.first_occurrence, zone)}
        </td>
      )}
      <td className="cell-host">
        <Value field="host" value={event.host} />
      </td>
      <td className="cell-program">
        <Value field="program" value={event.program} />
      </td>
      <td className="cell-message mono">
        <RowMessage text={event.message} words={props.terms} wrap={props.wrap} />
      </td>
      <td className="cell-count number">
        {event.counter > 1 ? (
          <b title={`${exactNumber(event.counter)} occurrences`}>×{exactNumber(event.counter)}</b>
        ) : (
          <span className="faint">1</span>
        )}
      </td>
    </tr>
  )
})
