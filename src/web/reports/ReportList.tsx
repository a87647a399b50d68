import { useState } from 'react'
import type { ShortReport } from '../../schema/report.ts'
import { errorText } from '../api/api-error.ts'
import { readSchedules } from '../api/report-schedules.ts'
import { deleteReport, readReports } from '../api/reports.ts'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { Notice } from '../components/Notice.tsx'
import { showToast } from '../components/toast.tsx'
import { Pager } from '../search/Pager.tsx'
import { useFetch } from '../state/use-fetch.ts'
import { ReportDetail } from './ReportDetail.tsx'
import { ReportRow } from './ReportRow.tsx'
import type { ReportsState } from './reports-address.ts'
import { isInProgress } from './StatusBadge.tsx'
import { notifyReportsChanged, usePolledFetch } from './use-polled-fetch.ts'

const pageSize = 50
const maxSchedules = 500

export interface ListProps {
  state: ReportsState
  change: (change: Partial<ReportsState>) => void
  /** Opens the form. */
  onNew: () => void
}

/** Reports, newest first; progress as it is made. */
export function ReportList({ state, change, onNew }: ListProps) {
  const { page, schedule, all } = state
  const params = new URLSearchParams({ page: String(page), page_size: String(pageSize) })
  if (all) params.set('show_all', 'true')
  if (schedule !== undefined) params.set('schedule_id', String(schedule))
  const { value, error, retry } = usePolledFetch(`/api/reports?${params}`, readReports, ({ objects }) =>
    objects.some(isInProgress),
  )
  const known = useFetch(
    `/api/reports-schedules?ordering=title&page_size=${maxSchedules}&show_all=${all}`,
    readSchedules,
  )
  const schedules = known.value?.objects ?? []
  const pages = value?.page_count ?? 1
  const [doomed, setDoomed] = useState<ShortReport>()
  const [shown, setShown] = useState<number>()

  const remove = async ({ id, title }: ShortReport) => {
    try {
      await deleteReport(id)
      showToast(`Deleted “${title}”`)
    } catch (refusal) {
      showToast(errorText(refusal))
    }
    notifyReportsChanged()
  }

  if (!value && error !== undefined) {
    return (
      <Notice title="The reports cannot be shown" bad>
        {errorText(error)}
        <div className="actions">
          <button type="button" className="button" onClick={retry}>
            Try again
          </button>
        </div>
      </Notice>
    )
  }
  const reports = value?.objects ?? []
  return (
    <>
      {(schedules.length > 0 || pages > 1) && (
        <div className="reports-filter">
          {schedules.length > 0 && (
            <select
              className="field small"
              aria-label="Made by"
              value={schedule ?? ''}
              onChange={event =>
                change({ schedule: event.target.value === '' ? undefined : Number(event.target.value) })
              }
            >
              <option value="">All reports</option>
              {schedules.map(({ id, title }) => (
                <option key={id} value={id}>
                  By schedule: {title}
                </option>
              ))}
            </select>
          )}
          <span className="grow" />
          <Pager page={page} pages={pages} onChange={next => change({ page: next })} />
        </div>
      )}
      {value && reports.length === 0 && (
        <Notice title={schedule === undefined ? 'No reports yet' : 'This schedule has made none yet'}>
          A report is a query or a whole dashboard as a file, made in the background and kept here. Make one
          from a search, from a panel of the dashboard, or:
          <div className="actions">
            <button type="button" className="button primary" onClick={onNew}>
              Make a report
            </button>
          </div>
        </Notice>
      )}
      {reports.length > 0 && (
        <table className="list-table reports-table">
          <thead>
            <tr>
              <th scope="col">Report</th>
              <th scope="col">State</th>
              <th scope="col">Format</th>
              <th scope="col" className="end">
                Size
              </th>
              <th scope="col">Made</th>
              <th scope="col">Schedule</th>
              {all && <th scope="col">Owner</th>}
              <th scope="col">
                <span className="unseen">What can be done</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {reports.map(report => (
              <ReportRow
                key={report.id}
                report={report}
                scheduleTitle={schedules.find(({ id }) => id === report.schedule_id)?.title}
                withOwner={all}
                onShow={() => setShown(report.id)}
                onDelete={() => setDoomed(report)}
              />
            ))}
          </tbody>
        </table>
      )}
      {shown !== undefined && <ReportDetail id={shown} onClose={() => setShown(undefined)} />}
      {doomed && (
        <ConfirmDialog
          title="Delete the report?"
          action="Delete"
          onConfirm={() => void remove(doomed)}
          onClose={() => setDoomed(undefined)}
        >
          “{doomed.title}” and its file go for good{isInProgress(doomed) ? '; its making ends' : ''}.
        </ConfirmDialog>
      )}
    </>
  )
}
