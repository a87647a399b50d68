import type { RefObject } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import type { EventRecord } from '../../schema/event-record.ts'
import { ExportMenu } from '../exports/ExportMenu.tsx'
import type { WatchedQuery } from '../live/use-live-query.ts'
import { Icon } from '../parts/Icon.tsx'
import { Notice } from '../parts/Notice.tsx'
import { prefer, usePreferences } from '../state/preferences.ts'
import type { Reading } from '../state/use-read.ts'
import { type Answer, isRunning } from '../wire/queries.ts'
import { saidBy } from '../wire/wire-error.ts'
import { Newcomers } from './Newcomers.tsx'
import { NothingFound } from './NothingFound.tsx'
import { Pager } from './Pager.tsx'
import { ResultsTable } from './ResultsTable.tsx'
import { sorts } from './search-state.ts'
import { TotalsLine } from './TotalsLine.tsx'
import type { useHeld } from './use-held.ts'
import type { SearchControl } from './use-search-state.ts'
import type { Shown } from './use-shown.ts'

interface Props {
  search: WatchedQuery<'Search'>
  /** The search box or a filter is marked as wrong: it says there what is wrong. */
  unreadable: boolean
  shown: Shown
  listRef: RefObject<HTMLElement | null>
  /** What notices that somebody is busy with the list. */
  hold: ReturnType<typeof useHeld>['handlers']
  /** The reading of a later page, when one is looked at. */
  page: Reading<Answer<'Search'>> | undefined
  events: readonly EventRecord[]
  control: SearchControl
  selected: string | undefined
  onScrolled: (scrolled: boolean) => void
  onOpen: (id: string) => void
  /** Shows what has come in, while the list is held. */
  onShow: () => void
}

/** What was found: how much, how it is ordered, and the events. */
export function Results({
  search,
  unreadable,
  shown,
  listRef,
  hold,
  page,
  events,
  control,
  selected,
  onScrolled,
  onOpen,
  onShow,
}: Props) {
  const { wrap } = usePreferences()
  const { state, change } = control
  const found = shown.answer?.results.events
  const failure = search.error ?? shown.answer?.error ?? page?.error
  const waiting =
    !unreadable && !failure && (found === undefined || (page !== undefined && page.value === undefined))
  const running = shown.answer !== undefined && isRunning(shown.answer)
  const leftOut = state.live ? (shown.answer?.results.totals?.count ?? 0) - events.length : 0

  return (
    <section className="found" aria-label="Results" aria-busy={waiting || running}>
      <header className="found-bar">
        {!unreadable && <TotalsLine search={search} />}
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
        <button
          type="button"
          className="button quiet small icon"
          aria-pressed={wrap}
          aria-label="Wrap long messages"
          title="Wrap long messages"
          onClick={() => prefer({ wrap: !wrap })}
        >
          <Icon name="wrap" />
        </button>
        <ExportMenu
          title="Events"
          queryId={search.stale ? undefined : search.answer?.query_id}
          ask={search.ask}
          rows={search.stale ? undefined : search.answer?.results.totals?.count}
          label="Export"
          className="button quiet small icon"
          face={<Icon name="download" />}
        />
        {leftOut > 0 && (
          <button
            type="button"
            className="button quiet small left-out"
            title="Live lists one page. Stops live and shows all events in pages."
            onClick={() => change({ live: false })}
          >
            {exactNumber(leftOut)} more: show all
          </button>
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
        {...hold}
        // What went wrong is to be read: it is not faded.
        className={!failure && (search.stale || (page && !page.value)) ? 'found-list stale' : 'found-list'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Events"
        onScroll={event => onScrolled(event.currentTarget.scrollTop > 24)}
      >
        {shown.waiting > 0 && (
          <Newcomers search={search} shown={events} waiting={shown.waiting} onShow={onShow} />
        )}
        {unreadable && <Notice title="The search cannot be asked">What is wrong is marked above.</Notice>}
        {!unreadable && failure !== undefined && (
          <Notice title={running ? 'The search is not complete' : 'The search did not work'} bad>
            {saidOf(failure)}
            <div className="actions">
              <button type="button" className="button" onClick={page?.error ? page.retry : search.retry}>
                Try again
              </button>
            </div>
          </Notice>
        )}
        {waiting && <Skeleton />}
        {!unreadable && !waiting && !failure && events.length === 0 && !running && (
          <NothingFound control={control} />
        )}
        {!unreadable && !waiting && running && events.length === 0 && (
          <Notice title="Nothing found yet">Older events are still being looked through.</Notice>
        )}
        {!unreadable && events.length > 0 && (
          <ResultsTable
            events={events}
            control={control}
            wrap={wrap}
            selected={selected}
            fresh={shown.fresh}
            onOpen={onOpen}
          />
        )}
      </section>
    </section>
  )
}

/** Either something thrown or the error member of a query that failed. */
function saidOf(failure: unknown): string {
  if (typeof failure === 'object' && failure !== null && 'detail' in failure) return String(failure.detail)
  return saidBy(failure)
}

const rows = Array.from({ length: 14 }, (_, index) => index)

function Skeleton() {
  return (
    <div className="skeleton" aria-hidden="true">
      {rows.map(row => (
        <div key={row} style={{ width: `${92 - ((row * 37) % 45)}%` }} />
      ))}
    </div>
  )
}
