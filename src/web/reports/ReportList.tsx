import { useState } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { minuteText } from '../../charts/time-text.ts'
import type { ReportSchedule, ShortReport } from '../../schema/reports/report.ts'
import { formatFileSize } from '../../schema/text/format-bytes.ts'
import { errorText } from '../api/http/api-error.ts'
import { get, type ListPage } from '../api/http/request.ts'
import { deleteReport, reportFileAddress } from '../api/reports.ts'
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
import { useFetch } from '../state/use-read.ts'
import { reportTexts } from '../texts/reports.ts'
import { ReportDetail } from './ReportDetail.tsx'
import { type ReportsState, reportsAddress } from './reports-address.ts'
import { isUnfinished, StatusBadge } from './StatusBadge.tsx'
import { reportsKey, useReportPage } from './use-reports.ts'

const texts = reportTexts.list
const columnTexts = texts.columns
const pageSize = 50
/** Maximum schedules that the filter offers, and whose titles the table knows. */
const maxSchedules = 500

/** Properties that the lists of reports and of schedules share. */
export interface ListProps {
  state: ReportsState
  change: (change: Partial<ReportsState>) => void
  onNew: () => void
}

/** Reports, newest first, with the progress of reports that are being created. */
export function ReportList({ state, change, onNew }: ListProps) {
  const { page, schedule, all } = state
  const zone = useZone()
  const parameters = { page_size: pageSize, show_all: all || undefined, schedule_id: schedule }
  const list = useReportPage<ShortReport>('/api/reports', parameters, page, isUnfinished)
  const schedules = useFetch(
    `/api/reports-schedules?ordering=title&page_size=${maxSchedules}&show_all=${all}`,
    get<ListPage<ReportSchedule>>,
  ).data?.objects
  const [opened, setOpened] = useState<number>()

  const columns: Column<ShortReport>[] = [
    {
      heading: columnTexts.report,
      className: 'cell-title',
      cell: report => <TitleCell report={report} onOpen={() => setOpened(report.id)} />,
    },
    { heading: columnTexts.status, cell: report => <StatusBadge {...report} /> },
    { heading: columnTexts.format, cell: ({ format }) => formatText(format) },
    {
      heading: columnTexts.size,
      className: 'end number',
      cell: ({ file_size: bytes }) => (bytes === null ? texts.none : formatFileSize(bytes)),
    },
    {
      heading: columnTexts.created,
      className: 'number',
      cell: report => minuteText(report.finished_at ?? report.created_at, zone),
    },
    {
      heading: columnTexts.schedule,
      cell: ({ schedule_id: id }) =>
        id === null ? (
          <span className="faint">{texts.none}</span>
        ) : (
          <Link href={reportsAddress({ schedule: id, all })}>{scheduleTitle(id, schedules)}</Link>
        ),
    },
    ...(all ? [ownerColumn] : []),
    {
      heading: columnTexts.actions,
      className: actionsColumn,
      cell: report => <Actions report={report} onOpen={() => setOpened(report.id)} />,
    },
  ]
  return (
    <>
      <PagedTable
        list={list}
        columns={columns}
        page={page}
        onPage={next => change({ page: next })}
        errorTitle={texts.failed}
        filter={
          schedules !== undefined &&
          schedules.length > 0 && (
            <select
              className="field small"
              aria-label={texts.filter}
              value={schedule ?? ''}
              onChange={event =>
                change({ schedule: event.target.value === '' ? undefined : Number(event.target.value) })
              }
            >
              <option value="">{texts.all}</option>
              {schedules.map(({ id, title }) => (
                <option key={id} value={id}>
                  {texts.ofSchedule(printable(title))}
                </option>
              ))}
            </select>
          )
        }
        empty={
          <EmptyList
            title={schedule === undefined ? texts.empty : texts.emptyOfSchedule}
            text={texts.emptyHint}
            action={
              <Button className="primary" onClick={onNew}>
                {texts.create}
              </Button>
            }
          />
        }
      />
      {opened !== undefined && <ReportDetail id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** The column of the owner, for lists of all users' objects. */
export const ownerColumn = {
  heading: columnTexts.owner,
  cell: ({ owner }: Pick<ShortReport, 'owner'>) => owner.username,
}

/**
 * Title of a report's schedule; its number before the schedules are read, and if it may be beyond
 * `maxSchedules`.
 */
function scheduleTitle(id: number, schedules: readonly ReportSchedule[] | undefined): string {
  const found = schedules?.find(schedule => schedule.id === id)
  if (found !== undefined) return printable(found.title)
  const isComplete = schedules !== undefined && schedules.length < maxSchedules
  return isComplete ? texts.deletedSchedule : texts.scheduleNumber(id)
}

function TitleCell({ report, onOpen }: { report: ShortReport; onOpen: () => void }) {
  const { title, error, mail, rows_capped_from: total } = report
  return (
    <>
      <button type="button" className="title-button" onClick={onOpen}>
        {printable(title)}
      </button>
      {error && <span className="error-line">{errorText(error)}</span>}
      {mail?.status === 'failed' && (
        <span className="error-line">{printable(texts.mailFailed(mail.error))}</span>
      )}
      {total !== null && <span className="faint">{texts.truncated(exactNumber(total))}</span>}
    </>
  )
}

function Actions({ report, onOpen }: { report: ShortReport; onOpen: () => void }) {
  const { id, title, status } = report
  const { act } = useAction(reportsKey)
  return (
    <>
      <IconButton icon="eye" label={texts.viewNamed(title)} title={texts.view} onClick={onOpen} />
      {status === 'SUCCESS' && (
        <a
          className="button quiet small icon"
          href={reportFileAddress(id)}
          download
          aria-label={texts.downloadNamed(printable(title))}
          title={texts.download}
        >
          <Icon name="download" />
        </a>
      )}
      <DeleteButton
        name={title}
        title={texts.deleteTitle}
        onDelete={() => act(() => deleteReport(id), texts.deleted(title))}
      >
        {texts.deleteText(title, isUnfinished(report))}
      </DeleteButton>
    </>
  )
}
