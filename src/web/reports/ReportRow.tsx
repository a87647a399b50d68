import { exactNumber } from '../../charts/number-text.ts'
import { momentText } from '../../charts/time-text.ts'
import type { ShortReport } from '../../schema/report.ts'
import { reportFileAddress } from '../api/reports.ts'
import { Icon } from '../components/Icon.tsx'
import { byteText } from '../exports/byte-text.ts'
import { formatText } from '../exports/formats.ts'
import { followLink } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { reportsAddress } from './reports-address.ts'
import { StatusBadge } from './StatusBadge.tsx'

interface Props {
  report: ShortReport
  /** Of the schedule that made it, when it is known. */
  scheduleTitle: string | undefined
  withOwner: boolean
  onShow: () => void
  onDelete: () => void
}

export function ReportRow({ report, scheduleTitle, withOwner, onShow, onDelete }: Props) {
  const zone = useZone()
  const { id, title, status, progress, file_size: size, rows_capped_from: cappedFrom } = report
  return (
    <tr>
      <td className="cell-title">
        <button type="button" className="title-button" onClick={onShow}>
          {title}
        </button>
        {report.error && <span className="bad-words">{report.error.detail}</span>}
        {report.mail?.status === 'failed' && (
          <span className="bad-words">Not mailed: {report.mail.error ?? 'no reason is known'}</span>
        )}
        {cappedFrom !== null && <span className="faint">Not all of {exactNumber(cappedFrom)} rows</span>}
      </td>
      <td data-label="State">
        <StatusBadge status={status} progress={progress} />
      </td>
      <td data-label="Format">{formatText(report.format)}</td>
      <td data-label="Size" className="end number">
        {size === null ? '–' : byteText(size)}
      </td>
      <td data-label="Made" className="number">
        {momentText(report.finished_at ?? report.created_at, zone).slice(0, 16)}
      </td>
      <td data-label="Schedule">
        {report.schedule_id === null ? (
          <span className="faint">–</span>
        ) : (
          <a href={reportsAddress({ schedule: report.schedule_id, all: withOwner })} onClick={followLink}>
            {scheduleTitle ?? 'One that is gone'}
          </a>
        )}
      </td>
      {withOwner && <td data-label="Owner">{report.owner.username}</td>}
      <td className="cell-deeds">
        <button
          type="button"
          className="button quiet small icon"
          aria-label={`Look at ${title}`}
          title="Look"
          onClick={onShow}
        >
          <Icon name="eye" />
        </button>
        {status === 'SUCCESS' && (
          <a
            className="button quiet small icon"
            href={reportFileAddress(id)}
            download
            aria-label={`Download ${title}`}
            title="Download"
          >
            <Icon name="download" />
          </a>
        )}
        <button
          type="button"
          className="button quiet small icon"
          aria-label={`Delete ${title}`}
          title="Delete"
          onClick={onDelete}
        >
          <Icon name="bin" />
        </button>
      </td>
    </tr>
  )
}
