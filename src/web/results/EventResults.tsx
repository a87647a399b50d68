import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useKeys } from '../components/use-keys.ts'
import type { WatchedQuery } from '../live/use-live-query.ts'
import { useAddKnownTags } from '../search/known-tags.ts'
import type { SearchControl } from '../search/use-search-state.ts'
import { Results } from './Results.tsx'
import { useDisplayedSearch } from './use-displayed-search.ts'
import { useInteraction } from './use-interaction.ts'
import { usePage } from './use-page.ts'

const EventDrawer = lazy(async () => ({
  default: (await import('../event/EventDrawer.tsx')).EventDrawer,
}))

interface Props {
  search: WatchedQuery<'Search'>
  /** The query or a filter has an error, which is shown there. */
  isInvalid: boolean
  control: SearchControl
}

/** The events of a search, and the drawer of the open one. */
export function EventResults({ search, isInvalid, control }: Props) {
  const { state, change } = control
  const [scrolled, setScrolled] = useState(false)
  const [selected, setSelected] = useState<string>()
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
  // A selected row would pause live at once.
  useEffect(() => {
    if (state.live) setSelected(undefined)
  }, [state.live])

  // A focused button or link handles Enter itself.
  const openSelected = () =>
    !document.activeElement?.matches('a, button, [role=slider]') && selected !== undefined && open(selected)
  const closeOne = () => (state.event === undefined ? setSelected(undefined) : open(undefined))

  useKeys({ j: () => step(1), k: () => step(-1), Enter: openSelected, Escape: closeOne })

  return (
    <>
      <Results
        search={search}
        isInvalid={isInvalid}
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
      {state.event !== undefined && (
        <Suspense>
          <EventDrawer
            id={state.event}
            known={events.find(event => event._id === state.event)}
            text={state.text}
            onClose={() => open(undefined)}
            onStep={step}
          />
        </Suspense>
      )}
    </>
  )
}
