import { useMemo, useRef, useState } from 'react'
import { queryFault } from '../../filter/typed/query-fault.ts'
import { ArchiveBox } from '../archive/ArchiveBox.tsx'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { useKeys } from '../components/keys/use-keys.ts'
import { usePageTitle } from '../components/use-page-title.ts'
import { FieldPanel } from '../fields/FieldPanel.tsx'
import { RefreshContext, useLiveQuery } from '../live/use-live-query.ts'
import { ColumnProvider } from '../results/columns/use-columns.tsx'
import { EventResults } from '../results/EventResults.tsx'
import { Headline } from '../results/Headline.tsx'
import { Histogram } from '../results/histogram/Histogram.tsx'
import { ValueMenuProvider } from '../results/values/value-menu.tsx'
import { SavedSearchMenu } from '../saved-searches/SavedSearchMenu.tsx'
import { lazyComponent } from '../state/lazy-part.ts'
import { useZone } from '../state/preferences.ts'
import { searchPageTexts } from '../texts/search/results.ts'
import { TimeBar } from '../time/TimeBar.tsx'
import { AddFilterButton, SearchBox, type SearchBoxHandle } from './box/SearchBox.tsx'
import { SearchTools } from './SearchTools.tsx'
import { searchTitle } from './search-title.ts'
import { searchErrors } from './state/search-errors.ts'
import { searchRequest } from './state/search-requests.ts'
import { useSearchState } from './state/use-search-state.ts'

const PatternsView = lazyComponent(async () => (await import('../patterns/PatternsView.tsx')).PatternsView)
const ChangesView = lazyComponent(async () => (await import('../changes/ChangesView.tsx')).ChangesView)
const StatisticsView = lazyComponent(
  async () => (await import('../statistics/StatisticsView.tsx')).StatisticsView,
)

/**
 * The search page: query, filters and time range above, results below. The address holds all of its state.
 */
export function SearchPage() {
  const control = useSearchState()
  const { state, change } = control
  const zone = useZone()
  const input = useRef<SearchBoxHandle>(null)
  usePageTitle(searchTitle(state))
  const timeButton = useRef<HTMLButtonElement>(null)

  // An invalid query is marked in the box and not sent.
  const syntaxError = useMemo(() => queryFault(state.text), [state.text])
  const search = useLiveQuery(syntaxError ? undefined : searchRequest(state, zone), state.live)
  const errors = searchErrors(search.error, state)
  const isInvalid = syntaxError !== undefined || errors !== undefined
  /** The interval of refreshes that the user has chosen; 0: only by hand. */
  const [refreshSeconds, setRefreshSeconds] = useState(0)
  /** Number of refreshes. When it changes, the queries of the page other than `search` run again. */
  const [refreshes, setRefreshes] = useState(0)
  const refresh = () => {
    search.retry()
    setRefreshes(n => n + 1)
  }
  const tools = <SearchTools search={search} control={control} />
  const toggleLive = () => change({ live: !state.live })

  useKeys({
    '/': () => input.current?.focus(),
    t: () => timeButton.current?.click(),
    l: toggleLive,
    r: refresh,
  })

  return (
    <ColumnProvider control={control}>
      <ValueMenuProvider control={control}>
        <main className="search">
          <h1 className="unseen">{searchPageTexts.title}</h1>
          <div className="search-bar">
            <SavedSearchMenu control={control} />
            <SearchBox control={control} errors={errors} handle={input} onRetry={search.retry} />
            <AddFilterButton control={control} />
            <TimeBar
              range={state.range}
              buttonRef={timeButton}
              onChange={range => change({ range, unzoomed: undefined })}
              refresh={{ seconds: refreshSeconds, onChange: setRefreshSeconds, onRefresh: refresh }}
            />
            <ArchiveBox control={control} />
            <Button
              className="live-button"
              aria-pressed={state.live}
              disabled={'from' in state.range}
              title={'from' in state.range ? searchPageTexts.notLive : searchPageTexts.liveHint}
              onClick={toggleLive}
            >
              <Icon name={state.live ? 'pause' : 'play'} size={14} /> {searchPageTexts.live}
            </Button>
          </div>
          <RefreshContext value={refreshes}>
            <Histogram
              control={control}
              isInvalid={syntaxError !== undefined}
              headline={!isInvalid && <Headline search={search} />}
            />
            <div className="search-body">
              <FieldPanel control={control} isInvalid={isInvalid} />
              {state.view === 'patterns' && (
                <PatternsView control={control} isInvalid={isInvalid} tools={tools} />
              )}
              {state.view === 'statistics' && (
                <StatisticsView control={control} isInvalid={isInvalid} tools={tools} />
              )}
              {state.view === 'changes' && (
                <ChangesView control={control} isInvalid={isInvalid} tools={tools} />
              )}
              {state.view === 'events' && (
                <EventResults search={search} isInvalid={isInvalid} control={control} tools={tools} />
              )}
            </div>
          </RefreshContext>
        </main>
      </ValueMenuProvider>
    </ColumnProvider>
  )
}
