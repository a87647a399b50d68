import { useContext, useMemo, useRef, useState } from 'react'
import { printable } from '../../../charts/printable.ts'
import { clockText, lengthText } from '../../../charts/time-text.ts'
import { accessToken, setAccessToken } from '../../api/http/access-token.ts'
import { errorText } from '../../api/http/api-error.ts'
import { Notice } from '../../components/Notice.tsx'
import { useNow } from '../../components/use-now.ts'
import { usePageTitle } from '../../components/use-page-title.ts'
import { LiveContext } from '../../live/use-live-query.ts'
import { useLocation } from '../../state/location.ts'
import { useZone } from '../../state/preferences.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { inReadingOrder } from '../builder/use-builder.ts'
import { readOpenState } from '../draft/address.ts'
import { type Draft, draftOf, titleOf } from '../draft/draft.ts'
import { cellsOf, rowCount } from '../draft/layout.ts'
import { overview } from '../draft/overview.ts'
import { DashboardGrid } from '../grid/DashboardGrid.tsx'
import { variableText } from '../variables/variable-text.ts'
import { chosenVariables, variableLabel } from '../variables/variables.ts'
import { useDashboard } from '../view/use-dashboard.ts'
import { useDataAge } from '../view/use-data-age.ts'
import { useWidgetContext } from '../view/use-widget-context.ts'
import { readTvPlan, tokensOfFragment } from './tv-address.ts'
import { useRotation } from './use-rotation.ts'
import { useScreens } from './use-screens.ts'
import { useWakeLock } from './use-wake-lock.ts'
import '../grid/dashboard.css'
import '../grid/dashboard-tv.css'

const { tv: texts } = dashboardTexts
const refetchMs = 30_000
/** Older results get a banner. */
const maxAgeSeconds = 45

/** Dashboards on a wall screen: nothing to click, one after the other, forever. */
export function TvPage({ id }: { id: number | 'overview' }) {
  const { query } = useLocation()
  const plan = useMemo(() => readTvPlan(typeof id === 'number' ? id : 0, query), [id, query])
  const connection = useContext(LiveContext)
  const [tokens] = useState(() => tokensOfFragment(location.hash))
  const index = useRotation(plan.ids.length, plan.everySeconds, index => {
    if (tokens.length < 2) return
    // Each token reads one dashboard.
    setAccessToken(tokens[index])
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
  const shown = draft ?? overview
  const base = useWidgetContext({ stored: shown, draft: shown, state, onLost: refetch })
  const context = useMemo(() => ({ ...base, isEager: true, canDrill: false }), [base])
  const age = useDataAge(now, error === undefined)
  const title = draft ? printable(titleOf(draft)) : ''
  const rows = useMemo(() => rowCount(cellsOf(draft?.widgets ?? [])), [draft])
  useScreens(page, rows)
  usePageTitle(texts.title(title))
  return (
    <main ref={page} className="dash-tv">
      <header className="dash-tv-bar">
        <h1>{title}</h1>
        {chosenVariables(shown.config, state.values).map(variable => (
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
      {draft ? (
        <DashboardGrid title={title} widgets={draft.widgets} context={context} />
      ) : error === undefined ? null : (
        <Notice title={texts.failed} bad>
          {errorText(error)}
          <p>{texts.failedHint}</p>
        </Notice>
      )}
    </main>
  )
}
