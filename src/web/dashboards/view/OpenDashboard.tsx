import { useEffect, useMemo, useRef, useState } from 'react'
import { printable } from '../../../charts/printable.ts'
import type { Dashboard } from '../../../schema/dashboards/dashboard.ts'
import { ApiError } from '../../api/http/api-error.ts'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { useKeys } from '../../components/keys/use-keys.ts'
import { Link } from '../../components/Link.tsx'
import { Notice } from '../../components/Notice.tsx'
import { usePageTitle } from '../../components/use-page-title.ts'
import { lazyComponent } from '../../state/lazy-part.ts'
import { navigate, useLocation } from '../../state/location.ts'
import { useUserId } from '../../state/session.ts'
import { useLeaveGuard } from '../../state/use-leave-guard.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { inReadingOrder } from '../builder/editing.ts'
import { useBuilder } from '../builder/use-builder.ts'
import { useGridEditor } from '../builder/use-grid-editor.ts'
import { dashboardAddress, type OpenState, readOpenState } from '../draft/address.ts'
import { type Draft, draftOf, titleOf } from '../draft/draft.ts'
import { overview } from '../draft/overview.ts'
import { DashboardGrid } from '../grid/DashboardGrid.tsx'
import { changedValues } from '../variables/variables.ts'
import { DashboardBar } from './DashboardBar.tsx'
import { useDashboard, useWidgetContext } from './use-dashboard.ts'
import '../grid/dashboard.css'
import '../grid/dashboard-tv.css'

/** Maximum time before printing in which widgets are drawn; then the page is printed as it is. */
const maxPrintWaitMs = 15_000
const printPollMs = 100

const { open: texts } = dashboardTexts

const BuilderTools = lazyComponent(async () => (await import('../builder/BuilderTools.tsx')).BuilderTools)

const emptyDraft: Draft = { config: {}, isPublic: false, isDefault: false, widgets: [] }

/** A dashboard: live, and editable in place by users who may change it. */
export function OpenDashboard({ id }: { id: number | 'overview' }) {
  const { query } = useLocation()
  const userId = useUserId()
  const { dashboard, error, refetch } = useDashboard(id)
  const stored = useMemo(() => inReadingOrder(storedDraft(id, dashboard)), [id, dashboard])
  const builder = useBuilder(dashboard, stored, userId)
  const { draft, isEditing } = builder
  const canEdit = dashboard?.read_only === false
  const state = useMemo(() => readOpenState(query), [query])
  const change = (next: Partial<OpenState>) => {
    const { values, ...others } = { ...state, ...next }
    navigate(dashboardAddress(id, { ...others, values: changedValues(draft.config, values) }))
  }
  const { isPrinting, print } = usePrint()
  const base = useWidgetContext({ stored, draft, state, onLost: refetch })
  const context = useMemo(() => ({ ...base, isEager: isPrinting }), [base, isPrinting])
  const { editor, dialog, setDialog, announcement } = useGridEditor(builder, canEdit)
  // Not in the tools, which load after the first click may have left the page.
  const [leaveTarget, stay] = useLeaveGuard(builder.isDirty, isThisPage)
  /** Stays true: after changes were discarded, the tools lead to the page that the user asked for. */
  const hasTools = useRef(false)
  hasTools.current ||= isEditing || dialog !== undefined
  const title = printable(titleOf(draft))
  usePageTitle(title || dashboardTexts.list.title)
  const leaveFull = () => change({ isFull: false })
  useKeys({
    ...(state.isFull && { Escape: leaveFull }),
    ...(canEdit && !isEditing && { e: builder.start }),
  })

  if (id !== 'overview' && !dashboard) {
    return (
      <main className="page dashboard">
        <h1 className="unseen">{dashboardTexts.list.title}</h1>
        {error === undefined ? (
          <div className="dash-grid dash-waiting shimmer" aria-busy="true" />
        ) : (
          <ReadFailure error={error} onRetry={refetch} />
        )}
      </main>
    )
  }
  return (
    <main className={state.isFull ? 'page dashboard dash-full' : 'page dashboard'}>
      <DashboardBar
        id={id}
        dashboard={dashboard}
        draft={draft}
        state={state}
        builder={builder}
        onChange={change}
        onPrint={print}
      />
      {hasTools.current && (
        <BuilderTools
          builder={builder}
          dashboard={dashboard}
          context={context}
          dialog={dialog}
          onDialog={setDialog}
          leaveTarget={leaveTarget}
          onStay={stay}
        />
      )}
      {draft.widgets.length === 0 ? (
        <Notice title={texts.empty}>
          {canEdit ? texts.emptyHint : texts.emptyReadOnly}
          {canEdit && (
            <p className="actions">
              <Button
                className="primary"
                onClick={() => {
                  builder.start()
                  setDialog({ kind: 'add' })
                }}
              >
                {dashboardTexts.builder.add}
              </Button>
            </p>
          )}
        </Notice>
      ) : (
        <DashboardGrid title={title} draft={draft} context={context} editor={editor} />
      )}
      <p className="unseen" role="status">
        {announcement}
      </p>
    </main>
  )
}

/** The stored dashboard without changes; empty until it is read. */
function storedDraft(id: number | 'overview', dashboard: Dashboard | undefined): Draft {
  if (id === 'overview') return overview
  return dashboard ? draftOf(dashboard) : emptyDraft
}

/** Whether an address shows the same dashboard, perhaps with another range or values of variables. */
function isThisPage(to: string): boolean {
  return to.split('?')[0] === location.pathname
}

/** Shown in place of a dashboard that does not exist or cannot be read. */
function ReadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isGone = error instanceof ApiError && error.status === 404
  if (!isGone) return <ErrorNotice title={texts.failed} error={error} onRetry={onRetry} />
  return (
    <Notice title={texts.gone}>
      {texts.goneHint}
      <p className="actions">
        <Link className="button" href="/dashboards">
          {texts.toList}
        </Link>
      </p>
    </Notice>
  )
}

/**
 * Prints a dashboard, also with Ctrl or Cmd and P. Widgets off screen are drawn first: while `isPrinting`,
 * all must be drawn.
 */
function usePrint(): { isPrinting: boolean; print: () => void } {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key !== 'p') return
      event.preventDefault()
      setPrinting(true)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  useEffect(() => {
    if (!isPrinting) return
    const end = performance.now() + maxPrintWaitMs
    const timer = setInterval(() => {
      if (document.querySelector('.widget-wait, .widget[aria-busy]') && performance.now() < end) return
      clearInterval(timer)
      window.print()
      setPrinting(false)
    }, printPollMs)
    return () => clearInterval(timer)
  }, [isPrinting])
  return { isPrinting, print: () => setPrinting(true) }
}
