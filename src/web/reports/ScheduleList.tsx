import { momentText } from '../../charts/time-text.ts'
import { readCron } from '../../schema/crontab.ts'
import type { ReportSchedule } from '../../schema/report.ts'
import { zoneNamed } from '../../time/zone.ts'
import type { ListPage } from '../api/list-page.ts'
import { deleteSchedule, runSchedule, updateSchedule } from '../api/report-schedules.ts'
import { get } from '../api/request.ts'
import { Button } from '../components/Button.tsx'
import { DeleteButton } from '../components/DeleteButton.tsx'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { actionsColumn, type Column, ListTable } from '../components/ListTable.tsx'
import { Notice } from '../components/Notice.tsx'
import { formatText } from '../exports/formats.ts'
import { followLink } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { cronText } from './cron-text.ts'
import { type ListProps, ownerColumn } from './ReportList.tsx'
import { openReportDialog } from './report-dialog-input.ts'
import { formOf } from './report-form.ts'
import { reportsAddress } from './reports-address.ts'
import { isInProgress, StatusBadge } from './StatusBadge.tsx'
import { runAction, usePolledFetch } from './use-polled-fetch.ts'

const pageSize = 50

/** Schedules, newest first, with the next run and the last report of each. */
export function ScheduleList({ state, change, onNew }: ListProps) {
  const { page, all } = state
  const pageZone = useZone()
  const list = usePolledFetch(
    `/api/reports-schedules?page=${page}&page_size=${pageSize}&show_all=${all}`,
    get<ListPage<ReportSchedule>>,
    ({ objects }) => objects.some(({ last_report: last }) => last !== null && isInProgress(last)),
  )
  const columns: Column<ReportSchedule>[] = [
    { heading: 'Schedule', className: 'cell-title', cell: schedule => <TitleCell schedule={schedule} /> },
    { heading: 'Runs', cell: scheduleText },
    {
      heading: 'Next run',
      className: 'number',
      cell: schedule => <NextRun schedule={schedule} pageZone={pageZone} />,
    },
    { heading: 'Last report', cell: schedule => <LastReport schedule={schedule} all={all} /> },
    { heading: 'Format', cell: ({ format }) => formatText(format) },
    ...(all ? [ownerColumn] : []),
    { heading: 'Actions', className: actionsColumn, cell: schedule => <Actions schedule={schedule} /> },
  ]
  return (
    <ListTable
      list={list}
      columns={columns}
      rowClass={({ is_active: isActive }) => (isActive ? undefined : 'resting')}
      page={page}
      onPage={next => change({ page: next })}
      errorTitle="Schedules cannot be loaded"
      empty={
        <Notice title="No schedules yet">
          A schedule creates a report at set times, say each Monday at 06:00, keeps it here and mails it.
          <div className="actions">
            <Button className="primary" onClick={onNew}>
              Create schedule
            </Button>
          </div>
        </Notice>
      }
    />
  )
}

function edit(schedule: ReportSchedule): void {
  openReportDialog({ title: schedule.title, schedule })
}

function TitleCell({ schedule }: { schedule: ReportSchedule }) {
  const { title, emails, last_report: last } = schedule
  return (
    <>
      <button type="button" className="title-button" onClick={() => edit(schedule)}>
        {title}
      </button>
      {emails.length > 0 && (
        <span className="faint">
          To {emails[0]}
          {emails.length > 1 ? ` and ${emails.length - 1} more` : ''}
        </span>
      )}
      {last?.error && <span className="bad-words">{last.error.detail}</span>}
    </>
  )
}

/** The next run, in the zone of the schedule. */
function NextRun({ schedule, pageZone }: { schedule: ReportSchedule; pageZone: string }) {
  const { is_active: isActive, next_run_at: next, timezone } = schedule
  if (!isActive) return <span className="badge">Paused</span>
  if (next === null) return <span className="faint">None</span>
  return momentText(next, zoneNamed(timezone) !== undefined ? timezone : pageZone).slice(0, 16)
}

function LastReport({ schedule, all }: { schedule: ReportSchedule; all: boolean }) {
  const { id, title, last_report: last } = schedule
  if (last === null) return <span className="faint">None yet</span>
  return (
    <>
      <StatusBadge status={last.status} />{' '}
      <a className="history" href={reportsAddress({ schedule: id, all })} onClick={followLink}>
        All reports
        <span className="unseen"> of {title}</span>
      </a>
    </>
  )
}

function Actions({ schedule }: { schedule: ReportSchedule }) {
  const { id, title, is_active: isActive } = schedule
  const switchName = isActive ? 'Pause' : 'Resume'
  return (
    <>
      <Button
        className="small"
        aria-label={`Run ${title} now`}
        onClick={() => void runAction(() => runSchedule(id), `“${title}” is being created`)}
      >
        <Icon name="play" size={12} /> Run now
      </Button>
      <IconButton
        icon={isActive ? 'pause' : 'clock'}
        label={`${switchName} ${title}`}
        title={switchName}
        onClick={() =>
          void runAction(() => updateSchedule(id, { is_active: !isActive }), isActive ? 'Paused' : 'Resumed')
        }
      />
      <IconButton icon="pen" label={`Edit ${title}`} title="Edit" onClick={() => edit(schedule)} />
      <DeleteButton
        name={title}
        title="Delete schedule?"
        onDelete={() => void runAction(() => deleteSchedule(id), `Deleted “${title}”`)}
      >
        “{title}” will no longer run. Its reports are kept.
      </DeleteButton>
    </>
  )
}

function scheduleText(schedule: ReportSchedule): string {
  if (schedule.schedule_type === 'a') return 'Once, immediately'
  const { cron, at } = formOf(schedule)
  if (schedule.schedule_type === 't') return `Once, ${at.replace('T', ' ')} ${schedule.timezone}`
  const read = readCron(cron)
  const text = 'faults' in read ? Object.values(cron).join(' ') : cronText(read)
  return `${text} (${schedule.timezone})`
}
