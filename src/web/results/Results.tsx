import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useMemo, useState } from 'react'
import { dayText } from '../../charts/time-text.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import { isRunning } from '../api/queries.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { Notice } from '../components/Notice.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { copyText } from '../components/toast.tsx'
import { fileNameOf } from '../files/file-name.ts'
import { saveFile } from '../files/save-file.ts'
import { useLiveQuery, type WatchedQuery } from '../live/use-live-query.ts'
import { pageRows } from '../search/state/search-requests.ts'
import { searchAddress } from '../search/state/search-state.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { usePreferences, useZone } from '../state/preferences.ts'
import { resultTexts, rowTexts } from '../texts/search/results.ts'
import { useColumns } from './columns/use-columns.tsx'
import { eventLines, eventsCurl, eventsJson } from './events/copy-events.ts'
import { newEventsText, newerEventsRequest } from './events/new-events.ts'
import { resultsState } from './events/results-state.ts'
import type { DisplayedSearch } from './events/use-displayed-search.ts'
import type { useInteraction } from './events/use-interaction.ts'
import type { Rows } from './events/use-rows.ts'
import { type GridContext, type GridHandle, ResultsGrid, type Selection } from './grid/ResultsGrid.tsx'
import { searchTerms } from './message/highlight.ts'
import { NoResults } from './NoResults.tsx'
import { ResultsBar } from './ResultsBar.tsx'

interface Props {
  search: WatchedQuery<'Search'>
  /** The query or a filter has an error, so the search cannot run. */
  isInvalid: boolean
  /** The answer that the rows show. While live updates pause, it is older than the answer of `search`. */
  displayed: DisplayedSearch
  /** Whether live updates pause, because the user is in the list. */
  isHeld: boolean
  rows: Rows
  control: SearchControl
  /** Buttons for the bar above the rows. */
  tools: ReactNode
  listRef: RefObject<HTMLElement | null>
  /** The element that scrolls: the list, or the page if the window is narrow. */
  scroller: RefObject<HTMLElement | null>
  gridRef: RefObject<GridHandle | null>
  interactionHandlers: ReturnType<typeof useInteraction>['handlers']
  narrow: boolean
  /** Index of the row that keys act on. */
  active: number | undefined
  selection: Selection
  /** Ids of events whose rows show the full message. */
  expanded: ReadonlySet<string>
  onExpand: (id: string) => void
  onOpen: (id: string, index: number) => void
  onGoTo: (index: number, align?: 'auto' | 'start' | 'center') => void
  onKey: (event: KeyboardEvent) => void
  /** Shows the newest events. */
  onShow: () => void
}

/** Height of a row in pixels, by the preference `density`. */
const rowHeights = { comfortable: 28, compact: 22 }

/** The events of a search below a bar with their tools, or a notice that says why there are no events. */
export function Results(props: Props) {
  const { search, isInvalid, displayed, rows, control, selection } = props
  const { wrap, ansi, density } = usePreferences()
  const zone = useZone()
  const columnControl = useColumns()
  const { state, change } = control
  /** Index of the first row in view. */
  const [position, setPosition] = useState(0)
  const answer = displayed.answer
  const searchFailure = search.error ?? answer?.error
  const failure = searchFailure ?? rows.error
  const running = answer !== undefined && isRunning(answer)
  let failureTitle = searchFailure ? resultTexts.failed : resultTexts.rowsFailed
  if (running) failureTitle = resultTexts.incomplete
  const resultState = isInvalid ? undefined : resultsState(answer, rows.count, search.stale)
  const waiting = !failure && resultState === 'waiting'
  const terms = useMemo(() => searchTerms(state.text), [state.text])
  // Times need their date if the range may cover several days.
  const totals = answer?.results.totals
  const showsDay =
    totals !== undefined &&
    dayText(totals.ts_from, zone) !== dayText(Math.max(totals.ts_from, totals.ts_to - 1), zone)

  const addressOf = useCallback(
    (event: EventRecord) => searchAddress({ ...state, event: event._id }),
    [state],
  )
  const { onOpen, onExpand } = props
  const { select } = selection
  const { columns } = columnControl
  const context = useMemo<GridContext>(
    () => ({ columns, zone, terms, wrap, ansi, showsDay, addressOf, onOpen, onSelect: select, onExpand }),
    [columns, zone, terms, wrap, ansi, showsDay, addressOf, onOpen, select, onExpand],
  )

  return (
    <section className="found column" aria-label={resultTexts.title} aria-busy={waiting || running}>
      <ResultsBar
        search={search}
        isInvalid={isInvalid}
        isHeld={props.isHeld}
        rows={rows}
        position={props.active ?? position}
        control={control}
        tools={props.tools}
        onGoTo={props.onGoTo}
      />
      <SelectionBar selection={selection} />
      {/* The button for new events lies over the list, so pointing at it counts as being in the list. */}
      <div className="found-frame column" {...props.interactionHandlers}>
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
              title={failureTitle}
              error={failure}
              onRetry={searchFailure ? search.retry : rows.retry}
            />
          )}
          {waiting && <Skeleton rows={14} />}
          {!failure && resultState === 'none' && <NoResults control={control} />}
          {!failure && resultState === 'stopped' && (
            <Notice title={resultTexts.stoppedTitle}>
              {resultTexts.stoppedEarly}
              <div className="actions">
                <Button onClick={search.retry}>{resultTexts.searchAgain}</Button>
              </div>
            </Notice>
          )}
          {!failure && resultState === 'searching' && (
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

/** Copies or saves the selected events; nothing if no event is selected. */
function SelectionBar({ selection }: { selection: Selection }) {
  const zone = useZone()
  const events = [...selection.events.values()]
  if (events.length === 0) return null
  const save = () => {
    const name = fileNameOf(resultTexts.exportTitle, Date.now() / 1000, zone)
    saveFile(new Blob([JSON.stringify(events, null, 2)], { type: 'application/json' }), `${name}.json`)
  }
  return (
    <section className="selection-bar wrap-row gap-6" aria-label={rowTexts.selection}>
      <b className="number" role="status">
        {rowTexts.selected(events.length)}
      </b>
      <Button className="small" onClick={() => void copyText(eventLines(events, zone))}>
        <Icon name="copy" size={13} /> {rowTexts.copyLines}
      </Button>
      <Button className="small" onClick={() => void copyText(eventsJson(events))}>
        {rowTexts.copyJson}
      </Button>
      <Button className="small" onClick={() => void copyText(eventsCurl(events, location.origin))}>
        {rowTexts.copyCurl}
      </Button>
      <Button className="small" onClick={save}>
        <Icon name="download" size={13} /> {rowTexts.saveJson}
      </Button>
      <IconButton icon="close" label={rowTexts.clear} iconSize={13} onClick={selection.clear} />
    </section>
  )
}

interface NewEventsButtonProps {
  search: WatchedQuery<'Search'>
  /** Events that the list shows. */
  shown: readonly EventRecord[]
  /** Number of new events on the newest page. */
  count: number
  onShow: () => void
}

/** Shows the number of new events; a click shows the events. */
function NewEventsButton({ search, shown, count, onShow }: NewEventsButtonProps) {
  // If a page is full of new events, the service counts all of them.
  const { request } = search
  const newerEvents = useLiveQuery(
    count >= pageRows && request ? newerEventsRequest(request, shown) : undefined,
    true,
  )
  const counted = newerEvents.stale ? undefined : newerEvents.answer?.results.totals?.count
  return (
    <button type="button" className="newcomers" onClick={onShow}>
      <Icon name="up" size={14} /> {newEventsText(count, pageRows, counted)}
    </button>
  )
}
