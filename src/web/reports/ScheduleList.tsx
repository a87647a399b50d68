import { useState } from 'react'
import type { ReportSchedule } from '../../schema/report.ts'
import { errorText } from '../api/api-error.ts'
import { deleteSchedule, readSchedules, runSchedule, updateSchedule } from '../api/report-schedules.ts'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { Notice } from '../components/Notice.tsx'
import { showToast } from '../components/toast.tsx'
import { Pager } from '../search/Pager.tsx'
import type { ListProps } from './ReportList.tsx'
import { openReportDialog } from './report-dialog-input.ts'
import { ScheduleRow } from './ScheduleRow.tsx'
import { isInProgress } from './StatusBadge.tsx'
import { notifyReportsChanged, usePolledFetch } from './use-polled-fetch.ts'

const pageSize = 50

/** Schedules, newest first: when each runs next, and what became of its newest report. */
export function ScheduleList({ state, change, onNew }: ListProps) {
  const { page, all } = state
  const { value, error, retry } = usePolledFetch(
    `/api/reports-schedules?page=${page}&page_size=${pageSize}&show_all=${all}`,
    readSchedules,
    ({ objects }) => objects.some(({ last_report: last }) => last !== null && isInProgress(last)),
  )
  const [doomed, setDoomed] = useState<ReportSchedule>()

  /** Does something, says how it went, and shows what it made of the list. */
  const act = async (deed: () => Promise<unknown>, done: string) => {
    try {
      await deed()
      showToast(done)
    } catch (refusal) {
      showToast(errorText(refusal))
    }
    notifyReportsChanged()
  }

  if (!value && error !== undefined) {
    return (
      <Notice title="The schedules cannot be shown" bad>
        {errorText(error)}
        <div className="actions">
          <button type="button" className="button" onClick={retry}>
            Try again
          </button>
        </div>
      </Notice>
    )
  }
  const schedules = value?.objects ?? []
  return (
    <>
      {(value?.page_count ?? 1) > 1 && (
        <div className="reports-filter">
          <span className="grow" />
          <Pager page={page} pages={value?.page_count ?? 1} onChange={next => change({ page: next })} />
        </div>
      )}
      {value && schedules.length === 0 && (
        <Notice title="No schedules yet">
          A schedule makes a report again and again, say each Monday at 06:00, keeps it here and mails it to
          whom you name.
          <div className="actions">
            <button type="button" className="button primary" onClick={onNew}>
              Make a schedule
            </button>
          </div>
        </Notice>
      )}
      {schedules.length > 0 && (
        <table className="list-table schedules-table">
          <thead>
            <tr>
              <th scope="col">Schedule</th>
              <th scope="col">Runs</th>
              <th scope="col">Next</th>
              <th scope="col">Newest report</th>
              <th scope="col">Format</th>
              {all && <th scope="col">Owner</th>}
              <th scope="col">
                <span className="unseen">What can be done</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {schedules.map(schedule => (
              <ScheduleRow
                key={schedule.id}
                schedule={schedule}
                withOwner={all}
                onRun={() => void act(() => runSchedule(schedule.id), `“${schedule.title}” is being made`)}
                onSwitch={() =>
                  void act(
                    () => updateSchedule(schedule.id, { is_active: !schedule.is_active }),
                    schedule.is_active ? 'Paused' : 'Runs again',
                  )
                }
                onChange={() => openReportDialog({ title: schedule.title, schedule })}
                onDelete={() => setDoomed(schedule)}
              />
            ))}
          </tbody>
        </table>
      )}
      {doomed && (
        <ConfirmDialog
          title="Delete the schedule?"
          action="Delete"
          onConfirm={() => void act(() => deleteSchedule(doomed.id), `Deleted “${doomed.title}”`)}
          onClose={() => setDoomed(undefined)}
        >
          “{doomed.title}” runs no more. The reports that it made stay.
        </ConfirmDialog>
      )}
    </>
  )
}
