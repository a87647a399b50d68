import { printable } from '../../charts/printable.ts'
import { clockText } from '../../charts/time-text.ts'
import { useLiveQuery } from '../live/use-live-query.ts'
import { filterOf } from '../search/state/search-requests.ts'
import { useZone } from '../state/preferences.ts'

const shown = 3

/** The newest events of a host, live. */
export function LatestEvents({ host }: { host: string }) {
  const zone = useZone()
  const query = useLiveQuery(
    {
      type: 'Search',
      params: {
        time_range: { preset: 'last_1_hours' },
        filter: filterOf({ text: '', pills: [{ field: 'host', op: 'eq', values: [host], off: false }] }),
        sort: ['-last_occurrence'],
        page_size: shown,
      },
    },
    true,
  )
  const events = query.answer?.results.events?.objects ?? []
  return (
    <ol className="send-events">
      {events.map(event => (
        <li key={event._id}>
          <span className="faint number">{clockText(event.last_occurrence, zone)}</span>{' '}
          <strong>{printable(event.program)}</strong>{' '}
          <span className="mono">{printable(event.message.slice(0, 400))}</span>
        </li>
      ))}
    </ol>
  )
}
