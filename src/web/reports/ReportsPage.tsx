import { Button } from '../components/Button.tsx'
import { Check } from '../components/forms/Check.tsx'
import { Icon } from '../components/Icon.tsx'
import { useKeys } from '../components/keys/use-keys.ts'
import { Segments } from '../components/lists/Segments.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import { lastSearch } from '../search/state/last-search.ts'
import { searchRequest } from '../search/state/search-requests.ts'
import { useZone } from '../state/preferences.ts'
import { useHasPermission } from '../state/session.ts'
import { useAddress } from '../state/use-address.ts'
import { reportTexts } from '../texts/reports.ts'
import { ReportList } from './ReportList.tsx'
import { openReportDialog } from './report-dialog-input.ts'
import { reportsAddress, reportsPage, reportViews } from './reports-address.ts'
import { ScheduleList } from './ScheduleList.tsx'
import './reports.css'

/** Lists of reports and of report schedules. */
export function ReportsPage() {
  usePageTitle(reportTexts.title)
  const [state, change] = useAddress(reportsPage)
  const zone = useZone()
  const canManage = useHasPermission('manage_reports')
  const openNew = () =>
    openReportDialog({
      title: reportTexts.lastSearch,
      query: searchRequest(lastSearch(), zone),
      recurring: state.view === 'schedules',
    })
  useKeys({ n: openNew })

  return (
    <main className="page reports">
      <header className="page-bar">
        <h1>{reportTexts.title}</h1>
        <Segments
          label={reportTexts.viewLabel}
          views={reportViews}
          current={state.view}
          addressOf={view => reportsAddress({ view, all: state.all })}
          textOf={view => reportTexts.views[view]}
        />
        <span className="grow" />
        {canManage && (
          <Check isOn={state.all} onChange={isOn => change({ all: isOn })}>
            {reportTexts.allUsers}
          </Check>
        )}
        <Button className="primary" onClick={openNew} title={reportTexts.newTitle}>
          <Icon name="plus" size={14} /> {reportTexts.new}
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
