import { type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { printable } from '../../../charts/printable.ts'
import { clockText, lengthText } from '../../../charts/time-text.ts'
import { errorText } from '../../api/http/api-error.ts'
import { accessToken, setAccessToken } from '../../api/http/request.ts'
import { Notice } from '../../components/Notice.tsx'
import { useNow } from '../../components/use-now.ts'
import { usePageTitle } from '../../components/use-page-title.ts'
import { LiveContext } from '../../live/use-live-query.ts'
import { useLocation } from '../../state/location.ts'
import { useZone } from '../../state/preferences.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { inReadingOrder } from '../builder/editing.ts'
import { readOpenState } from '../draft/address.ts'
import { type Draft, draftOf, titleOf } from '../draft/draft.ts'
import { gridCells, groupsOf, headingRows, unfoldedCells } from '../draft/groups.ts'
import { gridGap, headingHeight, rowCount } from '../draft/layout.ts'
import { overview } from '../draft/overview.ts'
import { DashboardGrid } from '../grid/DashboardGrid.tsx'
import { variableText } from '../variables/variable-text.ts'
import { chosenVariables, variableLabel } from '../variables/variables.ts'
import { useDashboard, useDataAge, useWidgetContext } from '../view/use-dashboard.ts'
import { readTvPlan, tokensOfFragment } from './tv-address.ts'
import '../grid/dashboard.css'
import '../grid/dashboard-tv.css'

/** Minimum height of a row on TV. */
const minRowPx = 190
/** Time before the next screen of a long dashboard. */
const screenSeconds = 12

const { tv: texts } = dashboardTexts
/** Interval of reading the dashboard again: another user may change it. */
const refetchMs = 30_000
/** If the page has had no connection for longer, a banner says so. */
const maxAgeSeconds = 45

/** Dashboards on a wall screen: nothing to click, one after the other, forever. */
export function TvPage({ id }: { id: number | 'overview' }) {
  const { query } = useLocation()
  // The overview does not use the ids of the plan.
  const plan = useMemo(() => readTvPlan(typeof id === 'number' ? id : 0, query), [id, query])
  const connection = useContext(LiveContext)
  const [tokens] = useState(() => tokensOfFragment(location.hash))
  const index = useRotation(plan.ids.length, plan.everySeconds, next => {
    if (tokens.length < 2) return
    // Each token reads one dashboard.
    setAccessToken(tokens[next])
    connection.close()
    connection.connect()
  })
  const shownId = id === 'overview' ? id : (plan.ids[index] ?? id)
  useWakeLock()
  return <TvDashboard key={`${shownId}`} id={shownId} index={index} count={plan.ids.length} />
}

interface Props {
  id: number | 'overview'
  index: number
  count: number
}

/** One dashboard on a wall screen. `index` and `count`: its place in the rotation. */
function TvDashboard({ id, index, count }: Props) {
  const { query } = useLocation()
  const zone = useZone()
  const now = useNow(1)
  const page = useRef<HTMLElement>(null)
  const { dashboard, error, refetch } = useDashboard(id, refetchMs)
  const draft = useMemo((): Draft | undefined => {
    if (id === 'overview') return overview
    return dashboard && inReadingOrder(draftOf(dashboard))
  }, [id, dashboard])
  // A token reads the widgets as saved, not with another range or value.
  const state = useMemo(() => readOpenState(accessToken() === undefined ? query : ''), [query])
  // The context needs a draft even before the dashboard is read; no widget is shown until then.
  const shownDraft = draft ?? overview
  const base = useWidgetContext({ stored: shownDraft, draft: shownDraft, state, onLost: refetch })
  const context = useMemo(() => ({ ...base, isEager: true, canDrill: false }), [base])
  const age = useDataAge(now, error === undefined)
  const title = draft ? printable(titleOf(draft)) : ''
  const { rows, headings } = useMemo(() => {
    if (!draft) return { rows: 0, headings: 0 }
    const groups = groupsOf(draft.config)
    const cells = unfoldedCells(gridCells(draft), groups, ({ folded }) => folded === true, false)
    const headings = headingRows(cells, groups).length
    return { rows: rowCount(cells) - headings, headings }
  }, [draft])
  useScreens(page, rows, headings)
  usePageTitle(texts.title(title))
  return (
    <main ref={page} className="dash-tv">
      <header className="dash-tv-bar">
        <h1 className="one-line">{title}</h1>
        {chosenVariables(draft?.config ?? {}, state.values).map(variable => (
          <span key={variable.name} className="dash-tv-variable one-line">
            <span className="soft">{printable(variableLabel(variable))}</span> {variableText(variable)}
          </span>
        ))}
        {count > 1 && <span className="soft">{texts.position(index + 1, count)}</span>}
        <span className="grow" />
        <span className="number">{clockText(now, zone)}</span>
      </header>
      {age > maxAgeSeconds && (
        <p className="dash-tv-stale" role="alert">
          {texts.stale(lengthText(age))}
        </p>
      )}
      {draft && <DashboardGrid title={title} draft={draft} context={context} isTv />}
      {!draft && error !== undefined && (
        <Notice title={texts.failed} bad>
          {errorText(error)}
          <p>{texts.failedHint}</p>
        </Notice>
      )}
    </main>
  )
}

/**
 * The index of the current dashboard of `count`; moves to the next every `everySeconds`. `onTurn` is called
 * before each move, with the next index.
 */
function useRotation(count: number, everySeconds: number, onTurn: (next: number) => void): number {
  const [index, setIndex] = useState(0)
  const latest = useRef({ index, onTurn })
  latest.current = { index, onTurn }
  useEffect(() => {
    if (count < 2) return
    const timer = setInterval(() => {
      const next = (latest.current.index + 1) % count
      latest.current.onTurn(next)
      setIndex(next)
    }, everySeconds * 1_000)
    return () => clearInterval(timer)
  }, [count, everySeconds])
  return index % Math.max(1, count)
}

/**
 * Fits the rows of a dashboard to the screen: `--dash-row` of the element is the height of a row. `headings`:
 * number of rows with headings of groups, which are not in `rows`. A dashboard with more rows is scrolled
 * screen by screen; the last tenth of a screen stays visible on the next.
 */
function useScreens(page: RefObject<HTMLElement | null>, rows: number, headings: number): void {
  useEffect(() => {
    const element = page.current
    if (!element || rows === 0) return
    const fitRows = () => {
      const grid = element.querySelector<HTMLElement>('.dash-grid')
      if (!grid) return
      const headingsPx = headings * (headingHeight + gridGap)
      const heightPx = Math.max(minRowPx, element.clientHeight - grid.offsetTop - gridGap - headingsPx)
      const fitting = Math.max(1, Math.min(rows, Math.floor((heightPx + gridGap) / (minRowPx + gridGap))))
      element.style.setProperty('--dash-row', `${Math.floor((heightPx + gridGap) / fitting - gridGap)}px`)
    }
    fitRows()
    const sizes = new ResizeObserver(fitRows)
    sizes.observe(element)
    const timer = setInterval(() => {
      const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 2
      element.scrollTo({
        top: isAtEnd ? 0 : element.scrollTop + element.clientHeight * 0.9,
        behavior: 'smooth',
      })
    }, screenSeconds * 1_000)
    return () => {
      sizes.disconnect()
      clearInterval(timer)
    }
  }, [page, rows, headings])
}

/** Keeps the screen on while the page is visible, where the browser allows it. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isUnmounted = false
    const acquire = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isUnmounted) await lock.release()
      } catch {
        // The browser saves energy or denies permission: the screen follows its own settings.
      }
    }
    void acquire()
    // A hidden page loses the lock.
    document.addEventListener('visibilitychange', acquire)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', acquire)
      lock?.release().catch(() => {})
    }
  }, [])
}
