import type { EventRecord } from '../../schema/event-record.ts'
import { Icon } from '../components/Icon.tsx'
import { useLiveQuery, type WatchedQuery } from '../live/use-live-query.ts'
import { newEventsText, newerEventsRequest } from './new-events.ts'
import { pageSize } from './search-requests.ts'

interface Props {
  search: WatchedQuery<'Search'>
  shown: readonly EventRecord[]
  /** New events on the newest page. */
  count: number
  onShow: () => void
}

/** How many events have come since those that are shown, and the way to them. */
export function NewEventsButton({ search, shown, count, onShow }: Props) {
  // Where the newest page is full of them, the service counts.
  const { request } = search
  const later = useLiveQuery(
    count >= pageSize && request ? newerEventsRequest(request, shown) : undefined,
    true,
  )
  const counted = later.stale ? undefined : later.answer?.results.totals?.count
  return (
    <button type="button" className="newcomers" onClick={onShow}>
      <Icon name="up" size={14} /> {newEventsText(count, pageSize, counted)}
    </button>
  )
}
