import { printable } from '../../charts/printable.ts'
import { minuteText } from '../../charts/time-text.ts'
import { readCron } from '../../schema/reports/crontab.ts'
import type { ReportSchedule } from '../../schema/reports/report.ts'
import { zoneNamed } from '../../time/zone.ts'
import { errorText } from '../api/http/api-error.ts'
import { changeSchedule, deleteSchedule, runSchedule } from '../api/reports.ts'
import { Button } from '../components/Button.tsx'
import { DeleteButton } from '../components/dialogs/DeleteButton.tsx'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { Link } from '../components/Link.tsx'
import { EmptyList } from '../components/lists/EmptyList.tsx'
import { PagedTable } from '../components/lists/PagedTable.tsx'
import { actionsColumn, type Column } from '../components/lists/Table.tsx'
import { useAction } from '../components/use-action.ts'
import { formatText } from '../files/formats.ts'
import { useZone } from '../state/preferences.ts'
import { cronText } from '../texts/cron-text.ts'
import { reportTexts } from '../texts/reports.ts'
import { type ListProps, ownerColumn } from './ReportList.tsx'
import { openReportDialog } from './report-dialog-input.ts'
import { formOf } from './report-form.ts'
import { reportsAddress } from './reports-address.ts'
import { isUnfinished, StatusBadge } from './StatusBadge.tsx'
import { reportsKey, useReportPage } from './use-reports.ts'

const texts = reportTexts.schedules
const columnTexts = texts.columns
const pageSize = 50

/** Schedules, newest first, with the next run and the last report of each. */
export function ScheduleList({ state, change, onNew }: ListProps) {
  const { page, all } = state
  const pageZone = useZone()
  const list = useReportPage<ReportSchedule>(
    '/api/reports-schedules',
    { page_size: pageSize, show_all: all || undefined },
    page,
    ({ last_report: last }) => last !== null && isUnfinished(last),
  )
  const columns: Column<ReportSchedule>[] = [
    {
      heading: columnTexts.schedule,
      className: 'cell-title',
      cell: schedule => <TitleCell schedule={schedule} />,
    },
    { heading: columnTexts.runs, cell: scheduleText },
    {
      heading: columnTexts.next,
      className: 'number',
      cell: schedule => <NextRun schedule={schedule} pageZone={pageZone} />,
    },
    { heading: columnTexts.last, cell: schedule => <LastReport schedule={schedule} all={all} /> },
    { heading: columnTexts.format, cell: ({ format }) => formatText(format) },
    ...(all ? [ownerColumn] : []),
    {
      heading: columnTexts.actions,
      className: actionsColumn,
      cell: schedule => <Actions schedule={schedule} />,
    },
  ]
  return (
    <PagedTable
      list={list}
      columns={columns}
      rowClass={({ is_active: isActive }) => (isActive ? undefined : 'resting')}
      page={page}
      onPage={next => change({ page: next })}
      errorTitle={texts.failed}
      empty={
        <EmptyList
          title={texts.empty}
          text={texts.emptyHint}
          action={
            <Button className="primary" onClick={onNew}>
              {texts.create}
            </Button>
          }
        />
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
        {printable(title)}
      </button>
      {emails[0] !== undefined && (
        <span className="faint">{texts.to(printable(emails[0]), emails.length - 1)}</span>
      )}
      {last?.error && <span className="error-line">{errorText(last.error)}</span>}
    </>
  )
}

/** The next run, in the zone of the schedule, or of the page if this browser does not know that zone. */
function NextRun({ schedule, pageZone }: { schedule: ReportSchedule; pageZone: string }) {
  const { is_active: isActive, next_run_at: next, timezone } = schedule
  if (!isActive) return <span className="badge">{texts.paused}</span>
  if (next === null) return <span className="faint">{texts.none}</span>
  return minuteText(next, zoneNamed(timezone) !== undefined ? timezone : pageZone)
}

function LastReport({ schedule, all }: { schedule: ReportSchedule; all: boolean }) {
  const { id, title, last_report: last } = schedule
  if (last === null) return <span className="faint">{texts.noneYet}</span>
  return (
    <>
      <StatusBadge status={last.status} />{' '}
      <Link className="small-text one-line" href={reportsAddress({ schedule: id, all })}>
        {texts.allReports}
        <span className="unseen">{texts.of(printable(title))}</span>
      </Link>
    </>
  )
}

function Actions({ schedule }: { schedule: ReportSchedule }) {
  const { id, title, is_active: isActive } = schedule
  const { act } = useAction(reportsKey)
  const switchName = isActive ? texts.pause : texts.resume
  return (
    <>
      <Button
        className="small"
        aria-label={texts.runNamed(printable(title))}
        onClick={() => act(() => runSchedule(id), reportTexts.dialog.creating(title))}
      >
        <Icon name="play" size={12} /> {texts.run}
      </Button>
      <IconButton
        icon={isActive ? 'pause' : 'clock'}
        label={`${switchName} ${title}`}
        title={switchName}
        onClick={() =>
          act(() => changeSchedule(id, { is_active: !isActive }), isActive ? texts.paused : texts.resumed)
        }
      />
      <IconButton
        icon="pen"
        label={`${texts.edit} ${title}`}
        title={texts.edit}
        onClick={() => edit(schedule)}
      />
      <DeleteButton
        name={title}
        title={texts.deleteTitle}
        onDelete={() => act(() => deleteSchedule(id), texts.deleted(title))}
      >
        {texts.deleteText(title)}
      </DeleteButton>
    </>
  )
}

/** When a schedule runs: `a` is once now, `t` once at a timestamp, `c` by a crontab. */
function scheduleText(schedule: ReportSchedule): string {
  if (schedule.schedule_type === 'a') return texts.once
  const { cron, at } = formOf(schedule)
  if (schedule.schedule_type === 't') return texts.onceAt(at.replace('T', ' '), schedule.timezone)
  const read = readCron(cron)
  const text = 'faults' in read ? Object.values(cron).join(' ') : cronText(read)
  return texts.inZone(text, schedule.timezone)
}
