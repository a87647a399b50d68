import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { useKeys } from '../components/use-keys.ts'
import { useNarrow } from '../components/use-narrow.ts'
import { EventDrawer } from '../event/EventDrawer.tsx'
import { useLiveQuery } from '../live/use-live-query.ts'
import { setPreferences, usePreferences, useZone } from '../state/preferences.ts'
import { TimePicker } from '../time/TimePicker.tsx'
import { AmbiguousTerms } from './AmbiguousTerms.tsx'
import { Facet } from './Facets.tsx'
import { Histogram } from './Histogram.tsx'
import { useAddKnownTags } from './known-tags.ts'
import { Pills } from './Pills.tsx'
import { withPill } from './pill.ts'
import { QueryBox } from './QueryBox.tsx'
import { queryFault } from './query-fault.ts'
import { Results } from './Results.tsx'
import { searchErrors } from './search-errors.ts'
import { facetFields, facetRequest, rateRequest, searchRequest } from './search-requests.ts'
import { useDisplayedSearch } from './use-displayed-search.ts'
import { useInteraction } from './use-interaction.ts'
import { usePage } from './use-page.ts'
import { useSearchState } from './use-search-state.ts'
import { useTypedSearch } from './use-typed-search.ts'
import { ValueMenuProvider } from './value-menu.tsx'

/** The search page: query, filters and time range above, events below. The address holds all of its state. */
export function SearchPage() {
  const control = useSearchState()
  const { state, change, addPill } = control
  const zone = useZone()
  const prefersFacets = usePreferences().facets
  const narrow = useNarrow()
  const [unfolded, setUnfolded] = useState(false)
  // On a narrow window open facets would push the results out of sight.
  const facets = narrow ? unfolded : prefersFacets
  const input = useRef<HTMLInputElement>(null)
  const time = useRef<HTMLButtonElement>(null)
  const [scrolled, setScrolled] = useState(false)
  const [selected, setSelected] = useState<string>()

  // An invalid query is marked in the box and not sent.
  const syntaxError = useMemo(() => queryFault(state.text), [state.text])
  const validState = syntaxError ? undefined : state
  const search = useLiveQuery(validState && searchRequest(validState, zone), state.live)
  const rate = useLiveQuery(validState && rateRequest(validState, zone), state.live)
  const severities = useLiveQuery(validState && facetRequest(validState, zone, 'severity'), state.live)
  const hosts = useLiveQuery(validState && facetRequest(validState, zone, 'host'), state.live)
  const programs = useLiveQuery(validState && facetRequest(validState, zone, 'program'), state.live)
  const mnemonics = useLiveQuery(validState && facetRequest(validState, zone, 'cisco_mnemonic'), state.live)
  const facetQueries = { severity: severities, host: hosts, program: programs, cisco_mnemonic: mnemonics }

  const errors = searchErrors(search.error, state)
  const typed = useTypedSearch(control, search.retry)

  const list = useRef<HTMLElement>(null)
  const { isInUse, handlers } = useInteraction(list)
  // Rows do not move while somebody scrolls, points at, marks or selects one.
  const busy = scrolled || isInUse || selected !== undefined || state.event !== undefined
  const paused = state.live && busy
  const displayed = useDisplayedSearch(search.stale ? undefined : search.answer, paused)
  const page = usePage(search, displayed.answer, state.live ? 1 : state.page)
  const isLaterPage = !state.live && state.page > 1
  const events = (isLaterPage ? page.value : displayed.answer)?.results.events?.objects ?? []

  useAddKnownTags(events)

  const latest = useRef({ change, events, selected })
  useEffect(() => {
    latest.current = { change, events, selected }
  })
  const open = useCallback((id: string | undefined) => {
    if (id !== undefined) setSelected(id)
    latest.current.change({ event: id }, true)
  }, [])
  const move = useCallback((by: number, from: string | undefined): string | undefined => {
    const list = latest.current.events
    const at = list.findIndex(event => event._id === from)
    const to = list[at < 0 ? 0 : Math.max(0, Math.min(list.length - 1, at + by))]?._id
    setSelected(to)
    return to
  }, [])
  const step = (by: number) => {
    const to = move(by, state.event ?? selected)
    if (state.event !== undefined && to !== undefined) open(to)
  }

  const showNewest = () => {
    displayed.accept()
    setSelected(undefined)
    list.current?.scrollTo({ top: 0 })
    if (state.event !== undefined) change({ event: undefined }, true)
  }
  const toggleLive = () => {
    // A selected row would pause live at once.
    setSelected(undefined)
    change({ live: !state.live })
  }

  // A focused button or link handles Enter itself.
  const openSelected = () =>
    !document.activeElement?.matches('a, button, [role=slider]') && selected !== undefined && open(selected)
  const closeOne = () => (state.event === undefined ? setSelected(undefined) : open(undefined))

  useKeys({
    '/': () => input.current?.focus(),
    t: () => time.current?.click(),
    j: () => step(1),
    k: () => step(-1),
    l: toggleLive,
    r: () => search.retry(),
    Enter: openSelected,
    Escape: closeOne,
  })

  return (
    <ValueMenuProvider onFilter={addPill}>
      <main className="search" onScroll={event => setScrolled(event.currentTarget.scrollTop > 320)}>
        <h1 className="unseen">Search</h1>
        <div className="search-bar">
          <QueryBox text={state.text} inputRef={input} error={errors?.text} onRun={typed.run} />
          <TimePicker
            range={state.range}
            buttonRef={time}
            onChange={range => change({ range, unzoomed: undefined })}
          />
          <Button
            className="live-button"
            aria-pressed={state.live}
            disabled={'from' in state.range}
            title={'from' in state.range ? 'Live needs a relative time range' : 'Update as events arrive (l)'}
            onClick={toggleLive}
          >
            <Icon name={state.live ? 'pause' : 'play'} size={14} /> Live
          </Button>
        </div>
        <AmbiguousTerms
          filterTerms={typed.filterTerms}
          textTerms={typed.textTerms}
          onSearchAsText={typed.searchAsText}
          onFilter={(text, pill) => change({ text, pills: withPill(state.pills, pill) })}
          onQuote={text => change({ text })}
        />
        <Pills pills={state.pills} errors={errors?.pills} onChange={pills => change({ pills })} />
        <Histogram rate={rate} severities={severities} control={control} />
        <div className={facets ? 'search-body' : 'search-body no-facets'}>
          <aside className="facets" aria-label="Top values">
            <button
              type="button"
              className="facets-toggle"
              aria-expanded={facets}
              onClick={() => (narrow ? setUnfolded(!facets) : setPreferences({ facets: !facets }))}
            >
              <Icon name={!facets ? 'filter' : narrow ? 'up' : 'left'} size={14} />
              <span className={facets || narrow ? undefined : 'unseen'}>Top values</span>
            </button>
            {facets &&
              facetFields.map(field => <Facet key={field} field={field} query={facetQueries[field]} />)}
          </aside>
          <Results
            search={search}
            isInvalid={syntaxError !== undefined || errors !== undefined}
            displayed={displayed}
            listRef={list}
            interactionHandlers={handlers}
            page={isLaterPage ? page : undefined}
            events={events}
            control={control}
            selected={state.event ?? selected}
            onScrolled={setScrolled}
            onOpen={open}
            onShow={showNewest}
          />
        </div>
        {state.event !== undefined && (
          <EventDrawer
            id={state.event}
            known={events.find(event => event._id === state.event)}
            text={state.text}
            onClose={() => open(undefined)}
            onStep={step}
          />
        )}
      </main>
    </ValueMenuProvider>
  )
}
