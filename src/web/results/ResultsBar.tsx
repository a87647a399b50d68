import type { ReactNode } from 'react'
import { eventFields } from '../../filter/typed/event-fields.ts'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { ExportMenu } from '../exports/ExportMenu.tsx'
import { useConnectionState, useLiveQuery, type WatchedQuery } from '../live/use-live-query.ts'
import { filterOf } from '../search/state/search-requests.ts'
import { sorts } from '../search/state/search-state.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { setPreferences, usePreferences, useZone } from '../state/preferences.ts'
import { liveTexts, resultTexts, toolTexts } from '../texts/search/results.ts'
import { ColumnMenu } from './columns/ColumnMenu.tsx'
import { eventsPerSecond } from './events/event-rate.ts'
import type { Rows } from './events/use-rows.ts'
import { GoTo } from './GoTo.tsx'
import { ViewTabs } from './ViewTabs.tsx'

interface Props {
  search: WatchedQuery<'Search'>
  /** The query or a filter has an error, so the search cannot run. */
  isInvalid: boolean
  /** Whether live updates pause, because the user is in the list. */
  isHeld: boolean
  rows: Rows
  /** Index of the active row, or of the first row in view. */
  position: number
  control: SearchControl
  /** Buttons that use the search, such as to share it. */
  tools: ReactNode
  onGoTo: (index: number, align?: 'auto' | 'start' | 'center') => void
}

/** The bar above the rows: view, state of live updates, and the tools of the list and of its search. */
export function ResultsBar({ search, isInvalid, isHeld, rows, position, control, tools, onGoTo }: Props) {
  const { wrap } = usePreferences()
  const { state, change } = control
  return (
    <header className="found-bar row gap-8">
      <ViewTabs view={state.view} onChange={view => change({ view })} />
      {state.live && !isInvalid && (
        <LiveLine control={control} isHeld={isHeld} leftOut={rows.total - rows.first.length} />
      )}
      <fieldset className="toolbar row" aria-label={toolTexts.label}>
        {rows.count > 0 && (
          <GoTo search={search} rows={rows} position={position} control={control} onGoTo={onGoTo} />
        )}
        <select
          className="field small"
          aria-label={resultTexts.order}
          value={state.sort}
          onChange={event =>
            change({ sort: sorts.find(([key]) => key === event.target.value)?.[0] ?? state.sort })
          }
        >
          {sorts.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
        <ColumnMenu fields={() => fieldNames(rows)} />
        <Button
          className="quiet small"
          aria-label={toolTexts.wrapLong}
          aria-pressed={wrap}
          title={toolTexts.wrapLong}
          onClick={() => setPreferences({ wrap: !wrap })}
        >
          <Icon name="wrap" size={14} />
          <span className="tool-word">{toolTexts.wrap}</span>
        </Button>
        {tools}
        <ExportMenu
          title={resultTexts.exportTitle}
          queryId={search.stale ? undefined : search.answer?.query_id}
          query={search.request}
          rows={search.stale ? undefined : search.answer?.results.totals?.count}
          label={toolTexts.export}
          className="button quiet small"
          content={
            <>
              <Icon name="download" size={14} /> {toolTexts.export}
            </>
          }
        />
      </fieldset>
    </header>
  )
}

/** Names for columns: fields of events, and tags of the events on the first page. */
function fieldNames({ first }: Rows): string[] {
  const tags = new Set(first.flatMap(event => Object.keys(event.user_tags)))
  return [...eventFields.keys(), ...[...tags].sort()]
}

interface LiveLineProps {
  control: SearchControl
  isHeld: boolean
  /** Matching events that are not in the live list. */
  leftOut: number
}

/** The rate of new events, whether the list is paused, and how many events are not in it. */
function LiveLine({ control, isHeld, leftOut }: LiveLineProps) {
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
  let stateText = isHeld ? liveTexts.held : liveTexts.live
  if (connection !== 'open') stateText = liveTexts.reconnecting
  const { details } = rate.answer?.results ?? {}
  const perSecond = eventsPerSecond(details ?? [], rate.answer?.base_time ?? 0)
  return (
    <div className="live-line row gap-10">
      <span
        className={isHeld ? 'live-state held' : 'live-state'}
        title={isHeld ? liveTexts.heldHint : undefined}
      >
        <Icon name={isHeld ? 'pause' : 'play'} size={11} />
        {stateText}
      </span>
      {perSecond !== undefined && (
        <span className="number soft" title={liveTexts.rateHint}>
          {liveTexts.rate(perSecond)}
        </span>
      )}
      {leftOut > 0 && (
        <Button
          className="quiet small left-out number"
          title={liveTexts.leftOutHint}
          onClick={() => change({ live: false })}
        >
          {liveTexts.leftOut(leftOut)}
        </Button>
      )}
    </div>
  )
}
