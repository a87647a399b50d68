import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { useConnectionState, useLiveQuery } from '../live/use-live-query.ts'
import { filterOf } from '../search/state/search-requests.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { useZone } from '../state/preferences.ts'
import { liveTexts } from '../texts/search/results.ts'
import { eventsPerSecond } from './events/event-rate.ts'

interface Props {
  control: SearchControl
  isHeld: boolean
  /** Matching events that are not in the live list. */
  leftOut: number
}

/** The rate of new events, whether the list is paused, and how many events are not in it. */
export function LiveLine({ control, isHeld, leftOut }: Props) {
  const zone = useZone()
  const connection = useConnectionState()
  const { state, change } = control
  const rate = useLiveQuery(
    {
      type: 'EventRate',
      params: {
        time_range: { preset: 'last_30_seconds', timezone: zone, step: 1 },
        filter: filterOf(state),
      },
    },
    true,
  )
  const { details } = rate.answer?.results ?? {}
  const perSecond = eventsPerSecond(details ?? [], rate.answer?.base_time ?? 0)
  return (
    <div className="live-line">
      <span
        className={isHeld ? 'live-state held' : 'live-state'}
        title={isHeld ? liveTexts.heldHint : undefined}
      >
        <Icon name={isHeld ? 'pause' : 'play'} size={11} />
        {connection !== 'open' ? liveTexts.reconnecting : isHeld ? liveTexts.held : liveTexts.live}
      </span>
      {perSecond !== undefined && (
        <span className="number soft" title={liveTexts.rateHint}>
          {liveTexts.rate(perSecond)}
        </span>
      )}
      {leftOut > 0 && (
        <Button
          className="quiet small left-out"
          title={liveTexts.leftOutHint}
          onClick={() => change({ live: false })}
        >
          {liveTexts.leftOut(leftOut)}
        </Button>
      )}
    </div>
  )
}
