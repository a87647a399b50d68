import type { RefObject } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import type { EventRecord } from '../../schema/event-record.ts'
import { isRunning, type QueryAnswer } from '../api/queries.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { Notice } from '../components/Notice.tsx'
import { Pager } from '../components/Pager.tsx'
import { ExportMenu } from '../exports/ExportMenu.tsx'
import type { WatchedQuery } from '../live/use-live-query.ts'
import { sorts } from '../search/search-state.ts'
import type { SearchControl } from '../search/use-search-state.ts'
import { setPreferences, usePreferences } from '../state/preferences.ts'
import type { Fetched } from '../state/use-fetch.ts'
import { NewEventsButton } from './NewEventsButton.tsx'
import { NoResults } from './NoResults.tsx'
import { ResultsTable } from './ResultsTable.tsx'
import { TotalsLine } from './TotalsLine.tsx'
import type { DisplayedSearch } from './use-displayed-search.ts'
import type { useInteraction } from './use-interaction.ts'
import { ViewTabs } from './ViewTabs.tsx'

interface Props {
  search: WatchedQuery<'Search'>
  /** The query or a filter has an error, which is shown there. */
  isInvalid: boolean
  displayed: DisplayedSearch
  listRef: RefObject<HTMLElement | null>
  interactionHandlers: ReturnType<typeof useInteraction>['handlers']
  /** A page after the first. */
  page: Fetched<QueryAnswer<'Search'>> | undefined
  events: readonly EventRecord[]
  control: SearchControl
  selected: string | undefined
  onScrolled: (scrolled: boolean) => void
  onOpen: (id: string) => void
  onShow: () => void
}

/** The results of a search: totals, order, export, and the events. */
export function Results(props: Props) {
  const { search, isInvalid, displayed, listRef, page, events, control } = props
  const { wrap } = usePreferences()
  const { state, change } = control
  const found = displayed.answer?.results.events
  const failure = search.error ?? displayed.answer?.error ?? page?.error
  const waiting =
    !isInvalid && !failure && (found === undefined || (page !== undefined && page.value === undefined))
  const running = displayed.answer !== undefined && isRunning(displayed.answer)
  const leftOut = state.live ? (displayed.answer?.results.totals?.count ?? 0) - events.length : 0

  return (
    <section className="found" aria-label="Results" aria-busy={waiting || running}>
      <header className="found-bar">
        <ViewTabs view={state.view} onChange={view => change({ view })} />
        {!isInvalid && <TotalsLine search={search} />}
        <span className="grow" />
        <select
          className="field small"
          aria-label="Order"
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
        <IconButton
          icon="wrap"
          label="Wrap long messages"
          aria-pressed={wrap}
          onClick={() => setPreferences({ wrap: !wrap })}
        />
        <ExportMenu
          title="Events"
          queryId={search.stale ? undefined : search.answer?.query_id}
          query={search.request}
          rows={search.stale ? undefined : search.answer?.results.totals?.count}
          label="Export"
          className="button quiet small icon"
          content={<Icon name="download" />}
        />
        {leftOut > 0 && (
          <Button
            className="quiet small left-out"
            title="Live shows one page. Click to stop live and page through all events."
            onClick={() => change({ live: false })}
          >
            {exactNumber(leftOut)} more: show all
          </Button>
        )}
        {!state.live && (
          <Pager
            page={state.page}
            pages={found?.page_count ?? 1}
            onChange={next => {
              change({ page: next, event: undefined })
              listRef.current?.scrollTo({ top: 0 })
            }}
          />
        )}
      </header>
      <section
        ref={listRef}
        {...props.interactionHandlers}
        // An error is not faded: it has to be read.
        className={!failure && (search.stale || (page && !page.value)) ? 'found-list stale' : 'found-list'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Events"
        onScroll={event => props.onScrolled(event.currentTarget.scrollTop > 24)}
      >
        {displayed.waitingCount > 0 && (
          <NewEventsButton
            search={search}
            shown={events}
            count={displayed.waitingCount}
            onShow={props.onShow}
          />
        )}
        {isInvalid && <Notice title="Invalid search">The error is marked above.</Notice>}
        {!isInvalid && failure !== undefined && (
          <ErrorNotice
            title={running ? 'Search incomplete' : 'Search failed'}
            error={failure}
            onRetry={page?.error ? page.retry : search.retry}
          />
        )}
        {waiting && <Skeleton />}
        {!isInvalid && !waiting && !failure && events.length === 0 && !running && (
          <NoResults control={control} />
        )}
        {!isInvalid && !waiting && running && events.length === 0 && (
          <Notice title="No results yet">Older events are still being searched.</Notice>
        )}
        {!isInvalid && events.length > 0 && (
          <ResultsTable
            events={events}
            control={control}
            wrap={wrap}
            selected={props.selected}
            newIds={displayed.newIds}
            onOpen={props.onOpen}
          />
        )}
      </section>
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
