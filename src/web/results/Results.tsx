import { type KeyboardEvent, type RefObject, useCallback, useMemo, useState } from 'react'
import { dayText } from '../../charts/time-text.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import { isRunning } from '../api/queries.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Notice } from '../components/Notice.tsx'
import type { WatchedQuery } from '../live/use-live-query.ts'
import { searchAddress } from '../search/state/search-state.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { usePreferences, useZone } from '../state/preferences.ts'
import { resultTexts } from '../texts/search/results.ts'
import { useColumns } from './columns/use-columns.tsx'
import { resultsState } from './events/results-state.ts'
import type { DisplayedSearch } from './events/use-displayed-search.ts'
import type { useInteraction } from './events/use-interaction.ts'
import type { Rows } from './events/use-rows.ts'
import { type GridHandle, ResultsGrid } from './grid/ResultsGrid.tsx'
import type { RowContext } from './grid/row-context.ts'
import type { Selection } from './grid/use-selection.ts'
import { searchTerms } from './message/highlight.ts'
import { NewEventsButton } from './NewEventsButton.tsx'
import { NoResults } from './NoResults.tsx'
import { ResultsBar } from './ResultsBar.tsx'
import { SelectionBar } from './SelectionBar.tsx'

interface Props {
  search: WatchedQuery<'Search'>
  isInvalid: boolean
  displayed: DisplayedSearch
  /** Live updates pause while the user is in the list. */
  isHeld: boolean
  rows: Rows
  control: SearchControl
  listRef: RefObject<HTMLElement | null>
  scroller: RefObject<HTMLElement | null>
  gridRef: RefObject<GridHandle | null>
  interactionHandlers: ReturnType<typeof useInteraction>['handlers']
  narrow: boolean
  active: number | undefined
  selection: Selection
  expanded: ReadonlySet<string>
  onExpand: (id: string) => void
  onOpen: (id: string, index: number) => void
  onGoTo: (index: number, align?: 'auto' | 'start' | 'center') => void
  onKey: (event: KeyboardEvent) => void
  onShow: () => void
}

const rowHeights = { comfortable: 28, compact: 24 }

/** The results of a search: totals, order, export, and the events. */
export function Results(props: Props) {
  const { search, isInvalid, displayed, rows, control, selection } = props
  const { wrap, ansi, density } = usePreferences()
  const zone = useZone()
  const columnControl = useColumns()
  const { state, change } = control
  const [position, setPosition] = useState(0)
  const answer = displayed.answer
  const failure = search.error ?? answer?.error ?? rows.error
  const running = answer !== undefined && isRunning(answer)
  const shown = isInvalid ? undefined : resultsState(answer, rows.count, search.stale)
  const waiting = !failure && shown === 'waiting'
  const terms = useMemo(() => searchTerms(state.text), [state.text])
  // A range that may cover several days shows the days.
  const totals = answer?.results.totals
  const days =
    totals !== undefined &&
    dayText(totals.ts_from, zone) !== dayText(Math.max(totals.ts_from, totals.ts_to - 1), zone)

  const addressOf = useCallback(
    (event: EventRecord) => searchAddress({ ...state, event: event._id }),
    [state],
  )
  const { onOpen, onExpand } = props
  const { select } = selection
  const { columns } = columnControl
  const context = useMemo<RowContext>(
    () => ({ columns, zone, terms, wrap, ansi, days, addressOf, onOpen, onSelect: select, onExpand }),
    [columns, zone, terms, wrap, ansi, days, addressOf, onOpen, select, onExpand],
  )

  return (
    <section className="found" aria-label={resultTexts.title} aria-busy={waiting || running}>
      <ResultsBar
        search={search}
        isInvalid={isInvalid}
        isHeld={props.isHeld}
        rows={rows}
        position={props.active ?? position}
        control={control}
        onGoTo={props.onGoTo}
      />
      <SelectionBar selection={selection} />
      {/* The button for new events lies over the list, so pointing at it counts as being in the list. */}
      <div className="found-frame" {...props.interactionHandlers}>
        {displayed.waitingCount > 0 && (
          <NewEventsButton
            search={search}
            shown={rows.first}
            count={displayed.waitingCount}
            onShow={props.onShow}
          />
        )}
        <section
          ref={props.listRef}
          // An error is not faded, so that it stays readable.
          className={!failure && search.stale ? 'found-list stale' : 'found-list'}
          aria-label={resultTexts.list}
        >
          {isInvalid && <Notice title={resultTexts.invalidTitle}>{resultTexts.invalid}</Notice>}
          {!isInvalid && failure !== undefined && (
            <ErrorNotice
              title={
                running ? resultTexts.incomplete : rows.error ? resultTexts.rowsFailed : resultTexts.failed
              }
              error={failure}
              onRetry={rows.error ? rows.retry : search.retry}
            />
          )}
          {waiting && <Skeleton />}
          {!failure && shown === 'none' && <NoResults control={control} />}
          {!failure && shown === 'stopped' && (
            <Notice title={resultTexts.stoppedTitle}>
              {resultTexts.stoppedEarly}
              <div className="actions">
                <Button onClick={search.retry}>{resultTexts.searchAgain}</Button>
              </div>
            </Notice>
          )}
          {shown === 'searching' && (
            <Notice title={resultTexts.nothingYet}>{resultTexts.stillSearching}</Notice>
          )}
          {!isInvalid && rows.count > 0 && (
            <ResultsGrid
              rows={rows}
              context={context}
              columnControl={columnControl}
              sort={state.sort}
              onSort={sort => change({ sort })}
              rowHeight={rowHeights[density]}
              narrow={props.narrow}
              scroller={props.scroller}
              active={props.active}
              selection={selection}
              expanded={props.expanded}
              newIds={displayed.newIds}
              handleRef={props.gridRef}
              onKey={props.onKey}
              onPosition={setPosition}
            />
          )}
        </section>
      </div>
    </section>
  )
}

const skeletonRows = Array.from({ length: 14 }, (_, index) => index)

function Skeleton() {
  return (
    <div className="skeleton" aria-hidden="true">
      {skeletonRows.map(row => (
        <div key={row} style={{ width: `${92 - ((row * 37) % 45)}%` }} />
      ))}
    </div>
  )
}
