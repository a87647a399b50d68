import type { EventRecord } from '../../schema/event-record.ts'
import { useLiveQuery, type WatchedQuery } from '../live/use-live-query.ts'
import { Icon } from '../parts/Icon.tsx'
import { newcomersAsk, newcomersText } from './newcomers.ts'
import { pageSize } from './search-asks.ts'

interface Props {
  search: WatchedQuery<'Search'>
  shown: readonly EventRecord[]
  /** New events on the newest page. */
  waiting: number
  onShow: () => void
}

/** How many events have come since those that are shown, and the way to them. */
export function Newcomers({ search, shown, waiting, onShow }: Props) {
  // Where the newest page is full of them, the service counts.
  const { ask } = search
  const later = useLiveQuery(waiting >= pageSize && ask ? newcomersAsk(ask, shown) : undefined, true)
  const counted = later.stale ? undefined : later.answer?.results.totals?.count
  return (
    <button type="button" className="newcomers" onClick={onShow}>
      <Icon name="up" size={14} /> {newcomersText(waiting, pageSize, counted)}
    </button>
  )
}
