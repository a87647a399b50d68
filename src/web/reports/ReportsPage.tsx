import { useMemo } from 'react'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { useKeys } from '../components/use-keys.ts'
import { lastSearch } from '../search/last-search.ts'
import { searchRequest } from '../search/search-requests.ts'
import { followLink, navigate, useLocation } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { useHasPermission } from '../state/session.ts'
import { ReportList } from './ReportList.tsx'
import { openReportDialog } from './report-dialog-input.ts'
import { type ReportsState, readReportsState, reportsAddress } from './reports-address.ts'
import { ScheduleList } from './ScheduleList.tsx'
import '../styles/reports.css'

const views = [
  ['reports', 'Reports'],
  ['schedules', 'Schedules'],
] as const

/** Lists of reports and of report schedules. */
export function ReportsPage() {
  const { query } = useLocation()
  const state = useMemo(() => readReportsState(query), [query])
  const zone = useZone()
  const manages = useHasPermission('manage_reports')
  const change = (change: Partial<ReportsState>) => navigate(reportsAddress({ ...state, page: 1, ...change }))
  const openNew = () =>
    openReportDialog({
      title: 'Events of the last search',
      query: searchRequest(lastSearch(), zone),
      recurring: state.view === 'schedules',
    })
  useKeys({ n: openNew })

  return (
    <main className="page reports">
      <header className="page-bar">
        <h1>Reports</h1>
        <nav className="segments" aria-label="Kinds">
          {views.map(([view, text]) => (
            <a
              key={view}
              href={reportsAddress({ view, all: state.all })}
              onClick={followLink}
              aria-current={state.view === view ? 'page' : undefined}
            >
              {text}
            </a>
          ))}
        </nav>
        <span className="grow" />
        {manages && (
          <label className="check">
            <input
              type="checkbox"
              checked={state.all}
              onChange={event => change({ all: event.target.checked })}
            />
            All users' reports
          </label>
        )}
        <Button className="primary" onClick={openNew} title="New report (n)">
          <Icon name="plus" size={14} /> New
        </Button>
      </header>
      {state.view === 'reports' ? (
        <ReportList state={state} change={change} onNew={openNew} />
      ) : (
        <ScheduleList state={state} change={change} onNew={openNew} />
      )}
    </main>
  )
}
