import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useKeys } from '../components/keys/use-keys.ts'
import { useNarrow } from '../components/use-narrow.ts'
import type { WatchedQuery } from '../live/use-live-query.ts'
import { useAddKnownTags } from '../search/completion/use-range-tags.ts'
import { pageRows } from '../search/state/search-requests.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { lazyComponent } from '../state/lazy-part.ts'
import { useDisplayedSearch } from './events/use-displayed-search.ts'
import { useInteraction } from './events/use-interaction.ts'
import { useRows } from './events/use-rows.ts'
import { gridMove } from './grid/grid-keys.ts'
import { type GridHandle, useSelection } from './grid/ResultsGrid.tsx'
import { Results } from './Results.tsx'

const EventDrawer = lazyComponent(async () => (await import('../event/EventDrawer.tsx')).EventDrawer)

interface Props {
  search: WatchedQuery<'Search'>
  /** The query or a filter has an error, so the search cannot run. */
  isInvalid: boolean
  control: SearchControl
  /** Buttons for the bar above the rows. */
  tools: ReactNode
}

/** Live updates pause when the list is scrolled further than this; new rows may move it a little. */
const maxUnscrolledPx = 24

/**
 * The events of a search as a list, and the drawer with the details of the open event. Owns what the user
 * does in the list: the active row, the selection, expanded rows, and the pause of live updates.
 */
export function EventResults({ search, isInvalid, control, tools }: Props) {
  const { state, change } = control
  const narrow = useNarrow()
  const [scrolled, setScrolled] = useState(false)
  /** The row that keys act on: the last row that the user opened or went to. */
  const [active, setActive] = useState<{ index: number; id: string }>()
  const list = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLElement>(null)
  const grid = useRef<GridHandle>(null)
  const { isInUse, handlers } = useInteraction(list)

  // Live updates pause (`isHeld`) while the user scrolls, points at, marks, selects or walks through rows, so
  // that rows do not move. `hasSelection` is a state, because the selection depends on the rows, and the rows
  // depend on the pause.
  const [hasSelection, setHasSelection] = useState(false)
  const isBusy = scrolled || isInUse || hasSelection || active !== undefined || state.event !== undefined
  const isHeld = state.live && isBusy
  /**
   * Identifies the search: answers to another one replace the rows at once, even while live updates pause.
   */
  const question = search.request && JSON.stringify(search.request)
  const answer = useCurrentAnswer(search, question)
  const displayed = useDisplayedSearch(answer, isHeld, question)
  const rows = useRows(search, displayed.answer, state.live)
  const selection = useSelection(rows.at)
  useEffect(() => setHasSelection(selection.events.size > 0), [selection])
  useAddKnownTags(rows.first)

  // On a narrow window the page scrolls, not the list.
  useEffect(() => {
    scroller.current = narrow ? (list.current?.closest('main') ?? null) : list.current
    const element = scroller.current
    if (!element) return
    const top = () => (narrow ? (list.current?.offsetTop ?? 0) : 0)
    const update = () => setScrolled(element.scrollTop - top() > maxUnscrolledPx)
    update()
    element.addEventListener('scroll', update, { passive: true })
    return () => element.removeEventListener('scroll', update)
  }, [narrow])

  // Live updates move rows: the id shows where a row is now.
  const activeIndex = useMemo(() => {
    if (!active) return undefined
    if (rows.at(active.index)?._id === active.id) return active.index
    const index = rows.first.findIndex(event => event._id === active.id)
    return index < 0 ? undefined : index
  }, [active, rows])

  const openEvent = useCallback(
    (id: string | undefined, index?: number) => {
      if (id !== undefined && index !== undefined) setActive({ id, index })
      change({ event: id }, true)
    },
    [change],
  )
  const goTo = useCallback(
    (index: number, align?: 'auto' | 'start' | 'center') => {
      const id = rows.at(index)?._id
      setActive(id === undefined ? undefined : { id, index })
      grid.current?.scrollTo(index, align)
      return id
    },
    [rows],
  )
  const isDrawerOpen = state.event !== undefined
  /** Moves the active row by a number of rows. An open drawer then shows its event. */
  const step = (by: number) => {
    // Without an active row, starts at the open event, else at the first row in view.
    const from = activeIndex ?? rows.first.findIndex(({ _id }) => _id === state.event)
    const to = from < 0 ? (grid.current?.firstInView() ?? 0) : from + by
    const id = goTo(Math.max(0, Math.min(rows.count - 1, to)))
    if (isDrawerOpen && id !== undefined) openEvent(id)
  }

  const showNewest = () => {
    displayed.accept()
    setActive(undefined)
    selection.clear()
    list.current?.scrollTo({ top: 0 })
    if (narrow && list.current)
      scroller.current?.scrollTo({ top: Math.min(scroller.current.scrollTop, list.current.offsetTop) })
    if (document.activeElement instanceof HTMLElement && list.current?.contains(document.activeElement))
      document.activeElement.blur()
    if (isDrawerOpen) change({ event: undefined }, true)
  }
  // Another search has other rows. When live updates start, an active row would pause them at once.
  const { clear } = selection
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    setActive(undefined)
    clear()
    list.current?.scrollTo({ top: 0 })
  }, [question, state.live, clear])

  // Links of earlier versions of this page name a page of the results: scrolls to its first row.
  const startRow = useRef((state.page - 1) * pageRows)
  useEffect(() => {
    if (startRow.current === 0 || rows.count <= startRow.current) return
    grid.current?.scrollTo(startRow.current, 'start')
    startRow.current = 0
  }, [rows.count])

  /** Handles keys while the list has the focus. */
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.metaKey || event.altKey || event.ctrlKey) return
    if (event.key === ' ' && activeIndex !== undefined) selection.select(activeIndex, event.shiftKey)
    else if (event.key === 'ArrowRight' && active) expand(active.id, true)
    else if (event.key === 'ArrowLeft' && active) expand(active.id, false)
    else {
      const to = gridMove(event.key, {
        activeRow: activeIndex,
        rowCount: rows.count,
        rowsInView: grid.current?.rowsInView() ?? 1,
        firstInView: grid.current?.firstInView() ?? 0,
      })
      if (to === undefined) return
      goTo(to)
      if (event.shiftKey) selection.select(to, true)
    }
    event.preventDefault()
    event.stopPropagation()
  }

  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const expand = useCallback((id: string, isExpanded?: boolean) => {
    setExpanded(before => {
      const next = new Set(before)
      if (isExpanded ?? !before.has(id)) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])

  // A focused button or link handles Enter itself.
  const openActive = () =>
    !document.activeElement?.matches('a, button, input, [role=slider]') && active
      ? openEvent(active.id)
      : false
  // Escape closes or deselects one thing at a time.
  const closeOne = () => {
    if (isDrawerOpen) openEvent(undefined)
    else if (selection.events.size > 0) selection.clear()
    else setActive(undefined)
  }
  useKeys({ j: () => step(1), k: () => step(-1), Enter: openActive, Escape: closeOne })

  const known = rows.first.find(event => event._id === state.event)
  return (
    <>
      <Results
        search={search}
        isInvalid={isInvalid}
        displayed={displayed}
        isHeld={isHeld}
        rows={rows}
        control={control}
        tools={tools}
        listRef={list}
        scroller={scroller}
        gridRef={grid}
        interactionHandlers={handlers}
        narrow={narrow}
        active={activeIndex}
        selection={selection}
        expanded={expanded}
        onExpand={expand}
        onOpen={openEvent}
        onGoTo={goTo}
        onKey={onKey}
        onShow={showNewest}
      />
      {state.event !== undefined && (
        <EventDrawer
          id={state.event}
          known={known ?? (activeIndex === undefined ? undefined : rows.at(activeIndex))}
          control={control}
          onClose={() => openEvent(undefined)}
          onStep={step}
        />
      )}
    </>
  )
}

/**
 * The answer to the current question; undefined before the first one. When the service has forgotten the
 * search and it runs again, the previous answer stays until the next.
 */
function useCurrentAnswer(search: WatchedQuery<'Search'>, question: string | undefined) {
  const [answered, setAnswered] = useState(question)
  if (!search.stale && search.answer && answered !== question) setAnswered(question)
  return search.stale && answered !== question ? undefined : search.answer
}
