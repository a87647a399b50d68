import { useMemo, useRef } from 'react'
import { exactNumber } from '../../../charts/number-text.ts'
import { withoutSameDay } from '../../../charts/time-text.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { QueryAnswer } from '../../api/queries.ts'
import { Link } from '../../components/Link.tsx'
import { Severity } from '../../components/Severity.tsx'
import { newEventsText } from '../../results/events/new-events.ts'
import { useDisplayedSearch } from '../../results/events/use-displayed-search.ts'
import { useInteraction } from '../../results/events/use-interaction.ts'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import type { ContentProps } from './content-props.ts'
import { columnEms, type EventColumn, eventColumns, fitsTable } from './event-columns.ts'
import { MoreRows } from './MoreRows.tsx'
import { maxRows } from './max-rows.ts'

/** The events of a Search as they arrive. They do not move while the user points at them or selects text. */
export function SearchContent({ view, config, answer, size, zone, links }: ContentProps<'Search'>) {
  const list = useRef<HTMLDivElement>(null)
  const { isInUse, handlers } = useInteraction(list)
  // AnswerWithResults is a QueryAnswer with a narrower type of results.
  const { answer: shown, newIds, waitingCount } = useDisplayedSearch(answer as QueryAnswer<'Search'>, isInUse)
  const columns = useMemo(() => eventColumns(config.columns), [config.columns])
  const events = shown?.results.events?.objects ?? []
  const isCards = !fitsTable(columns, size)
  return (
    <div ref={list} className="widget-scroll widget-events" {...handlers}>
      {waitingCount > 0 && (
        <p className="widget-events-news">
          {widgetTexts.paused(newEventsText(waitingCount, events.length || 1, undefined))}
        </p>
      )}
      <table className={isCards ? 'widget-event-table cards' : 'widget-event-table'}>
        <colgroup>
          {columns.map(({ name, kind }) => (
            <col key={name} style={kind === 'message' ? undefined : { width: `${columnEms[kind]}em` }} />
          ))}
        </colgroup>
        <thead className={view === 'table' && !isCards ? undefined : 'unseen'}>
          <tr>
            {columns.map(({ name, title, kind }) => (
              <th key={name} scope="col" className={kind === 'number' ? 'event-number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.slice(0, maxRows).map((event, index) => (
            <EventRow
              key={event._id}
              event={event}
              above={events[index - 1]}
              columns={columns}
              zone={zone}
              isNew={newIds.has(event._id)}
              address={links.eventAddress?.(event._id)}
            />
          ))}
        </tbody>
      </table>
      <MoreRows count={events.length - maxRows} />
    </div>
  )
}

interface RowProps {
  event: EventRecord
  /** The event of the row above. */
  above: EventRecord | undefined
  columns: readonly EventColumn[]
  zone: string
  isNew: boolean
  address: string | undefined
}

/** The row of an event. Its message, or else its first cell, links to the event. */
function EventRow({ event, above, columns, zone, isNew, address }: RowProps) {
  const linked = columns.find(({ kind }) => kind === 'message') ?? columns[0]
  return (
    <tr className={isNew ? 'fresh' : undefined}>
      {columns.map(column => {
        const text = column.text(event, zone)
        return (
          <td key={column.name} className={`event-${column.kind}`} title={titleOf(column, text, event)}>
            {column.kind === 'severity' ? (
              <Severity severity={event.severity} isShort />
            ) : column === linked && address !== undefined ? (
              <Link href={address}>{text}</Link>
            ) : column.kind === 'time' && above ? (
              withoutSameDay(text, column.text(above, zone))
            ) : (
              text
            )}
          </td>
        )
      })}
    </tr>
  )
}

/** The tooltip of a cell: its whole text, or the exact number of occurrences. */
function titleOf({ kind }: EventColumn, text: string, event: EventRecord): string | undefined {
  if (kind === 'number') return event.counter > 1 ? exactNumber(event.counter) : undefined
  return text === '' ? undefined : text
}
