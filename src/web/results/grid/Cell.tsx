import { fieldText } from '../../../charts/name-text.ts'
import { clockText, dayText, momentText } from '../../../charts/time-text.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import { rowTexts } from '../../texts/search/results.ts'
import { RowMessage } from '../message/RowMessage.tsx'
import { Value } from '../values/Value.tsx'
import { fieldValue } from './field-value.ts'
import type { RowContext } from './row-context.ts'

interface Props {
  field: string
  event: EventRecord
  index: number
  context: RowContext
  tabIndex: number
}

const classNames: ReadonlyMap<string, string> = new Map([
  ['severity', 'cell-severity'],
  ['last_occurrence', 'cell-time number'],
  ['first_occurrence', 'cell-first number soft'],
  ['host', 'cell-host'],
  ['program', 'cell-program'],
  ['message', 'cell-message mono'],
  ['counter', 'cell-count number'],
])

/** A value of an event in a row. */
export function Cell({ field, event, index, context, tabIndex }: Props) {
  return (
    <div
      className={`cell ${classNames.get(field) ?? 'cell-other'}`}
      role="gridcell"
      data-label={classNames.has(field) ? undefined : fieldText(field)}
    >
      <Content field={field} event={event} index={index} context={context} tabIndex={tabIndex} />
    </div>
  )
}

function Content({ field, event, index, context, tabIndex }: Props) {
  const { zone, days } = context
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
        {days && <span className="faint">{dayText(event.last_occurrence, zone)} </span>}
        {clockText(event.last_occurrence, zone)}
        <span className="faint">{clockText(event.last_occurrence, zone, true).slice(8)}</span>
      </a>
    )
  if (field === 'first_occurrence')
    return (
      <span title={momentText(event.first_occurrence, zone, true)}>
        {days && `${dayText(event.first_occurrence, zone)} `}
        {clockText(event.first_occurrence, zone)}
      </span>
    )
  if (field === 'message')
    return <RowMessage text={event.message} words={context.terms} wrap={context.wrap} ansi={context.ansi} />
  if (field === 'counter')
    return event.counter > 1 ? (
      <b title={rowTexts.occurrences(event.counter)}>{rowTexts.times(event.counter)}</b>
    ) : (
      <span className="faint">{rowTexts.once}</span>
    )
  return <Value field={field} value={fieldValue(event, field)} tabIndex={tabIndex} />
}
