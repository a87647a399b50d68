import { useRef } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { clockText } from '../../charts/time-text.ts'
import { SeverityBadge } from '../components/SeverityBadge.tsx'
import { newEventsText } from '../results/new-events.ts'
import { useDisplayedSearch } from '../results/use-displayed-search.ts'
import { useInteraction } from '../results/use-interaction.ts'
import { searchAddress } from '../search/search-state.ts'
import { followLink } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { Panel } from './Panel.tsx'
import { useWidgetQuery } from './use-widget-query.ts'
import type { WidgetProps } from './widget-props.ts'

/** The newest events as they arrive. */
export function StreamWidget({ limit, ...props }: WidgetProps & { limit: number }) {
  const zone = useZone()
  const { range } = props
  const query = useWidgetQuery('Search', range, { sort: ['-last_occurrence'], page_size: limit })
  const list = useRef<HTMLOListElement>(null)
  const { isInUse, handlers } = useInteraction(list)
  const { answer, newIds, waitingCount } = useDisplayedSearch(query.answer, isInUse)
  const events = answer?.results.events?.objects ?? []
  const count = answer?.results.totals?.count ?? 0
  return (
    <Panel
      {...props}
      query={query}
      empty={events.length === 0}
      note={
        waitingCount > 0
          ? `${newEventsText(waitingCount, limit, undefined)}, paused`
          : count > events.length
            ? `newest ${events.length} of ${exactNumber(count)}`
            : undefined
      }
    >
      <ol ref={list} className="stream" {...handlers}>
        {events.map(event => (
          <li key={event._id} className={newIds.has(event._id) ? 'fresh' : undefined}>
            <a href={searchAddress({ range, event: event._id })} onClick={followLink}>
              <span className="number stream-time">{clockText(event.last_occurrence, zone)}</span>
              <SeverityBadge severity={event.severity} />
              <span className="stream-host">{printable(event.host)}</span>
              <span className="stream-program soft">{printable(event.program)}</span>
              <span className="stream-message mono">{printable(event.message)}</span>
              <span className="number soft">{event.counter > 1 ? `×${exactNumber(event.counter)}` : ''}</span>
            </a>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
