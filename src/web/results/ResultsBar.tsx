import { exactNumber } from '../../charts/number-text.ts'
import { elapsedText } from '../../charts/time-text.ts'
import { eventFields } from '../../filter/typed/event-fields.ts'
import { isRunning } from '../api/queries.ts'
import { Announcement } from '../components/Announcement.tsx'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { Link } from '../components/Link.tsx'
import { ExportMenu } from '../exports/ExportMenu.tsx'
import { MissingDays } from '../live/MissingDays.tsx'
import { StopButton } from '../live/StopButton.tsx'
import { useConnectionState, useLiveQuery, type WatchedQuery } from '../live/use-live-query.ts'
import { filterOf } from '../search/state/search-requests.ts'
import { sorts } from '../search/state/search-state.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { setPreferences, usePreferences, useZone } from '../state/preferences.ts'
import { useHasPermission } from '../state/session.ts'
import { liveTexts, resultTexts } from '../texts/search/results.ts'
import { newTriggerAddress } from '../triggers/links/new-trigger-address.ts'
import { ColumnMenu } from './columns/ColumnMenu.tsx'
import { eventsPerSecond } from './events/event-rate.ts'
import type { Rows } from './events/use-rows.ts'
import { GoTo } from './GoTo.tsx'
import { ViewTabs } from './ViewTabs.tsx'

interface Props {
  search: WatchedQuery<'Search'>
  isInvalid: boolean
  isHeld: boolean
  rows: Rows
  /** Index of the row to show. */
  position: number
  control: SearchControl
  onGoTo: (index: number, align?: 'auto' | 'start' | 'center') => void
}

/** The bar above the rows: count, current row, order, columns, export. */
export function ResultsBar({ search, isInvalid, isHeld, rows, position, control, onGoTo }: Props) {
  const { wrap } = usePreferences()
  const { state, change } = control
  const canUseTriggers = useHasPermission('triggers')
  return (
    <header className="found-bar row gap-8">
      <ViewTabs view={state.view} onChange={view => change({ view })} />
      {!isInvalid && <TotalsLine search={search} />}
      {state.live && !isInvalid && (
        <LiveLine control={control} isHeld={isHeld} leftOut={rows.total - rows.first.length} />
      )}
      <span className="grow" />
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
      <ColumnMenu fields={() => namesOf(rows)} />
      <IconButton
        icon="wrap"
        label={resultTexts.wrap}
        aria-pressed={wrap}
        onClick={() => setPreferences({ wrap: !wrap })}
      />
      {canUseTriggers && (
        <Link
          className="button quiet small found-trigger"
          href={newTriggerAddress(state)}
          title={resultTexts.createTriggerHint}
        >
          <Icon name="bell" size={14} />
          <span>{resultTexts.createTrigger}</span>
        </Link>
      )}
      <ExportMenu
        title={resultTexts.exportTitle}
        queryId={search.stale ? undefined : search.answer?.query_id}
        query={search.request}
        rows={search.stale ? undefined : search.answer?.results.totals?.count}
        label={resultTexts.export}
        className="button quiet small icon"
        content={<Icon name="download" />}
      />
    </header>
  )
}

/** Fields of events, and the tags of the events on the first page. */
function namesOf({ first }: Rows): string[] {
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
  const { details } = rate.answer?.results ?? {}
  const perSecond = eventsPerSecond(details ?? [], rate.answer?.base_time ?? 0)
  return (
    <div className="live-line row gap-10">
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

/** Number of events and elapsed time; progress and a stop button while the search runs. */
function TotalsLine({ search }: { search: WatchedQuery<'Search'> }) {
  const { answer, stale, elapsedMs } = search
  const totals = answer?.results.totals
  const running = answer !== undefined && !stale && isRunning(answer)
  return (
    <div className="totals">
      <Announcement text={totals && !stale ? resultTexts.count(totals.count) : ''} />
      {totals && !stale ? (
        <>
          <Count count={totals.count} />
          {answer?.status === 'STOPPED' && <span className="tag-note">{resultTexts.stopped}</span>}
          <MissingDays answer={answer} />
          {totals.approximate && (
            <span className="tag-note" title={totals.bound}>
              {resultTexts.approximate}
            </span>
          )}
          {totals.occurrences !== totals.count && (
            <span className="soft number wide" title={resultTexts.occurrencesHint}>
              {resultTexts.occurrences(totals.occurrences)}
            </span>
          )}
          {elapsedMs !== undefined && <span className="faint number wide">{elapsedText(elapsedMs)}</span>}
        </>
      ) : (
        <span className="faint">
          {search.error || (answer?.status === 'STOPPED' && !stale) ? '' : resultTexts.searching}
        </span>
      )}
      {running && (
        <span className="running">
          <progress max={100} value={answer.progress} aria-label={resultTexts.progress} />
          <span className="number soft">
            {answer.queue_position === undefined
              ? resultTexts.percent(answer.progress)
              : resultTexts.queued(answer.queue_position)}
          </span>
          <StopButton />
        </span>
      )}
    </div>
  )
}

/** A number of events in bold, then its unit: the text of `resultTexts.count` begins with the number. */
function Count({ count }: { count: number }) {
  const number = exactNumber(count)
  return (
    <span>
      <b className="number">{number}</b>
      {resultTexts.count(count).slice(number.length)}
    </span>
  )
}
