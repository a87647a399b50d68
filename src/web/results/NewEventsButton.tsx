import type { EventRecord } from '../../schema/event/event-record.ts'
import { Icon } from '../components/Icon.tsx'
import { useLiveQuery, type WatchedQuery } from '../live/use-live-query.ts'
import { newEventsText, newerEventsRequest } from './events/new-events.ts'
import { pageRows } from './events/page-range.ts'

interface Props {
  search: WatchedQuery<'Search'>
  shown: readonly EventRecord[]
  /** Number of new events on the newest page. */
  count: number
  onShow: () => void
}

/** Shows the number of new events; a click shows the events. */
export function NewEventsButton({ search, shown, count, onShow }: Props) {
  // If a page is full of new events, the service counts all of them.
  const { request } = search
  const later = useLiveQuery(
    count >= pageRows && request ? newerEventsRequest(request, shown) : undefined,
    true,
  )
  const counted = later.stale ? undefined : later.answer?.results.totals?.count
  return (
    <button type="button" className="newcomers" onClick={onShow}>
      <Icon name="up" size={14} /> {newEventsText(count, pageRows, counted)}
    </button>
  )
}
