import { type ReactNode, useRef, useState } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { spanText } from '../../charts/time-text.ts'
import { isRunning, type QueryAnswer } from '../api/queries.ts'
import { Announcement } from '../components/Announcement.tsx'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Icon } from '../components/Icon.tsx'
import { Notice } from '../components/Notice.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { ExportMenu } from '../exports/ExportMenu.tsx'
import { MissingDays } from '../live/MissingDays.tsx'
import { StopButton } from '../live/StopButton.tsx'
import { useHeld } from '../live/use-held.ts'
import { useLiveQuery, type WatchedQuery } from '../live/use-live-query.ts'
import { useInteraction } from '../results/events/use-interaction.ts'
import { ViewTabs } from '../results/ViewTabs.tsx'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { useZone } from '../state/preferences.ts'
import { patternTexts } from '../texts/search/patterns.ts'
import { toolTexts } from '../texts/search/results.ts'
import { PatternRow } from './PatternRow.tsx'
import { type PatternSort, patternSorts, patternsRequest } from './patterns-request.ts'
import './patterns.css'

/** Patterns that are shown at first, and after a click for more. */
const initialRows = 100
const maxRows = 500

interface Props {
  control: SearchControl
  /** The query or a filter has an error, which is shown there. */
  isInvalid: boolean
  /** Buttons for the bar above the patterns. */
  tools: ReactNode
}

/** The messages of a search grouped by pattern, showing new and growing patterns. */
export function PatternsView({ control, isInvalid, tools }: Props) {
  const { state, change } = control
  const zone = useZone()
  const [sort, setSort] = useState<PatternSort>('count')
  const [limit, setLimit] = useState(initialRows)
  const list = useRef<HTMLElement>(null)
  const { isInUse, handlers } = useInteraction(list)
  const query = useLiveQuery(isInvalid ? undefined : patternsRequest(state, zone, sort, limit), state.live)
  // The previous rows stay until there are new ones, and do not move while the pointer is on one.
  const hasNoTotals = query.error === undefined && isPending(query.answer) && !query.answer?.results.totals
  const answer = useHeld(query.answer, hasNoTotals || (state.live && isInUse && !query.stale))
  // The query of an invalid search does not run, but keeps its last answer, which is not shown.
  const totals = isInvalid ? undefined : answer?.results.totals
  const values = totals?.values ?? []
  const failure = query.error ?? query.answer?.error
  const isStale = (query.stale || hasNoTotals) && query.error === undefined
  const hasBefore = (totals?.before?.count ?? 0) > 0
  const cardinality = totals?.cardinality ?? 0
  const isWaiting = !isInvalid && failure === undefined && values.length === 0 && isPending(query.answer)

  return (
    <section className="found column" aria-label={patternTexts.results} aria-busy={isStale}>
      <header className="found-bar row gap-8">
        <ViewTabs view="patterns" onChange={view => change({ view })} />
        {!isInvalid && (
          <div className="totals-line">
            <Announcement text={totals && !isStale ? patternTexts.total(cardinality) : ''} />
            {totals && !isStale && !query.stale ? (
              <>
                <b className="number">{patternTexts.total(cardinality)}</b>
                <span className="soft number">{patternTexts.occurrences(totals.count)}</span>
                {hasBefore && (totals.new_patterns ?? 0) > 0 && totals.before && (
                  <span
                    className="patterns-new"
                    title={patternTexts.newTitle(spanText(totals.before.ts_from, totals.before.ts_to, zone))}
                  >
                    {patternTexts.newOnes(totals.new_patterns ?? 0)}
                  </span>
                )}
                {totals.without_template > 0 && (
                  <span className="faint number wide" title={patternTexts.withoutTitle}>
                    {patternTexts.without(totals.without_template)}
                  </span>
                )}
              </>
            ) : (
              <span className="faint">{query.error ? '' : patternTexts.counting}</span>
            )}
            {!query.stale && <MissingDays answer={query.answer} />}
            <PatternsProgress query={query} />
          </div>
        )}
        <fieldset className="toolbar row" aria-label={toolTexts.label}>
          <select
            className="field small"
            aria-label={patternTexts.sort}
            value={sort}
            onChange={event => setSort(patternSorts.find(one => one === event.target.value) ?? sort)}
          >
            {patternSorts.map(one => (
              <option key={one} value={one}>
                {patternTexts.sorts[one]}
              </option>
            ))}
          </select>
          {tools}
          <ExportMenu
            title={patternTexts.label}
            queryId={query.stale ? undefined : query.answer?.query_id}
            query={query.request}
            rows={totals?.values.length}
            label={patternTexts.exportAs}
            className="button quiet small"
            content={
              <>
                <Icon name="download" size={14} /> {patternTexts.exportAs}
              </>
            }
          />
        </fieldset>
      </header>
      <section
        ref={list}
        {...handlers}
        className={isStale ? 'found-list patterns stale' : 'found-list patterns'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={patternTexts.label}
      >
        {isInvalid && <Notice title={patternTexts.invalid}>{patternTexts.invalidText}</Notice>}
        {!isInvalid && failure !== undefined && (
          <ErrorNotice
            title={values.length > 0 ? patternTexts.incomplete : patternTexts.failed}
            error={failure}
            onRetry={query.retry}
          />
        )}
        {isWaiting && <Skeleton rows={10} />}
        {totals?.before?.count === 0 && values.length > 0 && (
          <p className="patterns-note small-text faint">{patternTexts.nothingBefore}</p>
        )}
        {values.length > 0 && totals && (
          <ol className="patterns-rows">
            {values.map(value => (
              <PatternRow
                key={value.pattern}
                value={value}
                total={totals.count}
                hasBefore={hasBefore}
                control={control}
              />
            ))}
          </ol>
        )}
        {totals && values.length === 0 && !isWaiting && failure === undefined && (
          <Notice title={patternTexts.none}>{patternTexts.noneText}</Notice>
        )}
        {cardinality > values.length && values.length > 0 && limit < maxRows && (
          <Button className="quiet patterns-more" onClick={() => setLimit(maxRows)}>
            {patternTexts.showMore(Math.min(maxRows, cardinality))}
          </Button>
        )}
        {cardinality > maxRows && limit === maxRows && (
          <p className="patterns-note small-text faint">
            {patternTexts.first(exactNumber(maxRows), exactNumber(cardinality))}
          </p>
        )}
      </section>
    </section>
  )
}

/** Whether a query still computes its answer. */
function isPending(answer: QueryAnswer<'Patterns'> | undefined): boolean {
  return answer === undefined || isRunning(answer)
}

/** Progress of the count, with a button to stop it; nothing once it is complete. */
function PatternsProgress({ query }: { query: WatchedQuery<'Patterns'> }) {
  const { answer, stale } = query
  if (answer?.status === 'STOPPED') return <span className="tag-note">{patternTexts.partial}</span>
  if (answer === undefined || stale || !isRunning(answer)) return null
  const { progress, queue_position: position } = answer
  return (
    <span className="running">
      <progress max={100} value={progress} aria-label={patternTexts.progress} />
      <span className="number soft">
        {position === undefined ? patternTexts.percent(Math.floor(progress)) : patternTexts.queued(position)}
      </span>
      <StopButton />
    </span>
  )
}
